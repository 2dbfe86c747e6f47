import { type Assignment, isDueDate } from '../report/report-names.ts'
import { UsageError } from './usage-error.ts'

const MAX_ASSIGNMENTS = 200

/**
 * Reads `RSA=Platform team` and `RSA=2027-06-30`; without an algorithm it holds for all others, as `*`. Throws a
 * `UsageError`.
 */
export function readAssignments(
  owners: readonly string[],
  dues: readonly string[],
): Readonly<Record<string, Assignment>> {
  if (owners.length + dues.length > MAX_ASSIGNMENTS) {
    throw new UsageError(`--owner and --due can be given ${MAX_ASSIGNMENTS} times in all.`)
  }
  const found = new Map<string, Assignment>()
  for (const [algorithm, owner] of owners.map(split)) {
    if (owner === '') throw new UsageError('--owner is a name, or ALGORITHM=NAME.')
    found.set(algorithm, { ...found.get(algorithm), owner })
  }
  for (const [algorithm, due] of dues.map(split)) {
    if (!isDueDate(due)) throw new UsageError('--due is a day such as 2027-06-30 or a year, or ALGORITHM=DAY.')
    found.set(algorithm, { ...found.get(algorithm), due })
  }
  return Object.fromEntries(found)
}

function split(text: string): readonly [algorithm: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? ['*', text.trim()] : [text.slice(0, at).trim() || '*', text.slice(at + 1).trim()]
}
