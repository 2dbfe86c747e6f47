import { COMMON } from './common.ts'
import { ENGLISH } from './english.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { ITALIAN } from './italian.ts'
import { lettersOf } from './letters.ts'
import { OPENINGS, OPENS } from './openings.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'
import { FUNCTION, NOUN, VERB, type WordList } from './tags.ts'
import { WordTrie } from './word-trie.ts'

/** What a word means in one language. */
interface Sense {
  /** One bit. */
  readonly language: number
  readonly verbs: number
  readonly acts: number
  readonly nouns: number
  readonly functions: number
  /** What it opens. */
  readonly opens: number
}

/** A verb that means something else with another word behind it. */
interface Companion {
  readonly language: number
  /** The number of the other word. */
  readonly word: number
  readonly verbs: number
}

interface GrowingSense {
  readonly language: number
  verbs: number
  acts: number
  nouns: number
  functions: number
  opens: number
}

interface GrowingEntry {
  readonly senses: GrowingSense[]
  readonly companions: Companion[]
}

/** A word of the lists. */
interface Entry {
  readonly senses: readonly Sense[]
  readonly companions: readonly Companion[]
}

/** The bit of words that belong to every language. */
export const EVERY_LANGUAGE = 1
/** The bit of English. */
export const IN_ENGLISH = 1 << 1
/** The bit of German, whose verb may stand at the end. */
export const IN_GERMAN = 1 << 2
export const IN_SPANISH = 1 << 3
export const IN_FRENCH = 1 << 4
export const IN_ITALIAN = 1 << 5
export const IN_PORTUGUESE = 1 << 6
export const LANGUAGE_COUNT = 7

/** In the order of their bits. */
const LISTS: readonly WordList[] = [COMMON, ENGLISH, GERMAN, SPANISH, FRENCH, ITALIAN, PORTUGUESE]

/** The words of all languages. Their numbers are their places here. */
export const ENTRIES: readonly Entry[] = []
/** Words and beginnings of words. */
export const WORDS = new WordTrie(65_535)
/** Ends of words, read from the last letter: German writes compounds as one word. */
export const ENDINGS = new WordTrie(1_024)

const entries: GrowingEntry[] = []
const numbers = new Map<string, number>()

function numberOf(written: string): number {
  const isEnding = written.startsWith('*')
  const isOpen = written.endsWith('*')
  const letters = lettersOf(written)
  if (letters.length === 0 || /[^\p{L}*]/u.test(written)) throw new Error(`No word: ${written}`)
  const key = `${isEnding ? '*' : ''}${letters.join(' ')}${isOpen ? '*' : ''}`
  const known = numbers.get(key)
  if (known !== undefined) return known
  const number = entries.length
  entries.push({ senses: [], companions: [] })
  numbers.set(key, number)
  if (isEnding) ENDINGS.add(letters.toReversed(), number, true)
  else WORDS.add(letters, number, isOpen)
  return number
}

/** The number of a word that the lists have; -1 for another. */
export function numberOfWord(word: string): number {
  return numbers.get(lettersOf(word).join(' ')) ?? -1
}

/** The numbers of those words, with spaces between them, that the lists have. */
export function numbersOf(words: string): ReadonlySet<number> {
  return new Set(
    wordsOf(words)
      .map((word) => numberOfWord(word))
      .filter((number) => number >= 0),
  )
}

function senseOf(number: number, language: number): GrowingSense {
  const senses = entries[number]?.senses ?? []
  const known = senses.find((sense) => sense.language === language)
  if (known !== undefined) return known
  const sense = { language, verbs: 0, acts: 0, nouns: 0, functions: 0, opens: 0 }
  senses.push(sense)
  return sense
}

function enter(list: WordList, language: number): void {
  for (const [name, bit] of Object.entries(VERB)) {
    for (const written of wordsOf(Reflect.get(list.verbs, name))) {
      const [verb = '', other] = written.split('..')
      if (other === undefined) senseOf(numberOf(verb), language).verbs |= bit
      else {
        senseOf(numberOf(verb), language)
        const word = numberOf(other)
        senseOf(word, language)
        entries[numberOf(verb)]?.companions.push({ language, word, verbs: bit })
      }
    }
  }
  for (const [name, bit] of Object.entries(VERB)) {
    for (const written of wordsOf(Reflect.get(list.acts ?? {}, name))) senseOf(numberOf(written), language).acts |= bit
  }
  for (const [name, bit] of Object.entries(NOUN)) {
    for (const written of wordsOf(Reflect.get(list.nouns, name))) senseOf(numberOf(written), language).nouns |= bit
  }
  for (const [name, bit] of Object.entries(FUNCTION)) {
    for (const written of wordsOf(Reflect.get(list.functions, name))) {
      senseOf(numberOf(written), language).functions |= bit
    }
  }
}

function wordsOf(list: unknown): readonly string[] {
  return typeof list === 'string' ? list.split(/\s+/).filter((word) => word !== '') : []
}

/** A word means what its beginning means as well, where any ending may follow that. */
function inherit(): void {
  for (const [key, number] of numbers) {
    const letters = key.replaceAll('*', '').split(' ').map(Number)
    if (key.startsWith('*')) continue
    let node = 0
    for (const [at, letter] of letters.entries()) {
      node = WORDS.step(node, letter)
      const beginning = WORDS.beginningAt(node)
      if (beginning < 0 || beginning === number || (at === letters.length - 1 && key.endsWith('*'))) continue
      for (const { language, verbs, acts, nouns, functions } of entries[beginning]?.senses ?? []) {
        const sense = senseOf(number, language)
        sense.verbs |= verbs
        sense.acts |= acts
        sense.nouns |= nouns
        sense.functions |= functions
      }
      entries[number]?.companions.push(...(entries[beginning]?.companions ?? []))
    }
  }
}

for (const [at, list] of LISTS.entries()) enter(list, 1 << at)
for (const [at, list] of OPENINGS.entries()) {
  for (const [name, bit] of Object.entries(OPENS)) {
    for (const written of wordsOf(Reflect.get(list, name))) senseOf(numberOf(written), 1 << at).opens |= bit
  }
}
inherit()
Object.assign(ENTRIES, entries)
