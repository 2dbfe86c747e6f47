import type { Fault, Rule } from './fault.ts'

/** Folders in which a rule is not enforced yet. */
type PendingFaults = Readonly<Partial<Record<Rule, readonly string[]>>>

/** What is not enforced while these folders are rebuilt. It must become empty. */
export const PENDING_FAULTS: PendingFaults = {}

/** Leaves out the faults of rules that are not enforced yet. */
export function leaveOutPending(faults: readonly Fault[], pending: PendingFaults): Fault[] {
  return faults.filter(({ path, rule }) => !pending[rule]?.some((folder) => path.startsWith(`${folder}/`)))
}
