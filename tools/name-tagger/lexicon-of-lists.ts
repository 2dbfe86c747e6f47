import { emptyTokens, LOOK, lexiconEntries, tokenize, WORD_IS, wordHash } from '@sluice/name-tagger/training'
import type { Lists } from './lists.ts'
import { KNOWN_PLACES, MONTHS, NATIONALITIES, ORGANIZATION_WORDS, STREET_WORDS, TITLES, WEEKDAYS } from './own-words.ts'

/** Entries of the lexicon that is shipped: 2 MB. */
const SIZE = 2 ** 19

/** Places with fewer people than these stand in no list: their names are mostly words of another meaning. */
const SMALLEST_PLACE = 5_000
const LARGE_PLACE = 200_000
/** How often a word stands in small letters in ordinary text, to count as common. */
const COMMON = { often: 12, veryOften: 600 }

/** The entries of a lexicon over the lists, with the words that are frequent in ordinary texts. */
export function lexiconOfLists(lists: Lists, ordinary: Iterable<string>): Uint32Array {
  const flags = new Map<number, number>()
  const add = (text: string, flag: number): void => {
    for (const word of text.split(/[\s.]+/)) {
      if (word.length < 2) continue
      const hash = wordHash(word)
      flags.set(hash, (flags.get(hash) ?? 0) | flag)
    }
  }
  for (const { given, surnames, countries, states } of lists.locales.values()) {
    for (const name of given) add(name, WORD_IS.given)
    for (const name of surnames) add(name, WORD_IS.surname)
    for (const name of countries) add(name, name.includes(' ') ? WORD_IS.placePart : WORD_IS.country)
    for (const name of states) add(name, name.includes(' ') ? WORD_IS.placePart : WORD_IS.country)
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
  for (const [hash, count] of frequencies(ordinary)) {
    if (count < COMMON.often) continue
    const flag = WORD_IS.common | (count < COMMON.veryOften ? 0 : WORD_IS.veryCommon)
    flags.set(hash, (flags.get(hash) ?? 0) | flag)
  }
  return lexiconEntries(flags, SIZE)
}

/** How often each word stands in small letters, by its hash. */
function frequencies(texts: Iterable<string>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  let room = emptyTokens(4_096)
  for (const text of texts) {
    room = tokenize(text, 0, text.length, room)
    for (let i = 0; i < room.count; i += 1) {
      if (room.looks[i] !== LOOK.lower) continue
      const hash = room.words[i] as number
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
    }
  }
  return counts
}
