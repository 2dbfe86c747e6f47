import { createHmac, type KeyObject } from 'node:crypto'

/** A letter, a digit, and two of Crockford's base 32. The digit keeps ordinary words from being read as tags. */
const TAG = '[A-HJKMNP-TV-Z][0-9][0-9A-HJKMNP-TV-Z]{2}'
const TAG_LENGTH = 4
/** Two, so that all tags together are shorter than an id. */
const MAX_TAGS = 2

/** Source of a regular expression for the tags of a name, without groups. */
export const NAME_TAGS = `(?:${TAG}){1,${MAX_TAGS}}`

const wholeTags = new RegExp(`^${NAME_TAGS}$`)
/** Completes the beginning of a tag. */
const ANY_TAG = 'A0AA'

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ'
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Whether letters are the tags of a name, or the beginning of such. */
export function isNameTags(letters: string): 'all' | 'beginning' | 'no' {
  const begun = letters.length % TAG_LENGTH
  const completed = begun === 0 ? letters : letters + ANY_TAG.slice(begun)
  if (letters !== '' && !wholeTags.test(completed)) return 'no'
  return begun === 0 && letters !== '' ? 'all' : 'beginning'
}

/** The tags that a token of a person has, one by one. */
export function tagsOfToken(token: string): readonly string[] {
  const [, tags = '', id] = token.split('_')
  if (id === undefined || !token.startsWith('PERSON_')) return []
  return tags.match(/.{4}/g) ?? []
}

/**
 * What the token of a person has before its id: a tag for the first word of the name and one for the last. `Anna
 * Schmidt`, `Ms Schmidt` and `Anna` share tags, so that a model can tell who is meant as a reader of the names could,
 * and no more: with `Peter Schmidt` in the text, `Schmidt` shares its tag with both. A tag depends on its word and on
 * the session only. So a name has one token wherever it stands, and what was sent before never changes.
 *
 * Letter case and accents do not count. Titles, initials, and words in small letters beside others (`van der`) have no
 * tag. A tag is the beginning of HMAC-SHA-256 (RFC 2104) under the session's token key, of some 17 bits: of ten words
 * two share a tag by chance once in 5,000 texts. What a token stands for is said by its id alone.
 *
 * Empty for a text without a word. It cannot link nicknames (`Bob`, `Robert`), nor by a word between first and last.
 */
export function nameTagsOf(sessionTokenKey: KeyObject, name: string): string {
  const words = wordsOf(name)
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  return [...new Set([first, last])]
    .filter((word) => word !== '')
    .map((word) => tagOf(sessionTokenKey, word))
    .join('')
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-'\u2019.][\p{L}\p{M}\p{N}]+)*/gu
/** Titles, as they are compared: they tell nothing of whose name it is. */
const TITLES: ReadonlySet<string> = new Set([
  ...['mr', 'mrs', 'ms', 'miss', 'mx', 'sir', 'madam', 'lord', 'lady', 'rev', 'dr', 'prof', 'professor'],
  ...['herr', 'herrn', 'frau', 'fraulein', 'dhr', 'mevr', 'mevrouw', 'meneer'],
  ...['sr', 'sra', 'srta', 'senor', 'senora', 'senorita', 'don', 'dona', 'senhor', 'senhora'],
  ...['monsieur', 'madame', 'mademoiselle', 'mme', 'mlle'],
  ...['sig', 'signor', 'signora', 'dott', 'dottor', 'dottoressa', 'avv', 'ing'],
])
const POSSESSIVE = /['\u2019]s$/i
/** No name is longer than this, in UTF-16 code units; what is longer is no name. */
const MAX_NAME_LENGTH = 128

/** The words of a name that tell whose it is, as they are compared. */
function wordsOf(name: string): readonly string[] {
  const all = (name.slice(0, MAX_NAME_LENGTH).match(WORD) ?? []).map((word) => word.replace(POSSESSIVE, ''))
  const written = all.filter((word) => word.length > 1 && !/^\p{Ll}/u.test(word))
  const words = (written.length > 0 ? written : all).map(compared).filter((word) => word !== '')
  const untitled = words.filter((word) => !TITLES.has(word))
  return untitled.length > 0 ? untitled : words
}

function compared(word: string): string {
  const letters = word.normalize('NFKD').replace(/\p{M}+/gu, '')
  return letters.toLowerCase()
}

function tagOf(key: KeyObject, word: string): string {
  // No type has a space in it, so no value is hashed like a word.
  const digest = createHmac('sha256', key).update(`word of a name\0${word}`, 'utf16le').digest()
  const sign = (at: number, signs: string) => signs.charAt(digest.readUInt16BE(2 * at) % signs.length)
  return sign(0, LETTERS) + sign(1, '0123456789') + sign(2, SIGNS) + sign(3, SIGNS)
}
