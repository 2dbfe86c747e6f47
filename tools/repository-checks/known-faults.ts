import type { Fault, Rule } from './fault.ts'

/** Faults that a file has today, of one rule. */
export type KnownFault = readonly [path: string, rule: Rule, count: number]

/**
 * Leaves out the faults that are known. Where a file has more than are known, all of them stay; where it has fewer, the
 * list itself is at fault, so that it shrinks with them.
 */
export function leaveOutKnown(faults: readonly Fault[], known: readonly KnownFault[]): Fault[] {
  const isSame = (fault: Fault, [path, rule]: KnownFault) => fault.path === path && fault.rule === rule
  const present = (entry: KnownFault) => faults.filter((fault) => isSame(fault, entry)).length
  const settled = known.filter((entry) => present(entry) <= entry[2])
  const stale = known.filter((entry) => present(entry) < entry[2])
  return [
    ...faults.filter((fault) => !settled.some((entry) => isSame(fault, entry))),
    ...stale.map((entry): Fault => {
      const [path, rule, count] = entry
      const left = present(entry)
      const advice = left === 0 ? 'remove the entry' : `write ${left}`
      const message = `the list of known faults counts ${count} (${rule}) where there are ${left}: ${advice}`
      return { path, rule, message }
    }),
  ]
}
