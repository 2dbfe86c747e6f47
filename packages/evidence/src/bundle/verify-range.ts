import { hashLeaf, sameBytes } from '../log/hashes.ts'
import { GrowingRoot, type Subtree, subtreesBetween } from '../log/leaf-range.ts'
import { InvalidNote } from '../log/signed-note.ts'
import { type TrustedKeys, type VerifiedCheckpoint, verifyCheckpoint } from '../log/verify-checkpoint.ts'
import {
  clearanceOf,
  EvidenceFault,
  type Judging,
  judgeLeaf,
  type ProofCheck,
  readShownLeaf,
  within,
} from './judge-leaf.ts'
import { type RangeHead, type RangeLine, type RangeRow, readRangeLine } from './range-lines.ts'
import type { SequenceCheck } from './sequence-check.ts'
import type { Trail } from './trail.ts'

/** The leaves of a range, from the first to the one behind the last. */
export interface VerifiedRange {
  readonly from: number
  readonly to: number
}

interface RangeTrust extends Judging {
  readonly keys: TrustedKeys
}

/**
 * Verifies a range line by line: that its leaves are those of the log, none missing, added or moved; that the records
 * of the tenant and the events of its sessions have no gap; and each proof.
 *
 * @param order what was seen of the range before it, where that ended at its first leaf.
 * @throws {EvidenceFault} for the first fault. What is told before the range has ended may yet be false.
 */
export async function verifyRange(
  lines: AsyncIterable<string> | Iterable<string>,
  trust: RangeTrust,
  trail: Trail,
  order: SequenceCheck,
  place = 'The range',
): Promise<VerifiedRange> {
  let verifier: RangeVerifier | undefined
  let number = 0
  /** Whether the line feed behind the last line was read. */
  let isFed = false
  for await (const text of lines) {
    number += 1
    const at = `${place}, line ${number}`
    if (text === '' && verifier?.isOver && !isFed) {
      isFed = true
      continue
    }
    const line = within(at, () => readRangeLine(text))
    if (line.type === 'head' && verifier === undefined) verifier = new RangeVerifier(line, trust, trail, order, at)
    else if (line.type !== 'head' && verifier?.isOver === false) verifier.add(line, at)
    else throw new EvidenceFault(at, 'it does not belong there.')
  }
  if (verifier?.isOver !== true) throw new EvidenceFault(place, 'it is cut off: its last line is missing.')
  return verifier.head
}

class RangeVerifier {
  readonly head: RangeHead
  readonly #checkpoint: VerifiedCheckpoint
  readonly #check: ProofCheck
  readonly #trail: Trail
  readonly #order: SequenceCheck
  readonly #root = new GrowingRoot()
  readonly #right: readonly Subtree[]
  /** The sizes of smaller trees that this one has continued so far. */
  readonly #continued: number[] = []
  #rows = 0
  #isOver = false

  constructor(head: RangeHead, { keys, ...judging }: RangeTrust, trail: Trail, order: SequenceCheck, place: string) {
    const { tenant, from, to, size, checkpoint, left, right } = head
    this.head = head
    this.#trail = trail
    this.#order = order.isBefore(from) ? order : order.begin(from)
    this.#checkpoint = checkpointOf(checkpoint, keys, place)
    this.#check = { ...judging, origin: this.#checkpoint.origin }
    if (this.#checkpoint.head.size !== size || from >= to || to > size) {
      throw new EvidenceFault(place, 'it is no range of the tree of its checkpoint.')
    }
    const before = subtreesBetween(0, from)
    this.#right = subtreesBetween(to, size)
    if (before.length !== left.length || this.#right.length !== right.length) {
      throw new EvidenceFault(place, 'it has more or fewer hashes beside it than the tree.')
    }
    for (const [index, hash] of left.entries()) this.#root.add(hash, before[index]?.count)
    trail.addTenant(tenant, place)
    trail.requireSameTree(this.#checkpoint, place)
    this.#compare(place)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  add(line: Exclude<RangeLine, { readonly type: 'head' }>, at: string): void {
    if (line.type === 'end') this.#end(line.rows, at)
    else this.#addLeaf(line, at)
  }

  #addLeaf(line: Exclude<RangeLine, { readonly type: 'head' | 'end' }>, at: string): void {
    const index = this.#root.size
    if (index >= this.head.to) throw new EvidenceFault(at, 'there are more leaves than the range has.')
    const place = `${at} (leaf ${index})`
    if (line.type === 'row') {
      this.#addRow(line, index, place)
    } else {
      const hash = hashLeaf(line.entry)
      this.#trail.requireSameLeaf(index, hash, place)
      this.#root.add(hash)
      if (line.type === 'gone') this.#order.addGone(line.position, place)
      this.#trail[line.type] += 1
    }
    if (line.type !== 'foreign') this.#rows += 1
    this.#compare(place)
  }

  /** A checkpoint that another file has of so many leaves as were added must be of the same leaves. */
  #compare(place: string): void {
    const { size } = this.#root
    const known = size === this.head.size ? undefined : this.#trail.checkpointOf(size)
    if (known === undefined) return
    if (!sameBytes(known.head.root, this.#root.root())) {
      throw new EvidenceFault(
        place,
        `it does not continue the tree of ${size} leaves that another file has: a fork, or a leaf before it is altered.`,
      )
    }
    this.#continued.push(size)
  }

  #addRow(row: RangeRow, index: number, place: string): void {
    const leaf = readShownLeaf(row, index, place)
    const { part } = leaf
    if (part.tenant !== this.head.tenant) throw new EvidenceFault(place, 'it is of another tenant.')
    this.#trail.requireSameLeaf(index, leaf.hash, place)
    this.#root.add(leaf.hash)
    this.#trail.restarts += this.#order.add(part, place)
    const verdict = judgeLeaf(leaf, row, this.#trail.clearanceOf(part), this.#check, place)
    if (row.erasure !== undefined && row.state !== 'erased' && row.proof === null) {
      throw new EvidenceFault(place, 'it names an erasure, and it is not erased.')
    }
    const clearance = clearanceOf(leaf, verdict)
    if (clearance !== undefined) this.#trail.addClearance(clearance)
    this.#trail.addAct(leaf, verdict.isErasure === true)
    this.#trail.addRow({ ...verdict, erasure: row.erasure })
  }

  #end(rows: number, place: string): void {
    const { to, right } = this.head
    if (this.#root.size !== to || rows !== this.#rows) {
      throw new EvidenceFault(place, `leaves from ${this.#root.size} on are missing, or rows before it.`)
    }
    for (const [index, hash] of right.entries()) this.#root.add(hash, this.#right[index]?.count)
    if (!sameBytes(this.#root.root(), this.#checkpoint.head.root)) {
      throw new EvidenceFault(
        place,
        'the root of the tree is another: of the leaves of this range, one was altered, removed, added or moved.',
      )
    }
    this.#trail.addCheckpoint(this.#checkpoint, place)
    for (const size of this.#continued) this.#trail.continued.add(size)
    this.#order.endAt(to)
    this.#isOver = true
  }
}

function checkpointOf(checkpoint: string, keys: TrustedKeys, place: string): VerifiedCheckpoint {
  try {
    return verifyCheckpoint(checkpoint, keys)
  } catch (error) {
    if (error instanceof InvalidNote) throw new EvidenceFault(place, error.message)
    throw error
  }
}
