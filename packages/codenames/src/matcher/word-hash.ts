/** The longest term, in letters as they are compared; words between them count one more. */
export const MAX_LETTERS = 200

/** Odd, so that no letter is lost in the low bits. */
const MULTIPLIER = 0x01_00_01_93

const powers = new Int32Array(MAX_LETTERS + 2)
powers[0] = 1
for (let length = 1; length < powers.length; length += 1) {
  powers[length] = Math.imul(powers[length - 1] ?? 0, MULTIPLIER)
}

/**
 * The hash of a word with one more letter. It is a polynomial in the letters, so that the hash of two words together
 * comes from theirs without a look at a letter. What has the same hash is compared by its letters.
 */
export function withLetter(hash: number, letter: number): number {
  return (Math.imul(hash, MULTIPLIER) + letter) | 0
}

/** The hash of two texts one behind the other, of which the second has so many letters, at most 201. */
export function joinedHash(first: number, second: number, secondLength: number): number {
  return (Math.imul(first, powers[secondLength] ?? 0) + second) | 0
}

/** Spreads a hash over the slots of a table (the end of MurmurHash3: https://github.com/aappleby/smhasher). */
export function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85eb_ca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2_ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
