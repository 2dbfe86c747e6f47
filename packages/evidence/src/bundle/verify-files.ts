import { anyObject, asMembers } from '../evidence/members.ts'
import { readExportLine } from '../export/export-lines.ts'
import type { TrustedKeys, VerifiedCheckpoint } from '../log/verify-checkpoint.ts'
import { type StatementVerifier, verifyStatement } from '../sigma/verify-statement.ts'
import type { Challenge } from './challenge.ts'
import { clearanceOf, ERASURE, EvidenceFault, type Outcome, type ReadLeaf, within } from './judge-leaf.ts'
import { readRangeLine } from './range-lines.ts'
import { SequenceCheck } from './sequence-check.ts'
import type { OpenedRecord } from './shown-leaf.ts'
import { Trail, type TrailVerdict } from './trail.ts'
import { type VerifiedBundle, verifyBundle } from './verify-bundle.ts'
import { type VerifiedRange, verifyRange } from './verify-range.ts'

/** A file by its name. It is read more than once. */
export interface EvidenceFile {
  readonly name: string
  lines(): AsyncIterable<string> | Iterable<string>
}

/** What files of evidence were found to be. */
export interface EvidenceReport {
  /** Undefined where no file was looked at. */
  readonly tenant: string | undefined
  /** One of each size, the smallest tree first. */
  readonly checkpoints: readonly VerifiedCheckpoint[]
  /** The sizes of those of which it is shown that a larger one continues them. */
  readonly continued: ReadonlySet<number>
  /** Leaves that were seen whole: from the first to the one behind the last. */
  readonly ranges: readonly VerifiedRange[]
  readonly bundles: number
  readonly counts: Readonly<Record<Outcome, number>>
  /** Records that were shown themselves. */
  readonly shown: number
  /** Leaves of other tenants, and those of the tenant of which only the position is told. */
  readonly foreign: number
  readonly gone: number
  /** Records that were erased, and whose erasure has no record in these files. */
  readonly erasedUnnamed: number
  /** Sessions whose numbers began anew. */
  readonly restarts: number
  readonly attestations: number
  /** The first verdicts, and the first of those that are not proved. */
  readonly first: readonly TrailVerdict[]
  readonly notProved: readonly TrailVerdict[]
  /** The names of files that are no evidence. */
  readonly notLookedAt: readonly string[]
  /** What of a challenge was not answered, by its number; empty where all was. */
  readonly unanswered: readonly UnansweredNumber[] | undefined
}

interface UnansweredNumber {
  readonly number: number
  /** The id of the record, where its leaf is shown. */
  readonly id?: string
  readonly why: string
}

interface VerifyOptions {
  readonly challenge?: Challenge | undefined
  /** The verifier of proofs: the one that runs everywhere, unless a faster one is there. */
  readonly verify?: StatementVerifier
  /** How many verdicts a report has, and how many of those that are not proved; 1,000 unless told. */
  readonly most?: number
}

const USUAL_MOST = 1_000

