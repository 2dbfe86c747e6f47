/** How many entries the arrays of an index have. */
interface IndexCounts {
  /** A power of two, as `nodeSlots`. */
  readonly keySlots: number
  readonly keys: number
  readonly letters: number
  readonly nodeSlots: number
  readonly nodes: number
  readonly replacements: number
  readonly replacementLetters: number
}

/** The arrays of an index. All lie in one piece of memory that threads share. */
export interface IndexArrays {
  /** Two entries for each slot of the table of keys: the hash, and the number of the key and one more; 0 is empty. */
  readonly keySlots: Int32Array
  /** Where the letters of each key begin, and at last where they end. */
  readonly keyFrom: Uint32Array
  readonly keyInfo: Uint32Array
  /** Terms of scripts without spaces are a tree of letters. The number of a node and one more; 0 is empty. */
  readonly nodeSlots: Uint32Array
  readonly nodeParent: Uint32Array
  /** The node of the longest end of this node's letters that is a beginning of a term. */
  readonly nodeFail: Uint32Array
  /** The longest term that ends at a node: what is known of it, and its letters. */
  readonly nodeInfo: Uint32Array
  readonly nodeLength: Uint16Array
  readonly nodeLetter: Uint16Array
  readonly replacementFrom: Uint32Array
  readonly letters: Uint16Array
  readonly replacementLetters: Uint8Array
}

/** Changes with the layout: memory of another form is refused. */
const FORMAT = 0x534c_4301
const HEADER = 8
const WORD = Uint32Array.BYTES_PER_ELEMENT

/** Memory for an index, all zero but the counts. */
export function allocateIndex(counts: IndexCounts): SharedArrayBuffer {
  const { keySlots, keys, letters, nodeSlots, nodes, replacements, replacementLetters } = counts
  const words = HEADER + 2 * keySlots + 2 * keys + 1 + nodeSlots + 3 * nodes + replacements + 1
  const buffer = new SharedArrayBuffer(words * WORD + 2 * (letters + 2 * nodes) + replacementLetters)
  new Uint32Array(buffer, 0, HEADER).set([
    ...[FORMAT, keySlots, keys, letters, nodeSlots, nodes, replacements, replacementLetters],
  ])
  return buffer
}

/** The arrays of an index that `allocateIndex` made; nothing is copied. Throws for other memory. */
export function arraysOf(buffer: SharedArrayBuffer): IndexArrays {
  const header = new Uint32Array(buffer, 0, HEADER)
  if (header[0] !== FORMAT) throw new Error('This memory is no index of codenames.')
  const [, keySlots = 0, keys = 0, letters = 0, nodeSlots = 0, nodes = 0, replacements = 0, replacementLetters = 0] =
    header
  let at = HEADER * WORD
  const take = (bytes: number): number => {
    const from = at
    at += bytes
    return from
  }
  return {
    keySlots: new Int32Array(buffer, take(2 * keySlots * WORD), 2 * keySlots),
    keyFrom: new Uint32Array(buffer, take((keys + 1) * WORD), keys + 1),
    keyInfo: new Uint32Array(buffer, take(keys * WORD), keys),
    nodeSlots: new Uint32Array(buffer, take(nodeSlots * WORD), nodeSlots),
    nodeParent: new Uint32Array(buffer, take(nodes * WORD), nodes),
    nodeFail: new Uint32Array(buffer, take(nodes * WORD), nodes),
    nodeInfo: new Uint32Array(buffer, take(nodes * WORD), nodes),
    replacementFrom: new Uint32Array(buffer, take((replacements + 1) * WORD), replacements + 1),
    letters: new Uint16Array(buffer, take(letters * 2), letters),
    nodeLength: new Uint16Array(buffer, take(nodes * 2), nodes),
    nodeLetter: new Uint16Array(buffer, take(nodes * 2), nodes),
    replacementLetters: new Uint8Array(buffer, take(replacementLetters), replacementLetters),
  }
}
