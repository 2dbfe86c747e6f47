/** Tells which of some identifiers stand in a text as whole words, in time linear in its length. */
export type WordFinder = (bytes: Uint8Array) => readonly string[]

/** Of FNV-1a (RFC 9923): a hash that takes one byte at a time. */
const SEED = 0x811c9dc5
const PRIME = 0x01000193

/** 1 for what an identifier can hold; all bytes of other alphabets count. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
)

/** Builds a finder; case counts, as it does in most languages. */
export function createWordFinder(words: Iterable<string>): WordFinder {
  const byHash = new Map<number, { readonly word: string; readonly bytes: Buffer }[]>()
  for (const word of new Set(words)) {
    const bytes = Buffer.from(word, 'utf8')
    const hash = bytes.reduce(nextHash, SEED)
    byHash.set(hash, [...(byHash.get(hash) ?? []), { word, bytes }])
  }
  return (text) => {
    const found = new Set<string>()
    let hash = SEED
    let start = -1
    for (let i = 0; i <= text.length; i += 1) {
      const byte = text[i] ?? 0
      if (IN_WORD[byte] === 1) {
        if (start < 0) start = i
        hash = nextHash(hash, byte)
      } else if (start >= 0) {
        for (const { word, bytes } of byHash.get(hash) ?? []) {
          if (bytes.equals(text.subarray(start, i))) found.add(word)
        }
        hash = SEED
        start = -1
      }
    }
    return [...found]
  }
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, PRIME)
}
