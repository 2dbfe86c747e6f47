/** What may stand behind a term in one word with it. */
interface Ending {
  /** Codes of small letters. */
  readonly letters: readonly number[]
  /** The term has so many letters at least: behind a shorter one another word begins so. */
  readonly fewest: number
  /** Letters that the term does not end with. */
  readonly notBehind: readonly number[]
}

/** Genitive and plural, of terms of so many letters or more: `Nightfalls`, `Phoenixes`, `des Nightfalles`. */
export const INFLECTED = 5
/**
 * Second parts of compounds that name the work on a term. Other words may not follow: `Cooper` begins `cooperation`.
 */
const COMPOUND = 6
const COMPOUNDS =
  'team teams projekt projekts projekte project projects plan plans budget budgets gruppe group meeting meetings ' +
  'deal launch programm program termin vertrag'

const ALL: readonly Ending[] = [
  { letters: codesOf('s'), fewest: INFLECTED, notBehind: codesOf('sxz') },
  { letters: codesOf('es'), fewest: INFLECTED, notBehind: codesOf('aeiou') },
  ...COMPOUNDS.split(' ').map((word) => ({ letters: codesOf(word), fewest: COMPOUND, notBehind: [] })),
]

const byLastLetter: readonly (readonly Ending[] | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const endings = ALL.filter(({ letters }) => letters.at(-1) === code)
  return endings.length === 0 ? undefined : endings
})

const NONE: readonly Ending[] = []

/** The endings that a word with this last letter may have. */
export function endingsOn(letter: number): readonly Ending[] {
  return byLastLetter[letter] ?? NONE
}

/** Whether an ending stands behind place `end` of the letters, and may stand behind the letter before it. */
export function hasEnding({ letters, notBehind }: Ending, all: Uint16Array, end: number): boolean {
  // Loops, because many words of a text come here; their last letter is known.
  for (let at = letters.length - 2; at >= 0; at -= 1) if (all[end + at] !== letters[at]) return false
  return !notBehind.includes(all[end - 1] ?? 0)
}

function codesOf(letters: string): readonly number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0))
}
