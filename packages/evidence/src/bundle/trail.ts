import type { EvidencePart } from '../evidence/evidence-part.ts'
import { basisDigest } from '../evidence/make-evidence.ts'
import { type Digest, sameBytes } from '../log/hashes.ts'
import type { VerifiedCheckpoint } from '../log/verify-checkpoint.ts'
import type { Challenge } from './challenge.ts'
import { EvidenceFault, type KnownClearance, type LeafVerdict, type Outcome, type ReadLeaf } from './judge-leaf.ts'

/** What was found of one leaf, and the record of its erasure where one is named. */
export interface TrailVerdict extends LeafVerdict {
  readonly erasure?: string | undefined
}

/** Of the best first: what one file shows of a leaf, another need not show. */
const BEST_FIRST: readonly Outcome[] = ['proved', 'opened', 'no-request', 'erased', 'unproved', 'pending']
const SETTLED: readonly Outcome[] = ['proved', 'opened', 'no-request']

/** What several files show together: they are of one tenant and of one log. */
export class Trail {
  readonly #challenge: Challenge | undefined
  readonly #most: number
  readonly #clearances = new Map<string, KnownClearance>()
  readonly #checkpoints = new Map<number, VerifiedCheckpoint>()
  /** The indexes of the records of acts, by their ids. */
  readonly #acts = new Map<string, number>()
  /** Those of them whose record was shown, and is that of an erasure. */
  readonly #erasures = new Set<string>()
  /** The hashes of leaves that bundles show, by their indexes. */
  readonly #leaves = new Map<number, Digest>()
  readonly #named = new Map<number, TrailVerdict>()
  readonly #bundled = new Map<number, TrailVerdict>()
  readonly #erased: Pick<TrailVerdict, 'index' | 'erasure'>[] = []
  #tenant: string | undefined

  readonly counts: Record<Outcome, number> = {
    ...{ proved: 0, opened: 0, pending: 0, erased: 0, unproved: 0, 'no-request': 0 },
  }
  /** The first verdicts, and the first of those that are not proved. */
  readonly first: TrailVerdict[] = []
  readonly notProved: TrailVerdict[] = []
  /** The sizes of trees of which it is shown that a larger one begins with them. */
  readonly continued = new Set<number>()
  shown = 0
  foreign = 0
  gone = 0
  restarts = 0

  /** @param most how many verdicts are kept to be told one by one. */
  constructor(challenge: Challenge | undefined, most: number) {
    this.#challenge = challenge
    this.#most = most
  }

  get tenant(): string | undefined {
    return this.#tenant
  }

