import { CONDITIONS } from './conditions.ts'
import { dateBehind, dayOfYear, type ToldDate } from './dates.ts'
import { NATIONALITIES } from './nationalities.ts'
import { OCCUPATIONS } from './occupations.ts'
import { CITIES, REGIONS } from './places.ts'
import { POPULATION, PRECISIONS, type Precision } from './population.ts'
import { postcodeClass } from './postcodes.ts'
import { subjectsOf, type TextSpan } from './subjects.ts'
import type { Trait } from './trait.ts'

/** A trait without the person that it is of. */
type Reading = Omit<Trait, 'subject'>

/** A word of the text that may tell of a trait, and what stands around it. */
interface Place {
  readonly text: string
  /** The word, lower-case. */
  readonly word: string
  readonly start: number
  readonly end: number
  readonly spans: readonly TextSpan[]
}

/** Reads what a word and its surroundings tell. Looks at a bounded part of the text. */
type Reader = (place: Place) => readonly Reading[]

function reading(precision: Precision, value: string | number, share = PRECISIONS[precision].share): Reading {
  return { precision, value: String(value), share }
}

const OLDEST = 119
const GREAT_AGE = 90

function ages(text: string | undefined): readonly Reading[] {
  const age = Number(text)
  if (text === undefined || age < 1 || age > OLDEST) return []
  return [reading(age < GREAT_AGE ? 'age' : 'great-age', age)]
}

function readBirth({ text, end }: Place): readonly Reading[] {
  const date = dateBehind(text, end)
  if (date === undefined) return []
  return [...(date.year === undefined ? [] : [reading('birth-year', date.year)]), ...birthDays(date)]
}

function birthDays(date: ToldDate): readonly Reading[] {
  if (date.month === undefined) return []
  return date.day === undefined ? [reading('birth-month', date.month)] : [reading('birth-day', dayOfYear(date))]
}

const AGE_BEFORE = /(?<!\d)(\d{1,3})[- ]?(?:years?|yrs?|yo?|jahre)[- ]?$/i
const AGE_BEHIND = /^[:= ]{0,3}(?:is |of |was )?(\d{1,3})\b(?![-.,/%]?\d| ?(?:%|min|hour|day|week|month))/i

const readAgeBefore: Reader = ({ text, start }) =>
  ages(AGE_BEFORE.exec(text.slice(Math.max(0, start - 12), start))?.[1])
const readAgeBehind: Reader = ({ text, end }) => ages(AGE_BEHIND.exec(text.slice(end, end + 16))?.[1])

