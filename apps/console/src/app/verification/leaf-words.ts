import type { EvidenceReport } from './evidence-report.ts'

type Verdict = EvidenceReport['first'][number]
type Part = Verdict['part']

/** Says what a record is, as far as the log has committed to it. */
export function describeKind(part: Part): string {
  switch (part.kind) {
    case 'answered':
      return `Request, ${part.decision}; ${describeEndpoints(part.endpoints)}`
    case 'refused':
      return `Request of which nothing left, ${part.decision}; ${describeEndpoints(part.endpoints)}`
    case 'clearance':
      return 'Clearance of a caller in a session'
    case 'unopened':
      return 'Request whose commitments could not be opened'
    case 'other':
      return 'No request'
  }
}

function describeEndpoints(endpoints: readonly (readonly [string, number])[]): string {
  if (endpoints.length === 0) return 'sent to no endpoint'
  return `sent to ${endpoints.map(([name, level]) => `${name} (up to level ${level})`).join(', ')}`
}

/** Says what was proved of a record, or why nothing was. */
export function leafWords({ part, outcome, why, levels, isShown }: Verdict): string {
  const shown = isShown ? ' The record itself is shown.' : ''
  switch (outcome) {
    case 'proved':
      return `${claimOf(part)}${levelWords(levels)}${shown}`
    case 'opened':
      return `Not proved, but opened.${levelWords(levels)}${shown}`
    case 'pending':
      return why === 'clearance-pending'
        ? `Its proof is true; the clearance on which it relies has none yet.${shown}`
        : `Its proof is still to come, says who handed it over.${shown}`
    case 'unproved':
      return why === 'clearance-not-shown'
        ? `Its proof cannot be checked: the clearance that it names is not among the files.${shown}`
        : `Nothing was proved of it.${shown}`
    case 'erased':
      return 'Erased: that it was there is shown, and no more.'
    case 'no-request':
      return `There is nothing to prove.${shown}`
  }
}

function claimOf(part: Part): string {
  switch (part.kind) {
    case 'answered':
      return `Its sensitivity is at most level ${part.permitted ?? 7}, and nothing was restored above the clearance of its caller.`
    case 'refused':
      return `Its sensitivity is at most level ${part.permitted ?? 7}, and nothing was restored.`
    default:
      return 'It is a level from 0 to 7.'
  }
}

function levelWords(levels: Verdict['levels']): string {
  if (levels === undefined) return ''
  return 'clearance' in levels
    ? ` The clearance is ${levels.clearance}.`
    : ` The sensitivity is ${levels.sensitivity}; values up to level ${levels.restored} might be restored.`
}
