/** What may stand behind a term in one word with it. */
interface Ending {
  /** Codes of small letters. */
  readonly letters: readonly number[]
  /** The term has so many letters at least: behind a shorter one another word begins so. */
  readonly fewest: number
  /** Letters that the term does not end with. */
  readonly notBehind: readonly number[]
}

/** Genitive and plural, in English and German: `Nightfalls`, `Phoenixes`, `des Nightfalles`. */
const INFLECTED = 5
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

/** How many letters of `word`, from `from` to `to`, stand before an ending; 0 where the ending is not there. */
export function lengthBefore({ letters, notBehind }: Ending, word: Uint16Array, from: number, to: number): number {
  const end = to - letters.length
  if (end <= from || notBehind.includes(word[end - 1] ?? 0)) return 0
  return letters.every((letter, at) => word[end + at] === letter) ? end - from : 0
}

function codesOf(letters: string): readonly number[] {
  return Array.from(letters, (letter) => letter.charCodeAt(0))
}
