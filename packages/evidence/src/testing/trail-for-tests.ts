import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { toBase64Url } from '../base64url.ts'
import { type Bundle, type CompanionLeaf, writeBundle } from '../bundle/bundle.ts'
import { type RangeLine, writeRangeLine } from '../bundle/range-lines.ts'
import type { LeafState, ShownLeaf } from '../bundle/shown-leaf.ts'
import { type EvidencePart, type RecordPlace, writeEvidence } from '../evidence/evidence-part.ts'
import { layerTextsOf } from '../evidence/layer-texts.ts'
import { basisDigest, claimsDigest, makeRequestEvidence, openingDigest } from '../evidence/make-evidence.ts'
import { writeCheckpoint } from '../log/checkpoint.ts'
import { hashLeaf } from '../log/hashes.ts'
import { subtreesBetween } from '../log/leaf-range.ts'
import { writeLogProof } from '../log/log-proof.ts'
import { commitToDigests, digestRecord } from '../log/record-commitment.ts'
import { writeNote } from '../log/signed-note.ts'
import { growTree, TileTree } from '../log/tile-tree.ts'
import type { NoteSigner } from '../node/note-signer.ts'
import { openEvidenceProver } from '../node/prover.ts'
import { packLevels, shiftOf } from '../sigma/committed-number.ts'
import type { EvidenceProver, Mask } from '../sigma/evidence-prover.ts'
import type { LevelStatement } from '../sigma/level-statements.ts'
import { text32 } from './evidence-for-tests.ts'
import { LOG_SIGNER, WITNESS } from './export-for-tests.ts'

/** A record as a test asks for it. Levels that break the rules give a proof that is false, or none. */
interface RecordForTests {
  readonly kind: EvidencePart['kind']
  readonly tenant?: string
  readonly session?: number
  readonly events?: number
  /** Where it begins anew, or leaves some out. */
  readonly sequence?: number
  readonly decision?: string
  readonly endpoints?: readonly (readonly [string, number])[]
  readonly s?: number
  readonly r?: number
  readonly c?: number
  /** The index of the leaf of its clearance. */
  readonly clearance?: number
  readonly state?: LeafState
  /** The index of the leaf of its erasure. */
  readonly erasure?: number
  /** What its record says it did, where it is an act. */
  readonly event?: string
}

/** A leaf with everything that is secret of it. */
interface LeafForTests {
  readonly asked: RecordForTests
  readonly part: EvidencePart
  readonly evidence: string
  readonly record: Record<string, unknown>
  readonly salt: Uint8Array
  readonly secrets: { readonly k: Uint8Array; readonly a: Uint8Array; readonly t: Uint8Array }
  readonly recordDigest: Uint8Array
  readonly hash: Uint8Array
  readonly entry: Uint8Array
}

/** A request of each kind and everything beside it, of one tenant among two. */
export const RECORDS_FOR_TESTS: readonly RecordForTests[] = [
  { kind: 'clearance', session: 41, c: 5 },
  { kind: 'other', tenant: 'beta' },
  {
    kind: 'answered',
    session: 41,
    clearance: 0,
    endpoints: [
      ['hosted', 5],
      ['own', 3],
    ],
    s: 3,
    r: 5,
    events: 7,
  },
  { kind: 'refused', session: 41, clearance: 0, decision: 'denied', s: 6, events: 2 },
  { kind: 'other', session: 41 },
  { kind: 'answered', session: 41, clearance: 0, decision: 'aborted', s: 7, erasure: 8 },
  { kind: 'answered', session: 41, clearance: 0, endpoints: [['own', 3]], s: 0, r: 1, state: 'erased', erasure: 8 },
  { kind: 'answered', tenant: 'beta', session: 9, clearance: 1, s: 0, state: 'unproved' },
  { kind: 'other', event: 'person.erased' },
  { kind: 'unopened', session: 41, state: 'unproved' },
  { kind: 'clearance', session: 42, c: 7 },
  { kind: 'answered', session: 42, clearance: 10, endpoints: [['own', 3]], s: 1, r: 7, state: 'pending' },
  { kind: 'refused', session: 43, decision: 'held', endpoints: [['guard', 6]], s: 6 },
]

