import type { CallSummary } from '../analyse/summary.ts'
import { combine } from '../analyse/values.ts'
import type { Located } from './located.ts'
import { type Resolved, textOf } from './resolve-values.ts'

/** Several parts come from callers: what one of them passes belongs together. */
export function joinedByCaller(
  resolved: readonly (readonly Resolved[])[],
  texts: readonly (readonly string[])[],
  from: { readonly trail: Resolved['trail'] },
): readonly Resolved[] {
  const callerOf = ({ trail }: Resolved): Located<CallSummary> | undefined =>
    trail[trail.length - from.trail.length - 1]
  const callers = new Map<Located<CallSummary>, Resolved['trail']>()
  for (const one of resolved.flat()) {
    const caller = callerOf(one)
    if (caller && one.trail.length > (callers.get(caller)?.length ?? 0)) callers.set(caller, one.trail)
  }
  return [...callers].flatMap(([caller, trail]) => {
    const own = resolved.map((part, i) => {
      const passed = part.filter((one) => callerOf(one) === caller).flatMap(({ value }) => textOf(value) ?? [])
      const fixed = part.filter((one) => callerOf(one) === undefined).flatMap(({ value }) => textOf(value) ?? [])
      return passed.length > 0 ? passed : fixed.length > 0 ? fixed : (texts[i] ?? [])
    })
    return combine(own).map((v): Resolved => ({ value: { t: 'str', v }, trail }))
  })
}
