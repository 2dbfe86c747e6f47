import { type StatementVerifier, verifyExport, verifyFiles } from '@sluice/evidence'
import { formatUtc } from '../../design/time-words.ts'
import type { EvidenceReport } from './evidence-report.ts'
import { describeKind, leafWords } from './leaf-words.ts'
import { linesOf, type NamedBlob } from './lines-of.ts'
import type { TrustedKeys } from './read-keys.ts'

export type Outcome = keyof EvidenceReport['counts']
type Export = Awaited<ReturnType<typeof verifyExport>> & { readonly name: string }

/** One entry of the log that the files show. */
export interface LeafFinding {
  readonly index: number
  readonly record: string
  /** What it is, as the log has committed to it. */
  readonly what: string
  readonly outcome: Outcome
  /** What was proved of it, or why nothing was. */
  readonly words: string
}

/** What files show, in plain words. */
export interface EvidenceFindings {
  /** Undefined where none of the files is evidence. */
  readonly tenant: string | undefined
  readonly proved: readonly string[]
  readonly notProved: readonly string[]
  readonly leaves: readonly LeafFinding[]
}

/** How many entries are told of one by one. */
const MAX_LEAVES = 1_000
const EXPORT = /^\{"export":/

/**
 * Verifies bundles, ranges and exports of the trail together, and says what they show.
 *
 * @throws {EvidenceFault | ExportFault | UnreadableFile} for the first fault.
 */
export async function findInFiles(
  files: readonly NamedBlob[],
  keys: TrustedKeys,
  verify: StatementVerifier,
): Promise<EvidenceFindings> {
  const exports: Export[] = []
  const rest: NamedBlob[] = []
  for (const file of files) {
    const head = await file.content.slice(0, 16).text()
    if (!EXPORT.test(head)) rest.push(file)
    else exports.push({ name: file.name, ...(await verifyExport(linesOf(file), keys)) })
  }
  const report = await verifyFiles(
    rest.map((file) => ({ name: file.name, lines: () => linesOf(file) })),
    keys,
    { verify, most: MAX_LEAVES },
  )
  return explain(report, exports, keys.quorum)
}

/** Says in sentences what was proved and what was not. */
export function explain(report: EvidenceReport, exports: readonly Export[], quorum: number): EvidenceFindings {
  const hasEvidence = report.tenant !== undefined
  return {
    tenant: report.tenant ?? exports[0]?.tenant,
    proved: [...(hasEvidence ? provedBy(report) : []), ...exports.flatMap(provedByExport)],
    notProved: [
      ...(hasEvidence ? notProvedBy(report, quorum) : []),
      ...exports.flatMap((one) => notProvedByExport(one, quorum)),
      ...report.notLookedAt.map((name) => `${name} was not looked at: it is no evidence.`),
    ],
    leaves: report.first.map((verdict) => ({
      index: verdict.index,
      record: verdict.part.id,
      what: describeKind(verdict.part),
      outcome: verdict.outcome,
      words: leafWords(verdict),
    })),
  }
}

function provedBy(report: EvidenceReport): string[] {
  const { checkpoints, continued, ranges, bundles, counts, shown, tenant } = report
  const newest = checkpoints.at(-1)
  const older = checkpoints.slice(0, -1).filter(({ head }) => continued.has(head.size))
  return [
    ...(newest === undefined ? [] : [signed(newest)]),
    ...(bundles === 0
      ? []
      : [
          `${number(bundles, 'bundle')} of the tenant ${tenant}: each record stands in that tree, and the log has committed to it as it is shown here.`,
        ]),
    ...ranges.map(
      ({ from, to }) =>
        `The entries ${from} to ${to - 1} were seen whole: none is missing, added, altered or moved, and the sessions of the tenant have no gap.`,
    ),
    ...(counts.proved === 0
      ? []
      : [
          `${number(counts.proved, 'request or clearance', 'requests and clearances')} kept the rules, proved in zero knowledge: the sensitivity, as it was detected, is at most the lowest level of the endpoints that got a part of it, and no value was restored above the clearance of its caller.`,
        ]),
    ...(counts.opened === 0
      ? []
      : [`${number(counts.opened, 'record')} opened: the commitment holds exactly the levels that are told.`]),
    ...(shown === 0 ? [] : [`${number(shown, 'record')} shown whole, as the log has committed to it.`]),
    ...(older.length === 0
      ? []
      : [
          `The newest tree continues ${number(older.length, 'older checkpoint')}: nothing was taken out of the log since.`,
        ]),
  ]
}

function signed({ origin, head, witnesses, cosignedAt }: EvidenceReport['checkpoints'][number]): string {
  const tree = `The log ${origin} has signed a tree of ${number(head.size, 'entry', 'entries')}`
  if (witnesses.length === 0) return `${tree}.`
  const when = cosignedAt === undefined ? '' : `, the last at ${formatUtc(new Date(cosignedAt * 1_000).toISOString())}`
  return `${tree}, and ${witnesses.join(', ')} cosigned it${when}.`
}

function provedByExport({ name, origin, head, rows, erased, isFiltered, lastPosition, witnesses }: Export): string[] {
  const cosigned = witnesses.length === 0 ? '' : `, cosigned by ${witnesses.join(', ')}`
  return [
    `${name}: each of its ${number(rows, 'record')} stands in the tree of ${number(head.size, 'entry', 'entries')} that ${origin} has signed${cosigned}, unaltered.`,
    ...(isFiltered ? [] : [`${name}: no record up to position ${lastPosition} is missing or moved.`]),
    ...(erased === 0 ? [] : [`${name}: of ${number(erased, 'erased record')} it is shown that it was there.`]),
  ]
}

function notProvedByExport({ name, isFiltered, witnesses }: Export, quorum: number): string[] {
  return [
    ...(isFiltered ? [`${name}: whether a record is missing. It was exported with conditions.`] : []),
    ...(witnesses.length === 0 ? [aloneVouches(quorum)] : []),
  ]
}

function notProvedBy(report: EvidenceReport, quorum: number): string[] {
  const { checkpoints, continued, counts, attestations, foreign, gone, erasedUnnamed, restarts } = report
  const loose = checkpoints.slice(0, -1).filter(({ head }) => !continued.has(head.size))
  return [
    'That what was detected in a request was right, and that every request went through the gateway.',
    ...(checkpoints.at(-1)?.witnesses.length === 0 ? [aloneVouches(quorum)] : []),
    ...told(counts.pending, 'has no proof yet', 'have no proof yet', 'Ask for the evidence again later.'),
    ...told(counts.unproved, 'is not proved', 'are not proved'),
    ...told(counts.erased, 'was erased', 'were erased', 'That it was there is shown, and no more.'),
    ...(erasedUnnamed === 0 ? [] : [`Of ${erasedUnnamed} of them the record of the erasure is not shown.`]),
    ...(counts['no-request'] === 0
      ? []
      : [`${number(counts['no-request'], 'other record')}: the log says only that they are there.`]),
    ...(gone === 0 ? [] : [`Of ${number(gone, 'record')} of the tenant only the position is told.`]),
    ...(foreign === 0 ? [] : [`${number(foreign, 'entry', 'entries')} of the log are said to be of other tenants.`]),
    ...(restarts === 0 ? [] : [`The numbers of ${number(restarts, 'session')} began anew, as after a long rest.`]),
    ...(attestations === 0 ? [] : [`${number(attestations, 'attestation')} was not verified: nothing here can.`]),
    ...(loose.length === 0
      ? []
      : [`That the newest tree continues those of ${loose.map(({ head }) => head.size).join(', ')} entries.`]),
  ]
}

function aloneVouches(quorum: number): string {
  return quorum === 0
    ? 'That others have seen the same log: no witness was asked for, so the operator alone vouches for the tree.'
    : 'That others have seen the same log: no witness has cosigned it.'
}

function told(count: number, one: string, many: string, more = ''): string[] {
  if (count === 0) return []
  return [`${count} ${count === 1 ? `request ${one}` : `requests ${many}`}.${more === '' ? '' : ` ${more}`}`]
}

function number(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