interface TrailOptions {
  readonly signers?: readonly NoteSigner[]
  readonly origin?: string
  /** Makes a record say something else than its evidence part. */
  readonly change?: (index: number, record: Record<string, unknown>) => unknown
  /** Puts the records into the log the other way round. */
  readonly isReversed?: boolean
  /** Publishes masks that the secrets do not open. */
  readonly hasOtherMasks?: boolean
}

/** Makes a log with these records, its proofs, and a signed checkpoint. */
export async function makeTrail(records = RECORDS_FOR_TESTS, options: TrailOptions = {}) {
  const { signers = [LOG_SIGNER, WITNESS], origin = 'example.org/log' } = options
  const prover = await openEvidenceProver()
  const made = commitTo(records, prover, options)
  const madeProofs = made.map((leaf) => prove(leaf, made[leaf.asked.clearance ?? -1], origin, prover))
  const [leaves, proofs] =
    options.isReversed === true ? [made.toReversed(), madeProofs.toReversed()] : [made, madeProofs]
  const { tree, read } = await growTreeOf(leaves)
  const checkpointAt = async (size: number) => {
    const text = writeCheckpoint({ origin, size, root: await tree.root(size) })
    return writeNote({ text, signatures: signers.map((signer) => signer.sign(text, 1.76e12)) })
  }
  const checkpoint = await checkpointAt(leaves.length)

  const shown = (index: number): ShownLeaf & { state: LeafState } => {
    const { evidence, recordDigest, part, asked } = leafAt(leaves, index)
    const proof = proofs[index] ?? null
    return { evidence, recordDigest, proof, state: asked.state ?? (isProvable(part) ? 'proved' : 'unproved') }
  }
  const companion = async (index: number): Promise<CompanionLeaf> => {
    const { state: _state, ...leaf } = shown(index)
    return { ...leaf, index, path: await tree.inclusionProof(index) }
  }
  const bundle = async (index: number): Promise<Bundle> => {
    const { part, asked } = leafAt(leaves, index)
    const { clearance, erasure } = asked
    return {
      ...shown(index),
      logProof: writeLogProof({ index, path: await tree.inclusionProof(index), checkpoint }),
      clearance:
        part.kind === 'answered' && clearance !== undefined
          ? await companion(leaves.indexOf(leafAt(made, clearance)))
          : null,
      ...(erasure === undefined ? {} : { erasure: await companion(erasure) }),
    }
  }
  /** The lines of a range, as they are read. */
  const range = async (from = 0, to = leaves.length, tenant = 'acme'): Promise<readonly RangeLine[]> => {
    const beside = async (start: number, end: number) => await tree.subtrees(subtreesBetween(start, end))
    const [left, right] = [await beside(0, from), await beside(to, leaves.length)]
    const rows = leaves.slice(from, to).map(({ part, entry, asked }, at): RangeLine => {
      if (part.tenant !== tenant) return { type: 'foreign', entry }
      const erasure = asked.erasure === undefined ? {} : { erasure: leafAt(leaves, asked.erasure).part.id }
      return { type: 'row', ...shown(from + at), ...erasure }
    })
    const own = rows.filter(({ type }) => type === 'row').length
    const head = { type: 'head', tenant, from, to, size: leaves.length, checkpoint, left, right } as const
    return [head, ...rows, { type: 'end', rows: own }]
  }
  /** The path of a leaf in the tree as it was. */
  const pathIn = async (index: number, size: number) => await new TileTree(size, read).inclusionProof(index)
  return {
    ...{ leaves, checkpoint, pathIn, checkpointAt, shown, companion, bundle, range },
    /** What a leaf has where its record is shown. */
    opened: (index: number, withSecrets = true) => {
      const { salt, record, secrets } = leafAt(leaves, index)
      return { opened: { salt, record, ...(withSecrets ? { secrets } : {}) } }
    },
    bundleText: async (index: number) => writeBundle(await bundle(index)),
    /** The bundle of a leaf as it was when the log had so many leaves. */
    bundleTextAt: async (index: number, size: number) => {
      const { clearance, ...own } = await bundle(index)
      const logProof = writeLogProof({ index, path: await pathIn(index, size), checkpoint: await checkpointAt(size) })
      const then = clearance && { ...clearance, path: await pathIn(clearance.index, size) }
      return writeBundle({ ...own, logProof, clearance: then })
    },
    rangeText: async (from?: number, to?: number) => rangeText(await range(from, to)),
  }
}