/** Names of files that must be evidence. */
const EVIDENCE_NAME = /\.(?:json|jsonl|ndjson)$/
/** Files of these kinds are at home beside evidence. */
const OTHER_KINDS = /^\{"(?:challenge|export)":/

/**
 * Verifies bundles and ranges together: a clearance that one has, another may rely on.
 *
 * @throws {EvidenceFault} for the first fault.
 */
export async function verifyFiles(
  files: readonly EvidenceFile[],
  keys: TrustedKeys,
  { challenge, verify = verifyStatement, most = USUAL_MOST }: VerifyOptions = {},
): Promise<EvidenceReport> {
  const { bundles, ranges, exports, notLookedAt } = await sort(files, challenge !== undefined)
  const records = await readRecords(exports, challenge)
  const judging = { verify, recordOf: (leaf: ReadLeaf) => records.get(numberOf(challenge, leaf)) }
  const trail = new Trail(challenge, most)
  let [count, attestations] = [0, 0]
  for (const { name, lines } of bundles) {
    let line = 0
    for await (const text of withoutLastFeed(lines())) {
      line += 1
      const place = line === 1 ? name : `${name}, line ${line}`
      count += 1
      if (addBundle(verifyBundle(text, keys, judging, place), trail, place)) attestations += 1
    }
  }
  const order = new SequenceCheck()
  const seen: VerifiedRange[] = []
  for (const { file } of ranges) {
    const { from, to } = await verifyRange(file.lines(), { ...judging, keys }, trail, order, file.name)
    const last = seen.at(-1)
    if (last?.to === from) seen.splice(-1, 1, { from: last.from, to })
    else seen.push({ from, to })
  }
  trail.end()
  const { tenant, checkpoints, continued, counts, shown, foreign, gone, restarts, first, notProved } = trail
  return {
    ...{
      tenant,
      checkpoints,
      continued,
      ranges: seen,
      bundles: count,
      counts,
      shown,
      foreign,
      gone,
      restarts,
    },
    ...{ erasedUnnamed: trail.erasedUnnamed, attestations, first, notProved, notLookedAt },
    unanswered: challenge && unansweredOf(challenge, trail),
  }
}

async function sort(files: readonly EvidenceFile[], isChallenged: boolean) {
  const bundles: EvidenceFile[] = []
  const ranges: { readonly file: EvidenceFile; readonly from: number; readonly size: number }[] = []
  const exports: EvidenceFile[] = []
  const notLookedAt: string[] = []
  for (const file of files) {
    const head = await firstLineOf(file)
    if (head.startsWith('{"bundle":')) {
      bundles.push(file)
    } else if (head.startsWith('{"range":')) {
      const line = within(`${file.name}, line 1`, () => readRangeLine(head))
      const { from, size } = line.type === 'head' ? line : { from: 0, size: 0 }
      ranges.push({ file, from, size })
    } else if (isChallenged && head.startsWith('{"export":')) {
      exports.push(file)
    } else if (EVIDENCE_NAME.test(file.name) && !OTHER_KINDS.test(head)) {
      throw new EvidenceFault(file.name, 'it is neither a bundle nor a range.')
    } else {
      notLookedAt.push(file.name)
    }
  }
  // Of two that begin at one leaf that of the smaller tree comes first: the other one shows whether it continues it.
  ranges.sort((one, other) => one.from - other.from || one.size - other.size)
  return { bundles, exports, ranges, notLookedAt }
}

async function firstLineOf(file: EvidenceFile): Promise<string> {
  for await (const line of file.lines()) return line
  return ''
}

/** A file has a bundle on each line. Behind the last one may be a line feed. */
async function* withoutLastFeed(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let isEmpty = false
  for await (const line of lines) {
    // What stands behind an empty line is no bundle, and need not be read.
    if (isEmpty) return yield ''
    isEmpty = line === ''
    if (!isEmpty) yield line
  }
}

/** Tells whether it has an attestation. */
function addBundle(verified: VerifiedBundle, trail: Trail, name: string): boolean {
  const { checkpoint, leaf, verdict, clearance, erasure, hasAttestation } = verified
  trail.addTenant(verdict.part.tenant, name)
  trail.addCheckpoint(checkpoint, name)
  for (const one of [leaf, clearance?.leaf, erasure]) if (one !== undefined) trail.addLeaf(one, name)
  for (const known of [clearance, clearanceOf(leaf, verdict)]) if (known !== undefined) trail.addClearance(known)
  trail.addAct(leaf, verdict.isErasure === true)
  if (erasure !== undefined) trail.addAct(erasure, erasure.isErasure)
  trail.addBundle({ ...verdict, erasure: erasure?.part.id })
  return hasAttestation
}

/**
 * The records that a challenge names, of exports of the audit trail. Nothing else of an export is looked at: each
 * record is checked against the leaf.
 */
async function readRecords(exports: readonly EvidenceFile[], challenge: Challenge | undefined) {
  const records = new Map<number, OpenedRecord>()
  for (const { name, lines } of exports) {
    let count = 0
    for await (const text of lines()) {
      count += 1
      const line = text === '' ? undefined : readExportLine(text)
      if (text !== '' && line === undefined)
        throw new EvidenceFault(`${name}, line ${count}`, 'it is not of an export.')
      if (line?.type !== 'record' || line.content.type !== 'record') continue
      const number = challenge?.by === 'position' ? line.position : line.number - 1
      const { salt, record } = line.content
      if (challenge?.numbers.has(number) === true || isErasure(record)) {
        records.set(number, { salt, record: within(`${name}, line ${count}`, () => anyObject(record, 'record')) })
      }
    }
  }
  return records
}

/** Erasures answer for other records, whether they are named themselves or not. */
function isErasure(record: unknown): boolean {
  return asMembers(record)?.['event'] === ERASURE
}

function numberOf(challenge: Challenge | undefined, { index, part }: ReadLeaf): number {
  return challenge?.by === 'position' ? part.position : index
}

function unansweredOf({ by, numbers }: Challenge, trail: Trail) {
  return [...numbers].flatMap((number) => {
    const verdict = trail.named(number)
    const why = whyUnanswered(verdict, trail)
    const id = verdict === undefined ? {} : { id: verdict.part.id }
    return why === undefined ? [] : [{ number, ...id, why: by === 'leaf' ? why : why.replace('leaf', 'record') }]
  })
}

/** A leaf that was named needs a true proof, an opening, or the record of an erasure. */
function whyUnanswered(verdict: TrailVerdict | undefined, trail: Trail): string | undefined {
  if (verdict === undefined) return 'the leaf is not shown'
  const { outcome, isShown, part } = verdict
  if (outcome === 'proved') return undefined
  if (outcome === 'no-request') {
    return isShown || trail.showsErasure(verdict) ? undefined : 'it says to be no request, and the record is not shown'
  }
  // Nobody can open what its writer could not: the log itself says so.
  if (part.kind === 'unopened') return isShown ? undefined : 'it has neither a proof nor an opening'
  if (verdict.levels !== undefined) return whyNotOpened(verdict)
  if (isShown) return 'its record is shown, and not what opens its commitment'
  if (outcome !== 'erased') return 'it has neither a proof nor an opening'
  return trail.showsErasure(verdict) ? undefined : 'it was erased, and the record of its erasure is not shown'
}

/** What might be restored tells nothing without the clearance. */
function whyNotOpened({ part, isWithinClearance }: TrailVerdict): string | undefined {
  if (part.kind !== 'answered' || isWithinClearance === true) return undefined
  return 'it is opened, and the clearance on which it relies is not'
}
