import type { EvidencePart } from '../evidence/evidence-part.ts'
import type { TrailVerdict } from './trail.ts'
import type { EvidenceReport } from './verify-files.ts'

/** Leaves about which a report tells one by one. */
const MAX_EACH = 20

/**
 * Says in words what was found, and what was not.
 *
 * @param quorum how many witnesses had to cosign.
 * @param isEach whether every leaf is told of that the report has; else only those that are not proved, where they are
 *   many.
 */
export function describeReport(report: EvidenceReport, quorum: number, isEach = false): readonly string[] {
  const { tenant, first, unanswered, notLookedAt } = report
  if (tenant === undefined) return ['There is no evidence here: no file is a bundle or a range.']
  return [
    `No fault was found in the evidence of the tenant ${tenant}.`,
    ...describeLog(report, quorum),
    ...describeCounts(report),
    ...(isEach || first.length <= MAX_EACH ? first.map(describeLeaf) : describeMany(report)),
    ...describeLimits(report),
    ...(unanswered === undefined ? [] : describeChallenge(unanswered)),
    ...(notLookedAt.length === 0 ? [] : [`Not looked at, because they are no evidence: ${notLookedAt.join(', ')}.`]),
  ]
}

function describeMany({ counts, notProved }: EvidenceReport): readonly string[] {
  const rest = counts.pending + counts.unproved + counts.erased - MAX_EACH
  return [
    ...(counts.proved === 0
      ? []
      : [
          'Proved in zero knowledge, of each that is proved: its sensitivity, as it was detected, is at most the lowest level of the endpoints that got a part of it, and no value was restored above the clearance of its caller; of one of which nothing left, that nothing was restored.',
        ]),
    ...notProved.slice(0, MAX_EACH).map(describeLeaf),
    ...(rest > 0 ? [`And ${rest} more that are not proved: --each tells of every leaf.`] : []),
  ]
}

function describeLog({ checkpoints, continued, ranges }: EvidenceReport, quorum: number): readonly string[] {
  const newest = checkpoints.at(-1)
  if (newest === undefined) return []
  const { origin, head, witnesses, cosignedAt } = newest
  const when = cosignedAt === undefined ? '' : `, the last of them at ${new Date(cosignedAt * 1_000).toISOString()}`
  const older = checkpoints.slice(0, -1).map((checkpoint) => checkpoint.head.size)
  const loose = older.filter((size) => !continued.has(size))
  return [
    `Log: ${origin}, which has signed its tree of ${head.size} leaves. ${
      witnesses.length === 0
        ? `No witness has cosigned it${quorum === 0 ? ', and none was asked for' : ''}: the operator alone vouches for the tree.`
        : `Cosigned by ${witnesses.join(', ')}${when}.`
    }`,
    ...(older.length === 0
      ? []
      : [
          `There are older checkpoints, of ${older.join(', ')} leaves. ${
            loose.length === 0
              ? 'The larger trees continue them.'
              : `That a larger tree continues that of ${loose.join(', ')} leaves is not shown here.`
          }`,
        ]),
    ...ranges.map(
      ({ from, to }) =>
        `Leaves ${from} to ${to - 1} were seen whole: none is missing, added, altered or moved, and the records of the tenant and the events of its sessions have no gap.`,
    ),
  ]
}

function describeCounts({ counts, foreign, gone, shown, restarts, erasedUnnamed }: EvidenceReport): readonly string[] {
  const { proved, opened, pending, erased, unproved, 'no-request': noRequest } = counts
  const requests = proved + opened + pending + erased + unproved
  const told: readonly (readonly [number, string])[] = [
    [proved, 'proved'],
    [opened, 'opened'],
    [pending, 'pending: no proof yet, says whoever handed them over'],
    [unproved, 'unproved'],
    [erased, 'erased'],
  ]
  const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return [
    `Requests and clearances: ${requests}${parts.length === 0 ? '' : ` (${parts.join('; ')})`}. Other records: ${noRequest}, of which the log says only that they are there.`,
    ...(shown === 0 ? [] : [`Of ${shown}, the record itself is shown, and is the one that was committed to.`]),
    ...(erasedUnnamed === 0
      ? []
      : [
          `Of ${erasedUnnamed} that were erased, the record of the erasure is not shown: they are lost, says the operator.`,
        ]),
    ...(gone === 0 ? [] : [`Of ${gone} records of the tenant, only the position is told: nothing of them is shown.`]),
    ...(foreign === 0 ? [] : [`${foreign} leaves are said to be of other tenants.`]),
    ...(restarts === 0 ? [] : [`The numbers of ${restarts} sessions began anew, as they do after a long rest.`]),
  ]
}

