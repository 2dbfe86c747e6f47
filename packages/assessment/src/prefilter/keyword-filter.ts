/** Says whether one of some words stands in a text, in time linear in its length, whatever the words are. */
export type KeywordFilter = (bytes: Uint8Array) => boolean

/**
 * Builds an automaton of Aho and Corasick (CACM 18(6), 1975) over bytes; the case of ASCII letters does not count.
 * Without words nothing passes.
 */
export function createKeywordFilter(words: readonly string[]): KeywordFilter {
  const encoded = [...new Set(words.map((word) => word.toLowerCase()))].map((word) => Buffer.from(word, 'utf8'))
  const { classes, width } = classifyBytes(encoded)
  const { table, isFinal } = buildTable(encoded, classes, width)
  return (bytes) => {
    let state = 0
    for (let i = 0; i < bytes.length; i += 1) {
      state = table[state + (classes[bytes[i] ?? 0] ?? 0)] ?? 0
      if (isFinal[state] === 1) return true
    }
    return false
  }
}

/** Bytes that no word has share one class, which keeps the table small enough for the cache. */
function classifyBytes(words: readonly Uint8Array[]): { classes: Uint8Array; width: number } {
  const classes = new Uint8Array(256)
  let width = 1
  for (const byte of new Set(words.flatMap((word) => [...word]))) {
    classes[byte] = width
    const isLetter = byte >= 0x61 && byte <= 0x7a
    if (isLetter) classes[byte - 0x20] = width
    width += 1
  }
  return { classes, width }
}

/** States are rows of the table and are named by where their row starts. */
function buildTable(
  words: readonly Uint8Array[],
  classes: Uint8Array,
  width: number,
): {
  table: Int32Array
  isFinal: Uint8Array
} {
  const rows = 1 + words.reduce((sum, word) => sum + word.length, 0)
  const table = new Int32Array(rows * width).fill(-1)
  const isFinal = new Uint8Array(rows * width)
  let used = 1
  for (const word of words) {
    let state = 0
    for (const byte of word) {
      const place = state + (classes[byte] ?? 0)
      if ((table[place] ?? -1) < 0) {
        table[place] = used * width
        used += 1
      }
      state = table[place] ?? 0
    }
    isFinal[state] = 1
  }
  completeTable(table, isFinal, width)
  return { table, isFinal }
}

/** Lets every state go on where its longest suffix would, breadth first. */
function completeTable(table: Int32Array, isFinal: Uint8Array, width: number): void {
  const failures = new Map<number, number>()
  const queue: number[] = []
  for (let c = 0; c < width; c += 1) {
    const next = table[c] ?? -1
    if (next < 0) table[c] = 0
    else {
      failures.set(next, 0)
      queue.push(next)
    }
  }
  for (const state of queue) {
    const failure = failures.get(state) ?? 0
    if (isFinal[failure] === 1) isFinal[state] = 1
    for (let c = 0; c < width; c += 1) {
      const next = table[state + c] ?? -1
      const other = table[failure + c] ?? 0
      if (next < 0) table[state + c] = other
      else {
        failures.set(next, other)
        queue.push(next)
      }
    }
  }
}