function commitTo(
  records: readonly RecordForTests[],
  prover: EvidenceProver,
  options: TrailOptions,
): readonly LeafForTests[] {
  const positions = new Map<string, number>()
  const sequences = new Map<number, number>()
  const leaves: LeafForTests[] = []
  for (const [index, asked] of records.entries()) {
    const { tenant = 'acme', session, events = 1 } = asked
    const position = (positions.get(tenant) ?? 0) + 1
    positions.set(tenant, position)
    const sequence = session === undefined ? 1 : (asked.sequence ?? sequences.get(session) ?? 1)
    if (session !== undefined) sequences.set(session, sequence + events)
    const id = `0199c1ab-0000-7000-8000-${String(index).padStart(12, '0')}`
    const inSession = session === undefined ? undefined : { session, sequence, events }
    const place = { tenant, position, id, time: 1_760_000_000_000 + index, inSession }
    const { change, hasOtherMasks } = options
    const mask = prover.createMask()
    const published = toBase64Url((hasOtherMasks === true ? prover.createMask() : mask).masked)
    leaves.push(commit(asked, place, leaves, { mask, published }, (record) => change?.(index, record)))
  }
  return leaves
}

function commit(
  asked: RecordForTests,
  place: RecordPlace,
  before: readonly LeafForTests[],
  { mask, published }: { readonly mask: Mask; readonly published: string },
  change: (record: Record<string, unknown>) => unknown,
): LeafForTests {
  const secrets = { k: new Uint8Array(randomBytes(32)), a: mask.value, t: mask.blinding }
  const facts = recordOf(asked, place)
  const part = partOf(asked, place, facts, secrets, published, before)
  const record = { ...facts, ...publishedBy(part) }
  change(record)
  const salt = new Uint8Array(randomBytes(32))
  const { position, inSession } = place
  const sequence = inSession === undefined ? {} : { sequence: inSession.sequence }
  const evidence = writeEvidence(part)
  const recordDigest = digestRecord(salt, encode(canonicalize({ position, ...sequence, record }) ?? ''))
  const entry = commitToDigests(encode(evidence), recordDigest)
  return { asked, part, evidence, record, salt, secrets, recordDigest, entry, hash: hashLeaf(entry) }
}