  get checkpoints(): readonly VerifiedCheckpoint[] {
    return [...this.#checkpoints.values()].sort((one, other) => one.head.size - other.head.size)
  }

  addCheckpoint(checkpoint: VerifiedCheckpoint, place: string): void {
    this.requireSameTree(checkpoint, place)
    const { size } = checkpoint.head
    this.#checkpoints.set(size, this.#checkpoints.get(size) ?? checkpoint)
  }

  /** Two trees of one size, both signed by the log, are a fork. */
  requireSameTree({ head }: VerifiedCheckpoint, place: string): void {
    const known = this.#checkpoints.get(head.size)
    if (known === undefined || sameBytes(known.head.root, head.root)) return
    throw new EvidenceFault(place, `the log has signed two trees of ${head.size} leaves (a fork): keep both files.`)
  }

  /** Keeps a leaf that a bundle shows. Another one at its place is a fork, whatever the sizes of the trees. */
  addLeaf({ index, hash }: Pick<ReadLeaf, 'index' | 'hash'>, place: string): void {
    this.requireSameLeaf(index, hash, place)
    this.#leaves.set(index, hash)
  }

  requireSameLeaf(index: number, hash: Digest, place: string): void {
    const known = this.#leaves.get(index)
    if (known === undefined || sameBytes(known, hash)) return
    throw new EvidenceFault(place, `another file has another leaf ${index} (a fork): keep both files.`)
  }

  checkpointOf(size: number): VerifiedCheckpoint | undefined {
    return this.#checkpoints.get(size)
  }

  addTenant(tenant: string, place: string): void {
    this.#tenant ??= tenant
    if (tenant !== this.#tenant) throw new EvidenceFault(place, 'it is of a second tenant: verify each by itself.')
  }

  addClearance(clearance: KnownClearance): void {
    const digest = basisDigest(clearance.leaf.part.basis)
    const known = this.#clearances.get(digest)
    const best = known?.isProved === true ? known : clearance
    this.#clearances.set(digest, { ...best, level: clearance.level ?? known?.level })
  }

  /** The clearance on which a request relies, where a file before it had it. */
  clearanceOf(part: EvidencePart): KnownClearance | undefined {
    return part.kind === 'answered' ? this.#clearances.get(part.basis) : undefined
  }

  /** @param isErasure whether its record was shown, and is that of an erasure. */
  addAct({ part, index }: ReadLeaf, isErasure: boolean): void {
    if (part.kind !== 'other') return
    this.#acts.set(part.id, index)
    if (isErasure) this.#erasures.add(part.id)
  }

  /** Keeps what a bundle shows: a range may have the same leaf, which counts once. */
  addBundle(verdict: TrailVerdict): void {
    const { index } = verdict
    this.#bundled.set(index, better(verdict, this.#bundled.get(index)))
  }

  /** Counts what a line of a range shows. */
  addRow(verdict: TrailVerdict): void {
    const { index } = verdict
    this.#count(better(verdict, this.#bundled.get(index)))
    this.#bundled.delete(index)
  }

  /** Counts the bundles whose leaves no range had. */
  end(): void {
    for (const verdict of this.#bundled.values()) this.#count(verdict)
    this.#bundled.clear()
  }

  #count(verdict: TrailVerdict): void {
    const { outcome, isShown, index, part } = verdict
    this.counts[outcome] += 1
    if (isShown) this.shown += 1
    if (outcome === 'erased') this.#erased.push({ index, erasure: verdict.erasure })
    if (this.first.length < this.#most) this.first.push(verdict)
    if (!SETTLED.includes(outcome) && this.notProved.length < this.#most) this.notProved.push(verdict)
    const key = this.#challenge?.by === 'position' ? part.position : index
    if (this.#challenge?.numbers.has(key) === true) this.#named.set(key, verdict)
  }

  /** Records that were erased, and whose erasure has no record in the files that were added. */
  get erasedUnnamed(): number {
    return this.#erased.filter((erased) => !this.hasErasure(erased)).length
  }

  /** Whether the record of the erasure that a verdict names is there, and stands behind what it erased. */
  hasErasure({ erasure, index }: Pick<TrailVerdict, 'index' | 'erasure'>): boolean {
    return erasure !== undefined && (this.#acts.get(erasure) ?? -1) > index
  }

  /** Whether its record was shown, too: any other act could be named in its place. */
  showsErasure({ erasure, index }: Pick<TrailVerdict, 'index' | 'erasure'>): boolean {
    return erasure !== undefined && this.hasErasure({ erasure, index }) && this.#erasures.has(erasure)
  }

  /** What was found of a number of the challenge. */
  named(number: number): TrailVerdict | undefined {
    return this.#named.get(number)
  }
}

function better(one: TrailVerdict, other: TrailVerdict | undefined): TrailVerdict {
  if (other === undefined) return one
  const best = BEST_FIRST.indexOf(one.outcome) <= BEST_FIRST.indexOf(other.outcome) ? one : other
  const worse = best === one ? other : one
  const [levels, erasure] = [best.levels ?? worse.levels, best.erasure ?? worse.erasure]
  const isWithinClearance = one.isWithinClearance === true || other.isWithinClearance === true
  return { ...best, isShown: one.isShown || other.isShown, isWithinClearance, levels, erasure }
}