/** Says what was proved of one leaf. */
function describeLeaf(verdict: TrailVerdict): string {
  const { index, part, outcome, levels, isShown, erasure } = verdict
  const name = `Leaf ${index}, record ${part.id}`
  const what = `${name}, ${describeKind(part)}`
  const erased = erasure !== undefined && outcome !== 'erased' ? ' Its record was erased since, it says.' : ''
  const shown = isShown ? ' The record itself is shown.' : erased
  switch (outcome) {
    case 'proved':
      return `${what} Proved in zero knowledge: ${describeClaim(part)}${describeLevels(levels)}${shown}`
    case 'opened':
      return `${what} Not proved, but opened:${describeLevels(levels)}${shown}`
    case 'pending':
      return verdict.why === 'clearance-pending'
        ? `${what} Its proof is true, but the clearance on which it relies has none yet.${shown}`
        : `${what} Not proved yet: pending, says whoever handed it over.${shown}`
    case 'unproved':
      return verdict.why === 'clearance-not-shown'
        ? `${what} Its proof cannot be checked: the clearance that it names is not shown here.${shown}`
        : `${what} Not proved.${shown}`
    case 'erased':
      return `${what} Erased: that it was there and what stands here is shown; nothing more can be proved.`
    case 'no-request':
      return `${what}${shown}`
  }
}

function describeKind(part: EvidencePart): string {
  const asked = 'endpoints' in part ? describeEndpoints(part.endpoints) : ''
  switch (part.kind) {
    case 'answered':
      return `a request whose answer began to leave (${part.decision}); ${asked}.`
    case 'refused':
      return `a request of whose answer nothing left (${part.decision}); ${asked}.`
    case 'clearance':
      return 'the clearance of a caller in a session.'
    case 'unopened':
      return 'a request whose commitments could not be opened.'
    case 'other':
      return 'no request, it says; there is nothing to prove.'
  }
}

function describeEndpoints(endpoints: readonly (readonly [string, number])[]): string {
  if (endpoints.length === 0) return 'it went to no endpoint'
  return `it went to ${endpoints.map(([name, level]) => `${name} (up to level ${level})`).join(', ')}`
}

function describeClaim(part: EvidencePart): string {
  switch (part.kind) {
    case 'answered':
      return `its sensitivity, as it was detected, is a level from 0 to ${part.permitted ?? 7}, and no value was restored above the clearance of its caller, which is a level from 0 to 7.`
    case 'refused':
      return `its sensitivity, as far as it was detected, is a level from 0 to ${part.permitted ?? 7}, and nothing was restored.`
    default:
      return 'it is a level from 0 to 7.'
  }
}

function describeLevels(levels: TrailVerdict['levels']): string {
  if (levels === undefined) return ''
  return 'clearance' in levels
    ? ` Opened: the clearance is ${levels.clearance}.`
    : ` Opened: the sensitivity is ${levels.sensitivity}, and values up to level ${levels.restored} might be restored.`
}

function describeLimits({ attestations, counts }: EvidenceReport): readonly string[] {
  return [
    ...(attestations === 0 ? [] : [`${attestations} bundles have an attestation, which was not verified.`]),
    ...(counts.proved === 0
      ? []
      : [
          'The proofs bind by discrete logarithms. Not shown: that what was detected was right, and that a request went through the gateway at all. docs/evidence-protocol.md says what else.',
        ]),
  ]
}

function describeChallenge(unanswered: NonNullable<EvidenceReport['unanswered']>): readonly string[] {
  if (unanswered.length === 0)
    return ['Each number of the challenge has a proof, an opening or the record of its erasure.']
  return [
    `CHALLENGE NOT ANSWERED: ${unanswered.length} of its numbers have neither a proof nor an opening nor the record of an erasure:`,
    ...unanswered.map(({ number, id, why }) => `  ${number}${id === undefined ? '' : ` (record ${id})`}: ${why}`),
    'Whoever runs the service makes their proofs, or opens them: see "Challenges" in docs/evidence.md. Put the answers into the folder and verify again.',
  ]
}