/** What the record of a request or a clearance holds of its evidence part. */
function publishedBy(part: EvidencePart): object {
  if (part.kind === 'clearance') return { basis: part.basis }
  if (!('masked' in part)) return {}
  const { kind, basis, endpoints, permitted, residual, masked, shift } = part
  return { evidence: { kind, basis, endpoints, permitted, residual, masked, shift } }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function growTreeOf(leaves: readonly LeafForTests[]) {
  const tiles = new Map<string, Uint8Array>()
  const read = async ({ level, index, width }: { level: number; index: number; width: number }) =>
    (tiles.get(`${level}/${index}`) ?? new Uint8Array()).slice(0, width * 32)
  const hashes = leaves.map(({ hash }) => hash)
  for (const tile of await growTree(0, hashes, read)) tiles.set(`${tile.level}/${tile.index}`, tile.bytes)
  return { tree: new TileTree(leaves.length, read), read }
}

function isProvable({ kind }: EvidencePart): boolean {
  return kind !== 'other' && kind !== 'unopened'
}

function prove(
  { part, asked, secrets, hash }: LeafForTests,
  clearance: LeafForTests | undefined,
  logOrigin: string,
  prover: EvidenceProver,
): Uint8Array | null {
  const { s = 0, r = 0, c = 0, state = 'proved' } = asked
  if (!isProvable(part) || state !== 'proved') return null
  const ofClearance = { clearance: c, blindings: [secrets.t] }
  const blindings = part.kind === 'answered' && clearance ? [secrets.t, clearance.secrets.t] : [secrets.t]
  const ofRequest = { sensitivity: s, restored: r, clearance: clearance?.asked.c ?? 0, blindings }
  const context = { logOrigin, leafHash: hash }
  const statement = statementOf(part, clearance?.part)
  return prover.prove(statement, context, part.kind === 'clearance' ? ofClearance : ofRequest)
}

/** The lines of a range as they stand in its file. */
export const rangeText = (lines: readonly RangeLine[]): readonly string[] => lines.map(writeRangeLine)

function leafAt(leaves: readonly LeafForTests[], index: number): LeafForTests {
  const leaf = leaves[index]
  if (leaf === undefined) throw new RangeError('No such leaf.')
  return leaf
}

const CLAIMS = {
  ...{ sub: 'u-1', username: 'alice', client: 'app', roles: ['SOC Analyst'], groups: [], departments: ['it'] },
  policy_version: 'p-1',
}

function recordOf(asked: RecordForTests, { id, tenant, time, inSession }: RecordPlace): Record<string, unknown> {
  const kinds = {
    answered: 'request',
    refused: 'request',
    unopened: 'request',
    clearance: 'clearance',
    other: 'control',
  }
  const of = { kind: kinds[asked.kind], version: 1, id, time_ms: time, tenant }
  const named = inSession === undefined ? of : { ...of, session_id: inSession.session }
  if (asked.kind === 'clearance') return { ...named, ...CLAIMS, clearance: asked.c ?? 0 }
  if (asked.kind === 'other') return { ...named, event: asked.event ?? 'user.frozen' }
  const layers = ['L0', 'L2', 'L5'].map((layer) => ({ layer, outcome: 'allow', duration_ms: 0.1, findings: 0 }))
  const tile = asked.s === 7 ? {} : { tile: { level: asked.s ?? 0 } }
  return {
    ...named,
    ...tile,
    outcome: asked.decision ?? 'answered',
    layers,
    violations: [{ layer: 'L2', policy_id: 'p' }],
  }
}

function partOf(
  asked: RecordForTests,
  place: RecordPlace,
  record: Record<string, unknown>,
  secrets: LeafForTests['secrets'],
  masked: string,
  leaves: readonly LeafForTests[],
): EvidencePart {
  const { kind, s = 0, r = 0, c = 0, endpoints = [], decision = 'answered' } = asked
  if (kind === 'other' || kind === 'unopened') return { ...place, kind }
  if (kind === 'clearance') {
    const claims = claimsDigest(secrets.k, canonicalize({ ...CLAIMS, clearance: c }) ?? '')
    const digests = { schema: text32(1), registry: text32(2), entities: text32(3), claims }
    const committed = { masked, shift: toBase64Url(shiftOf(secrets.a, c)), opening: openingDigest(secrets) }
    return { ...place, kind, basis: { id: place.id, policies: text32(5), ...digests, ...committed } }
  }
  const clearance = leaves[asked.clearance ?? -1]?.part
  const shift = toBase64Url(shiftOf(secrets.a, packLevels({ sensitivity: s, restored: r })))
  const basis = clearance?.kind === 'clearance' ? basisDigest(clearance.basis) : null
  const texts = layerTextsOf(Object(record['layers'] ?? []), Object(record['violations'] ?? []))
  const opening = { ...secrets, prompt: new Uint8Array(32), restored: new Uint8Array(32) }
  // A test may ask for what no gateway writes.
  const facts = { kind, decision, basis: kind === 'answered' ? (basis ?? text32(0)) : basis, endpoints, residual: null }
  return makeRequestEvidence(
    place,
    { ...facts, masked, shift } as Parameters<typeof makeRequestEvidence>[1],
    opening,
    texts,
  )
}

function statementOf(part: EvidencePart, clearance: EvidencePart | undefined): LevelStatement {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const of = ({ masked, shift }: { masked: string; shift: string }) => ({ masked: bytes(masked), shift: bytes(shift) })
  if (part.kind === 'clearance') return { kind: 'clearance', ...of(part.basis) }
  if (part.kind === 'refused') return { kind: 'refused', permittedLevel: part.permitted ?? 7, ...of(part) }
  if (part.kind !== 'answered' || clearance?.kind !== 'clearance') throw new RangeError('There is nothing to prove.')
  const statement = { kind: 'answered', permittedLevel: part.permitted ?? 7, ...of(part) } as const
  return { ...statement, clearance: of(clearance.basis) }
}
