import { GrowingNumbers, slotsFor } from './growing.ts'
import type { IndexArrays } from './layout.ts'
import { higherTerm, isTerm } from './term-info.ts'
import { spread } from './word-hash.ts'

/** The slot that the search for a child begins at. */
function childSlot(parent: number, letter: number, mask: number): number {
  return spread(Math.imul(parent, 0x9e37_79b1) ^ letter) & mask
}

/** Where the tree of an index goes from a node with a letter; -1 where it does not. */
function childOf(arrays: TreeArrays, parent: number, letter: number): number {
  const { nodeSlots, nodeParent, nodeLetter } = arrays
  const mask = nodeSlots.length - 1
  for (let slot = childSlot(parent, letter, mask); ; slot = (slot + 1) & mask) {
    const node = (nodeSlots[slot] ?? 0) - 1
    if (node < 0 || (nodeParent[node] === parent && nodeLetter[node] === letter)) return node
  }
}

/** Where a text goes from a node: to the child, or to that of the longest end that has one (Aho and Corasick, 1975). */
export function nextNode(arrays: TreeArrays, from: number, letter: number): number {
  for (let node = from; ; node = arrays.nodeFail[node] ?? 0) {
    const child = childOf(arrays, node, letter)
    if (child >= 0) return child
    if (node === 0) return 0
  }
}

type TreeArrays = Pick<IndexArrays, 'nodeSlots' | 'nodeParent' | 'nodeLetter' | 'nodeFail'>

/** The tree of letters of an index while it is built. Node 0 is the root. */
export class LetterTree {
  readonly #parent = new GrowingNumbers()
  readonly #letter = new GrowingNumbers()
  readonly #depth = new GrowingNumbers()
  readonly #info = new GrowingNumbers()
  #slots = new Uint32Array(slotsFor(0))

  constructor() {
    this.#addNode(0, 0, 0)
  }

  get nodes(): number {
    return this.#parent.length
  }

  get slots(): number {
    return this.#slots.length
  }

  /** Adds a term of at least one letter. */
  add(letters: readonly number[], info: number): void {
    let node = 0
    for (const letter of letters) node = this.#child(node, letter)
    this.#info.set(node, higherTerm(this.#info.at(node), info))
  }

  /** Writes the tree into an index, and links its nodes. */
  writeTo(arrays: IndexArrays): void {
    arrays.nodeSlots.set(this.#slots)
    arrays.nodeParent.set(this.#parent.view())
    arrays.nodeLetter.set(this.#letter.view())
    for (const node of this.#byDepth()) this.#link(arrays, node)
  }

  /** After all nodes that are nearer to the root. */
  #link(arrays: IndexArrays, node: number): void {
    const depth = this.#depth.at(node)
    const above = arrays.nodeFail[this.#parent.at(node)] ?? 0
    const fail = depth < 2 ? 0 : nextNode(arrays, above, this.#letter.at(node))
    arrays.nodeFail[node] = fail
    const own = this.#info.at(node)
    const shorter = arrays.nodeInfo[fail] ?? 0
    // A shorter term that ends here as well may have the higher level.
    arrays.nodeInfo[node] = isTerm(own) ? higherTerm(own, shorter) : shorter
    arrays.nodeLength[node] = isTerm(own) ? depth : (arrays.nodeLength[fail] ?? 0)
  }

  #byDepth(): Uint32Array {
    const nodes = Uint32Array.from({ length: this.nodes - 1 }, (_, index) => index + 1)
    return nodes.sort((a, b) => this.#depth.at(a) - this.#depth.at(b))
  }

  #child(parent: number, letter: number): number {
    const mask = this.#slots.length - 1
    let slot = childSlot(parent, letter, mask)
    for (;;) {
      const node = (this.#slots[slot] ?? 0) - 1
      if (node >= 0 && this.#parent.at(node) === parent && this.#letter.at(node) === letter) return node
      if (node < 0) break
      slot = (slot + 1) & mask
    }
    const node = this.nodes
    this.#addNode(parent, letter, this.#depth.at(parent) + 1)
    this.#slots[slot] = node + 1
    if (2 * this.nodes > this.#slots.length) this.#grow()
    return node
  }

  #addNode(parent: number, letter: number, depth: number): void {
    this.#parent.push(parent)
    this.#letter.push(letter)
    this.#depth.push(depth)
    this.#info.push(0)
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let node = 1; node < this.nodes; node += 1) {
      let slot = childSlot(this.#parent.at(node), this.#letter.at(node), mask)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = node + 1
    }
  }
}
