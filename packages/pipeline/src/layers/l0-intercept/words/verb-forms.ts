import { lettersOf } from './letters.ts'
import { ENTRIES, IN_ENGLISH, IN_FRENCH, IN_ITALIAN, IN_PORTUGUESE, IN_SPANISH, WORDS } from './lexicon.ts'

/** What a known verb may end with in another form. */
interface Ending {
  readonly letters: readonly number[]
  /** The languages that write it so. */
  readonly languages: number
  /** Whether no order begins with the form. */
  readonly isAct: boolean
  /** What the verb itself may end with instead. */
  readonly instead: readonly (readonly number[])[]
}

const NOTHING = lettersOf('')
const E = lettersOf('e')

/** Pronouns that Spanish, Italian and Portuguese write behind the verb: "págale", "giragli". */
const PRONOUNS: Readonly<Record<string, number>> = {
  ...{ selos: IN_SPANISH, selas: IN_SPANISH, sela: IN_SPANISH, mela: IN_SPANISH },
  ...{ melo: IN_SPANISH, selo: IN_SPANISH, les: IN_SPANISH, los: IN_SPANISH, las: IN_SPANISH, nos: IN_SPANISH },
  ...{ le: IN_SPANISH | IN_ITALIAN, lo: IN_SPANISH | IN_ITALIAN, la: IN_SPANISH | IN_ITALIAN, me: IN_SPANISH },
  ...{ glielo: IN_ITALIAN, gliela: IN_ITALIAN, gli: IN_ITALIAN, mi: IN_ITALIAN, ci: IN_ITALIAN, li: IN_ITALIAN },
  ...{ ne: IN_ITALIAN, lhe: IN_PORTUGUESE, lhes: IN_PORTUGUESE },
}

const ENDINGS: readonly Ending[] = [
  ...['ing', 'ed'].map((written) => ({
    letters: lettersOf(written),
    ...{ languages: IN_ENGLISH, isAct: true, instead: [NOTHING, E] },
  })),
  ...Object.entries(PRONOUNS).map(([written, languages]) => ({
    letters: lettersOf(written),
    ...{ languages, isAct: false, instead: [NOTHING, E] },
  })),
]

/** "¿Me compras ...?", "tu me donnes": the second person, in which nobody orders. */
const SECOND_PERSON: readonly Ending[] = [
  { letters: lettersOf('s'), languages: IN_SPANISH | IN_FRENCH, isAct: true, instead: [NOTHING] },
  { letters: lettersOf('i'), languages: IN_ITALIAN, isAct: true, instead: [lettersOf('a'), E] },
]

/** Shorter stems say nothing. */
const LEAST_STEM = 3

/** By their last letter. */
const BY_LAST: readonly (readonly Ending[])[] = Array.from({ length: 26 }, (_, last) =>
  [...ENDINGS, ...SECOND_PERSON].filter(({ letters }) => letters.at(-1) === last),
)

/** Finds the verb that a word is a form of, by the first so many letters of a buffer. Linear in them. */
export function findBent(
  letters: Uint8Array,
  length: number,
): { readonly number: number; readonly isAct: boolean } | undefined {
  for (const { letters: ending, languages, isAct, instead } of BY_LAST[letters[length - 1] ?? 0] ?? []) {
    const stem = length - ending.length
    if (stem < LEAST_STEM || !endsWith(letters, length, ending)) continue
    for (const other of instead) {
      const number = find(letters, stem, other, languages)
      if (number >= 0) return { number, isAct }
    }
    // "putting" and "settled": the last letter of the verb is written twice.
    const isDouble = isAct && stem > LEAST_STEM && letters[stem - 1] === letters[stem - 2]
    const number = isDouble ? find(letters, stem - 1, NOTHING, languages) : -1
    if (number >= 0) return { number, isAct }
  }
  return undefined
}

function endsWith(letters: Uint8Array, length: number, ending: readonly number[]): boolean {
  for (let at = 0; at < ending.length; at += 1) {
    if (letters[length - ending.length + at] !== ending[at]) return false
  }
  return true
}

/** A verb of these languages that is written like this; -1 where there is none. */
function find(letters: Uint8Array, length: number, more: readonly number[], languages: number): number {
  let node = 0
  let best = -1
  for (let at = 0; at < length + more.length; at += 1) {
    node = WORDS.step(node, (at < length ? letters[at] : more[at - length]) ?? 0)
    if (node === 0) return isVerb(best, languages) ? best : -1
    if (WORDS.beginningAt(node) >= 0) best = WORDS.beginningAt(node)
  }
  if (WORDS.wholeAt(node) >= 0) best = WORDS.wholeAt(node)
  return isVerb(best, languages) ? best : -1
}

function isVerb(number: number, languages: number): boolean {
  const senses = ENTRIES[number]?.senses ?? []
  return senses.some(({ language, verbs }) => (language & languages) !== 0 && verbs !== 0)
}