const SEX_BEHIND = /^["' ]{0,2}[:= ]{1,3}["']?(m|f|w|d?male|female)\b/i

const readSexBehind: Reader = ({ text, end }) => {
  const letter = SEX_BEHIND.exec(text.slice(end, end + 14))?.[1]?.[0]?.toLowerCase()
  return letter === undefined ? [] : [reading('sex', letter === 'm' ? 'm' : 'f')]
}

/** Who is told to be an expert is no person. */
const IS_ROLE = /\b(?:you|act|acting|behave|pretend|expert|role ?play|if|a good|best)\b/i
const IS_OCCUPATION =
  /\b(?:is|was|am|as|i'm|she's|he's|job|occupation|profession|title|works?|working|employed|old|beruf)\b/i
const IS_PATIENT = /\b(?:has|have|had|with|diagnos\w{2,5}|suffers?|suffering|patient|history|from|treated|living)\b/i
const IS_OF_MANY =
  /\b(?:people|patients|those|anyone|someone|everyone|what|which|how|of) (?:with|have|has|is)\b|\bwhat (?:is|are)\b/i

const readOccupation: Reader = ({ text, word, start }) => {
  const before = text.slice(Math.max(0, start - 32), start)
  if (!IS_OCCUPATION.test(before) || IS_ROLE.test(before)) return []
  return [reading('occupation', word, OCCUPATIONS.get(word))]
}

const readCondition: Reader = ({ text, word, start }) => {
  const before = text.slice(Math.max(0, start - 40), start)
  if (!IS_PATIENT.test(before) || IS_OF_MANY.test(before)) return []
  return [reading('condition', word, CONDITIONS.get(word))]
}

/** How far behind its word a place or firm may begin, in UTF-16 code units. */
const NEAR = 12
const LONGEST_VALUE = 64
const CAPITALIZED = /^ (?:the |à )?(\p{Lu}[\p{L}'’-]{2,24}(?: \p{Lu}[\p{L}'’-]{2,24}){0,2})/u
const ZIP_BEHIND = /^ (\d{5})\b(?![-.,]?\d)/

function spanBehind({ text, end, spans }: Place, entity: string): string | undefined {
  const span = spans.find((one) => one.entity === entity && one.start >= end && one.start <= end + NEAR)
  return span === undefined ? undefined : text.slice(span.start, Math.min(span.end, span.start + LONGEST_VALUE))
}

function readPlace(place: Place): readonly Reading[] {
  const zip = ZIP_BEHIND.exec(place.text.slice(place.end, place.end + 8))?.[1]
  if (zip !== undefined) return [reading('postal-area', zip)]
  const named = spanBehind(place, 'LOCATION') ?? CAPITALIZED.exec(place.text.slice(place.end, place.end + 84))?.[1]
  return named === undefined ? [] : places(named)
}

function places(named: string): readonly Reading[] {
  const name = named.toLowerCase().replace(/^the /, '')
  const region = REGIONS.get(name)
  if (region !== undefined) return [reading('region', name, shareOfMillions(region))]
  const city = CITIES.get(name)
  return [city === undefined ? reading('place', name) : reading('place', name, shareOfMillions(city))]
}

function shareOfMillions(millions: number): number {
  return Math.min(1, (millions * 1_000_000) / POPULATION)
}

/** `from` says where somebody lives only before what was found to be a place. */
function readOrigin(place: Place): readonly Reading[] {
  const named = spanBehind(place, 'LOCATION')
  return named === undefined ? [] : places(named)
}

function readEmployer(place: Place): readonly Reading[] {
  const named = spanBehind(place, 'ORGANIZATION') ?? CAPITALIZED.exec(place.text.slice(place.end, place.end + 84))?.[1]
  return named === undefined ? [] : [reading('employer', named.toLowerCase())]
}

function readCitizen({ text, start }: Place): readonly Reading[] {
  return nationalities(/(\p{L}{3,16})[ -]$/u.exec(text.slice(Math.max(0, start - 18), start))?.[1])
}

function readNationality({ text, end }: Place): readonly Reading[] {
  return nationalities(/^["' ]{0,2}[:= ]{1,3}(?:is |ist )?["']?(\p{L}{3,16})/u.exec(text.slice(end, end + 26))?.[1])
}

function nationalities(word: string | undefined): readonly Reading[] {
  const name = word?.toLowerCase() ?? ''
  return NATIONALITIES.has(name) ? [reading('nationality', name)] : []
}

function eventReader(precision: Precision): Reader {
  return ({ text, end }) => {
    const date = dateBehind(text, end)
    if (date?.year === undefined || date.month === undefined || date.day === undefined) return []
    return [reading(precision, `${date.year} ${dayOfYear(date)}`)]
  }
}

const READERS = new Map<string, Reader>()

function add(words: string, reader: Reader): void {
  for (const word of words.split('|')) READERS.set(word.trim(), reader)
}

add('born|birth|birth date|birthdate|date of birth|dob|d.o.b|birthday|geboren|geburtsdatum|né le|née le', readBirth)
add('nacido el|nacida el|nato il|nata il', readBirth)
add('old|alt', readAgeBefore)
add('age|aged|alter', readAgeBehind)
add(
  'female|woman|girl|she|her|hers|herself|mrs|ms|miss|frau|weiblich|madame|mother|daughter|wife|sister|lady',
  () => FEMALE,
)
add('male|man|boy|he|him|his|himself|mr|herr|monsieur|father|son|husband|brother|gentleman', () => MALE)
add('sex|gender|geschlecht', readSexBehind)
for (const word of OCCUPATIONS.keys()) add(word, readOccupation)
for (const word of CONDITIONS.keys()) add(word, readCondition)
add(
  'works at|work at|working at|worked at|works for|work for|working for|worked for|employed by|employed at',
  readEmployer,
)
add('employer is|employer:|arbeitet bei', readEmployer)
add('lives in|live in|living in|lived in|resides in|residing in|resident of|based in|moved to|hometown is', readPlace)
add('lives near|living near|wohnt in|lebt in|wohnhaft in|habite|vive en', readPlace)
add('from|aus', readOrigin)
add('national|citizen|passport holder|citizenship', readCitizen)
add('nationality|staatsangehörigkeit', readNationality)
add('admitted|discharged|hospitalized|hospitalised', eventReader('admission'))
add('died|deceased|passed away', eventReader('death'))
add('married|wedding', eventReader('wedding'))
add('hired|joined the company', eventReader('hire'))

const FEMALE: readonly Reading[] = [reading('sex', 'f')]
const MALE: readonly Reading[] = [reading('sex', 'm')]

/**
 * Every word that may tell of a trait, in one pattern. Those that begin alike stand together, which is what makes it
 * fast, and the longer ones first, so that `works at` is read as one. Its borders are those of ASCII words.
 */
const WORDS = new RegExp(
  `\\b(?:${[...READERS.keys()]
    .toSorted()
    .toReversed()
    .map((word) => word.replaceAll('.', '\\.').replaceAll("'", "['’]"))
    .join('|')})\\b`,
  'gi',
)
const LETTER = /\p{L}/u

/** A state of the United States and a ZIP code, as in `Boston, MA 02110`. */
const STATE_AND_ZIP = /\b[A-Z]{2} (\d{5}(?:-\d{4})?)\b/g

/**
 * Reads what a text tells of persons. Linear: it looks at a bounded part of the text around each word that may tell.
 *
 * @param spans what L2 has found in the text: names of persons, places, organizations and postcodes.
 */
export function readTraits(text: string, spans: readonly TextSpan[]): readonly Trait[] {
  const traits: Trait[] = []
  let subjectAt: ((at: number) => string) | undefined
  const take = (at: number, readings: readonly Reading[]) => {
    if (readings.length === 0) return
    subjectAt ??= subjectsOf(text, spans)
    const subject = subjectAt(at)
    for (const one of readings) traits.push({ ...one, subject })
  }
  WORDS.lastIndex = 0
  for (let match = WORDS.exec(text); match !== null; match = WORDS.exec(text)) {
    // A letter beyond ASCII beside it makes it a part of another word.
    if (isBesideLetter(text, match.index - 1) || isBesideLetter(text, WORDS.lastIndex)) continue
    const word = match[0].toLowerCase().replace('’', "'")
    const place = { text, word, start: match.index, end: WORDS.lastIndex, spans }
    take(match.index, READERS.get(word)?.(place) ?? [])
  }
  for (const { entity, start, end } of spans) {
    if (entity !== 'ZIP_CODE' && entity !== 'UK_POSTCODE') continue
    take(start, postcodes(text.slice(start, Math.min(end, start + LONGEST_VALUE))))
  }
  STATE_AND_ZIP.lastIndex = 0
  for (let match = STATE_AND_ZIP.exec(text); match !== null; match = STATE_AND_ZIP.exec(text)) {
    take(match.index, postcodes(match[1] ?? ''))
  }
  return traits
}

function isBesideLetter(text: string, at: number): boolean {
  return text.charCodeAt(at) > 0x7f && LETTER.test(text.charAt(at))
}

function postcodes(written: string): readonly Reading[] {
  const value = written.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const precision = postcodeClass(value)
  return precision === undefined ? [] : [reading(precision, value)]
}
