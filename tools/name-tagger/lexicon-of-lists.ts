import {
  emptyTokens,
  LOOK,
  lexiconEntries,
  tokenize,
  USUAL_CASE,
  WORD_IS,
  wordHash,
  wordInfo,
} from '@sluice/name-tagger/training'
import type { Dictionary } from './dictionary.ts'
import type { Lists } from './lists.ts'
import { ROMANISED } from './own-titles.ts'
import { KNOWN_PLACES, MONTHS, NATIONALITIES, ORGANIZATION_WORDS, STREET_WORDS, TITLES, WEEKDAYS } from './own-words.ts'

/** Entries of the lexicon that is shipped: 4 MB. */
const SIZE = 2 ** 19

/** Places with fewer people than these stand in no list: their names are mostly words of another meaning. */
const SMALLEST_PLACE = 5_000
const LARGE_PLACE = 200_000
/** How often a word stands in small letters in ordinary text, to count as common. */
const COMMON = { often: 12, veryOften: 600 }
/** In so many countries' lists, a name is a frequent one. */
const FREQUENT_NAME = 4
/** So often a word stands inside sentences of ordinary text, for its usual case to be known. */
const SEEN = 3

/** The entries of a lexicon over the lists, with the words that are frequent in ordinary texts. */
export function lexiconOfLists(lists: Lists, dictionary: Dictionary, ordinary: Iterable<string>): Uint32Array {
  const flags = new Map<number, number>()
  addLists(flags, lists)
  addDictionary(flags, dictionary, lists)
  const infos = new Map<number, number>()
  const counts = countWords(ordinary)
  const classes = new Map([...dictionary.classes].map(([word, each]) => [wordHash(word), each]))
  for (const hash of new Set([...flags.keys(), ...counts.keys(), ...classes.keys()])) {
    const count = counts.get(hash) ?? { small: 0, capital: 0 }
    const often = count.small < COMMON.often ? 0 : WORD_IS.common
    const veryOften = count.small < COMMON.veryOften ? 0 : WORD_IS.veryCommon
    const info = wordInfo((flags.get(hash) ?? 0) | often | veryOften, usualCase(count), classes.get(hash) ?? 0)
    if (info !== 0) infos.set(hash, info)
  }
  return lexiconEntries(infos, SIZE)
}

function adder(flags: Map<number, number>) {
  return (text: string, flag: number): void => {
    for (const word of text.split(/[\s.]+/)) {
      if (word.length < 2) continue
      const hash = wordHash(word)
      flags.set(hash, (flags.get(hash) ?? 0) | flag)
    }
  }
}

function addLists(flags: Map<number, number>, lists: Lists): void {
  const add = adder(flags)
  for (const { given, surnames, countries, states } of lists.locales.values()) {
    for (const name of given) add(name, WORD_IS.given)
    for (const name of surnames) add(name, WORD_IS.surname)
    for (const name of countries) add(name, name.includes(' ') ? WORD_IS.placePart : WORD_IS.country)
    for (const name of states) add(name, name.includes(' ') ? WORD_IS.placePart : WORD_IS.country)
  }
  for (const { given, surnames } of Object.values(ROMANISED)) {
    for (const name of given) add(name, WORD_IS.given)
    for (const name of surnames) add(name, WORD_IS.surname)
  }
  for (const name of lists.anyNames) add(name, WORD_IS.anyName)
  for (const { name, population } of lists.cities) {
    if (population < SMALLEST_PLACE) continue
    add(name, name.includes(' ') ? WORD_IS.placePart : WORD_IS.place)
    if (population > LARGE_PLACE) add(name, WORD_IS.largePlace)
  }
  for (const word of STREET_WORDS) add(word, WORD_IS.street)
  for (const word of ORGANIZATION_WORDS) add(word, WORD_IS.organization)
  for (const word of NATIONALITIES) add(word, WORD_IS.nationality)
  for (const name of KNOWN_PLACES)
    add(name.replace('the ', ''), name.includes(' ') ? WORD_IS.placePart : WORD_IS.country)
  for (const word of TITLES) add(word, WORD_IS.title)
  for (const list of [...Object.values(MONTHS), ...Object.values(WEEKDAYS)])
    for (const word of list) add(word, WORD_IS.calendar)
}

/** Words of names that the dictionary has, unless they are words of small letters (`of`, `the`). */
function addDictionary(flags: Map<number, number>, dictionary: Dictionary, lists: Lists): void {
  const add = adder(flags)
  const addParts = (names: readonly string[], flag: number): void => {
    for (const name of names) for (const word of name.split(' ')) if (/^\p{Lu}/u.test(word)) add(word, flag)
  }
  addParts(dictionary.persons, WORD_IS.knownPerson)
  addParts(dictionary.places, WORD_IS.knownPlace)
  for (const name of dictionary.organizations)
    add(name.replace(/\b(?:of|the|and|for)\b/g, ''), WORD_IS.knownOrganization)
  for (const name of dictionary.frequentGiven) add(name, WORD_IS.frequentGiven)
  for (const name of dictionary.frequentSurnames) add(name, WORD_IS.frequentSurname)
  const locales = [...lists.locales.values()]
  for (const name of frequentIn(locales.map(({ given }) => given))) add(name, WORD_IS.frequentGiven)
  for (const name of frequentIn(locales.map(({ surnames }) => surnames))) add(name, WORD_IS.frequentSurname)
}

function frequentIn(lists: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].flatMap(([name, count]) => (count < FREQUENT_NAME ? [] : [name]))
}

interface WordCount {
  small: number
  /** With a capital inside a sentence. */
  capital: number
}

function usualCase({ small, capital }: WordCount): number {
  if (small + capital < SEEN) return USUAL_CASE.unseen
  if (capital > 4 * small) return USUAL_CASE.capital
  return small > 4 * capital ? USUAL_CASE.small : USUAL_CASE.both
}

/** How often each word stands in small letters and with a capital, by its hash. */
function countWords(texts: Iterable<string>): ReadonlyMap<number, WordCount> {
  const counts = new Map<number, WordCount>()
  let room = emptyTokens(4_096)
  for (const text of texts) {
    room = tokenize(text, 0, text.length, room)
    for (let i = 0; i < room.count; i += 1) {
      const look = room.looks[i]
      // A word behind a sign may begin a sentence, or a part of one.
      if (look !== LOOK.lower && !(look === LOOK.title && room.looks[i - 1] === LOOK.lower)) continue
      const hash = room.words[i] as number
      const count = counts.get(hash) ?? { small: 0, capital: 0 }
      counts.set(hash, count)
      if (look === LOOK.lower) count.small += 1
      else count.capital += 1
    }
  }
  return counts
}
