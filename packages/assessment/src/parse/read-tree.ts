import type { GrammarTables } from './grammar-tables.ts'
import type { SyntaxNode } from './syntax-node.ts'

/*
 * Reads a syntax tree where the parser has put it: in the memory of its WebAssembly. A cursor would cross into
 * WebAssembly seven times for each node, and takes longer than the parse. The layout is `Subtree` of tree-sitter's
 * `lib/src/subtree.h` on a 32-bit, little-endian machine; decision 0023 says what holds it to that.
 */

/** Deeper nodes are left out: no reader nests so deep, and the analysis may recurse without fear. */
export const MAX_TREE_DEPTH = 300
/** A file of 1 MB has some 200,000 named nodes. */
const MAX_TREE_NODES = 1_000_000
const CHECK_EVERY = 16_384

/** `Subtree`: a pointer, or what a small leaf holds in its place. */
const SLOT_BYTES = 8
const IS_INLINE = 1
/** Flags of a node, in the order of their bits. */
const VISIBLE = 1
const NAMED = 2
const EXTRA = 4
/** Places in `SubtreeHeapData`, in bytes. */
const HEAP = {
  padding: 4,
  size: 16,
  childCount: 36,
  symbol: 40,
  flags: 44,
  visibleChildren: 48,
  production: 66,
} as const
/** Tree-sitter's text is UTF-16, its places are bytes. */
const BYTES_PER_UNIT = 2

interface OpenNode extends SyntaxNode {
  kids: SyntaxNode[]
}

/** Most nodes have none; a million empty lists would take more memory than the rest of them. Nobody adds to it. */
const NO_KIDS: SyntaxNode[] = []

/** A stored node whose children are being read. */
interface Frame {
  /** The nearest node that is kept; it gets the children of hidden ones. */
  readonly owner: OpenNode
  readonly isHidden: boolean
  /** Nodes above and including this one that are not hidden. */
  readonly depth: number
  readonly production: number
  /** The field that a hidden node hands to its children; 0 for none. */
  readonly field: number
  /** The slots of the children that are left. */
  next: number
  readonly first: number
  readonly last: number
  /** The place of the next child among those that a production counts. */
  child: number
  /** Where the node ends, in bytes. */
  readonly end: number
}

/** What a slot holds. */
interface Stored {
  pointer: number
  flags: number
  symbol: number
  padding: number
  size: number
  childCount: number
}

/**
 * Copies a tree out of WebAssembly in one pass, without recursion. Comments are left out. Throws a `RangeError` where
 * the tree has more than `MAX_TREE_NODES` nodes, or where time or memory are used up.
 *
 * @param root where the root's slot stands in `memory`.
 */
export function readTree(
  memory: ArrayBuffer,
  root: number,
  tables: GrammarTables,
  mayGoOn: () => boolean = () => true,
): SyntaxNode {
  return new TreeMemory(memory, tables, mayGoOn).read(root)
}

class TreeMemory {
  readonly #view: DataView
  readonly #tables: GrammarTables
  readonly #mayGoOn: () => boolean
  readonly #frames: Frame[] = []
  readonly #stored: Stored = { pointer: 0, flags: 0, symbol: 0, padding: 0, size: 0, childCount: 0 }
  #count = 0

  constructor(memory: ArrayBuffer, tables: GrammarTables, mayGoOn: () => boolean) {
    this.#view = new DataView(memory)
    this.#tables = tables
    this.#mayGoOn = mayGoOn
  }

  read(slot: number): SyntaxNode {
    this.#load(slot)
    const start = this.#stored.padding
    const root = this.#open(this.#stored.symbol, 0, start)
    this.#push(root, 1, 0, start, false)
    let position = start
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (frame.next === frame.last) {
        position = frame.end
        this.#close(frame)
      } else {
        position = this.#readChild(frame, position)
      }
    }
    return root
  }

  /** Reads the next child of a frame and gives the place behind it, or that of its own first child. */
  #readChild(frame: Frame, position: number): number {
    const isFirst = frame.next === frame.first
    this.#load(frame.next)
    frame.next += SLOT_BYTES
    const { flags, padding, size, childCount, symbol, pointer } = this.#stored
    // What stands before a node's first child stands before the node.
    const start = isFirst ? position : position + padding
    let alias = 0
    let field = 0
    if ((flags & EXTRA) === 0) {
      alias = this.#tables.alias(frame.production, frame.child)
      field = this.#tables.field(frame.production, frame.child) || frame.field
      frame.child += 1
    }
    if ((flags & VISIBLE) === 0 && alias === 0) {
      if (childCount === 0 || this.#uint32(pointer + HEAP.visibleChildren) === 0) return start + size
      this.#push(frame.owner, frame.depth, field, start, true)
      return start
    }
    this.#countNode()
    const { isNamed, isComment } = this.#tables.symbol(alias === 0 ? symbol : alias)
    const isKept = ((alias === 0 ? (flags & NAMED) !== 0 : isNamed) && !isComment) || field !== 0
    if (!isKept) return start + size
    const node = this.#open(alias === 0 ? symbol : alias, field, start)
    if (frame.owner.kids.length === 0) frame.owner.kids = [node]
    else frame.owner.kids.push(node)
    if (childCount === 0 || frame.depth + 1 >= MAX_TREE_DEPTH) return start + size
    this.#push(node, frame.depth + 1, 0, start, false)
    return start
  }

  #load(slot: number): void {
    const stored = this.#stored
    const low = this.#uint32(slot)
    if ((low & IS_INLINE) === 0) {
      stored.pointer = low
      stored.flags = this.#view.getUint8(low + HEAP.flags)
      stored.symbol = this.#view.getUint16(low + HEAP.symbol, true)
      stored.padding = this.#uint32(low + HEAP.padding)
      stored.size = this.#uint32(low + HEAP.size)
      stored.childCount = this.#uint32(low + HEAP.childCount)
      return
    }
    const high = this.#uint32(slot + 4)
    stored.pointer = 0
    stored.flags = (low >>> 1) & 0x7f
    stored.symbol = (low >>> 8) & 0xff
    stored.padding = (high >>> 16) & 0xff
    stored.size = high >>> 24
    stored.childCount = 0
  }

  #open(symbol: number, field: number, start: number): OpenNode {
    return {
      type: this.#tables.symbol(symbol).type,
      field: this.#tables.fieldName(field),
      start: start / BYTES_PER_UNIT,
      end: (start + this.#stored.size) / BYTES_PER_UNIT,
      kids: NO_KIDS,
    }
  }

  /** Goes on with the children of the node that was loaded last. */
  #push(owner: OpenNode, depth: number, field: number, start: number, isHidden: boolean): void {
    const { pointer, childCount, size } = this.#stored
    const first = pointer - SLOT_BYTES * childCount
    const production = childCount === 0 ? 0 : this.#view.getUint16(pointer + HEAP.production, true)
    const end = start + size
    this.#frames.push({ owner, isHidden, depth, production, field, next: first, first, last: pointer, child: 0, end })
  }

  #close({ owner, isHidden }: Frame): void {
    this.#frames.pop()
    // A list that grew by pushing has room for more than it will ever hold.
    if (!isHidden && owner.kids.length > 1) owner.kids = owner.kids.slice()
  }

  #countNode(): void {
    const isUsedUp = this.#count % CHECK_EVERY === CHECK_EVERY - 1 && !this.#mayGoOn()
    if (this.#count >= MAX_TREE_NODES || isUsedUp) throw new RangeError('the syntax tree is too large')
    this.#count += 1
  }

  #uint32(place: number): number {
    return this.#view.getUint32(place, true)
  }
}
