import { createHmac, type KeyObject } from 'node:crypto'
import { ENTITY_TYPES, type EntityType } from '@sluice/contracts'
import { isNameTags, NAME_TAGS, nameTagsOf } from './name-tags.ts'

/** Crockford's base 32 (https://www.crockford.com/base32.html): digits and capitals without I, L, O and U. */
export const ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 bits: among 100,000 values of one session, two share an id with a probability of about 4 in a million. */
export const ID_LENGTH = 10

/** The prefix of each type's tokens. */
export const TOKEN_PREFIXES: ReadonlySet<string> = new Set(ENTITY_TYPES.map((entity) => `${entity}_`))

/**
 * The tokens of these types may have a further prefix: the word that a codename asks for
 * (`CODENAME_FALCON_7H3K9Q2M5T`), or the name of a tenant's own type (`CUSTOM_BADGE_7H3K9Q2M5T`).
 */
const REPLACED = ['CODENAME', 'CUSTOM'] as const

const REPLACED_PREFIXES: readonly string[] = REPLACED.map((entity) => `${entity}_`)

/** Those of persons have the tags of the name's words there (`PERSON_K7QXM2RT_7H3K9Q2M5T`). */
const PERSON_PREFIX = 'PERSON_'

/** The longest replacement, in characters. */
const MAX_REPLACEMENT = 16

const ID_CLASS = '[0-9A-HJKMNP-TV-Z]'

/**
 * A replacement. None begins with what has the form of an id, so that a token of the type alone is never read as the
 * beginning of one with a replacement.
 */
const REPLACEMENT = `(?!${ID_CLASS}{${ID_LENGTH}})[A-Z][A-Z0-9]{1,${MAX_REPLACEMENT - 1}}`

const replacementPattern = new RegExp(`^${REPLACEMENT}_$`)

export const MAX_TOKEN_LENGTH =
  Math.max(
    ...REPLACED_PREFIXES.map((prefix) => prefix.length + MAX_REPLACEMENT + 1),
    ...Array.from(TOKEN_PREFIXES, (prefix) => prefix.length),
  ) + ID_LENGTH

/**
 * Source of a regular expression for one token, without groups. It asks for no word boundary: models glue letters to
 * tokens (`PERSON_7H3K9Q2M5Ts`), and an id that no session knows is left alone anyway.
 */
export const TOKEN_PATTERN = `(?:(?:${REPLACED.join('|')})_${REPLACEMENT}|${PERSON_PREFIX}${NAME_TAGS}|${ENTITY_TYPES.join('|')})_${ID_CLASS}{${ID_LENGTH}}`

const ID_CHARACTER = new RegExp(ID_CLASS)

const ID_CODES: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  ID_ALPHABET.includes(String.fromCharCode(code)),
)

const tokenPattern = new RegExp(TOKEN_PATTERN, 'g')

const wholeToken = new RegExp(`^${TOKEN_PATTERN}$`)

/** Where a token stands in a text, in UTF-16 code units; `end` is one past the last. */
export interface TokenSpan {
  readonly token: string
  readonly start: number
  readonly end: number
}

/**
 * Finds every token-shaped span, left to right, without overlaps. Linear in the length of the text; where nothing looks
 * like the end of a token, it costs one look for underscores.
 */
export function findTokens(text: string): readonly TokenSpan[] {
  const spans: TokenSpan[] = []
  let from = 0
  for (let id = nextId(text, from); id !== -1; id = nextId(text, from)) {
    tokenPattern.lastIndex = Math.max(from, id - MAX_TOKEN_LENGTH)
    const token = tokenPattern.exec(text)?.[0]
    if (token === undefined) break
    from = tokenPattern.lastIndex
    spans.push({ token, start: from - token.length, end: from })
  }
  return spans
}

/** Where the next underscore stands that ten characters of an id follow, or -1. Every token ends with such. */
function nextId(text: string, from: number): number {
  for (let at = text.indexOf('_', from); at !== -1; at = text.indexOf('_', at + 1)) {
    let length = 0
    while (length < ID_LENGTH && isIdCode(text.charCodeAt(at + 1 + length))) length += 1
    if (length === ID_LENGTH) return at
  }
  return -1
}

/** Whether a UTF-16 code unit is of `ID_ALPHABET`; NaN, behind the end, is not. */
function isIdCode(code: number): boolean {
  return ID_CODES[code] === true
}

/**
 * Whether a token-shaped span can be a token that was minted: its id has a letter, and ends where the span does. What
 * else has the form (`CREDIT_CARD_4111111111111111`) is text that somebody wrote.
 */
export function isMintable(text: string, { token, end }: TokenSpan): boolean {
  if (isDigits(token.slice(-ID_LENGTH))) return false
  return !ID_CHARACTER.test(text.charAt(end)) || startsWithPrefix(text, end)
}

function startsWithPrefix(text: string, at: number): boolean {
  return ENTITY_TYPES.some((entity) => text.startsWith(`${entity}_`, at))
}

function isDigits(id: string): boolean {
  return /^[0-9]+$/.test(id)
}

/** Whether a text can stand in tokens behind their type: 2 to 16 of A-Z and 0-9, a letter first, and no id. */
export function isReplacement(text: string): boolean {
  return replacementPattern.test(`${text}_`)
}

/** The type that a token names; undefined for a text that is no token. */
export function entityOfToken(token: string): EntityType | undefined {
  if (wholeToken.exec(token) === null) return undefined
  return ENTITY_TYPES.find((entity) => token.startsWith(`${entity}_`))
}

/** Whether letters behind a type and its underscore are all that may stand before an id, or the beginning of that. */
export function mayStandBeforeId(prefix: string, letters: string): 'all' | 'beginning' | 'no' {
  if (prefix === PERSON_PREFIX) return isNameTags(letters)
  if (!REPLACED_PREFIXES.includes(prefix)) return 'no'
  if (letters.length < 2) return 'beginning'
  return isReplacement(letters) ? 'all' : 'no'
}

/**
 * The token of a value: `ENTITY_TYPE_` and the first 50 bits of HMAC-SHA-256 (RFC 2104) under the session's token key
 * over type, NUL and value. It is made of `A-Z`, `0-9` and `_` only and at most 36 characters long, so the one form
 * needs no escaping in prose, tool names, JSON keys and strings, URLs and Markdown. An id of digits only, which one in
 * 110,000 would be, is never given: a number in the form of a token is read as the number that it is.
 *
 * A value is taken exactly as spelled, in UTF-16: two spellings are two tokens, and each comes back as it was written.
 * Those of the forms of one person's name share a tag, which `name-tags.ts` explains.
 *
 * @param replacement what stands between the type of a codename, or `CUSTOM`, and its id. Throws for another type, and
 * for a text that is no replacement.
 */
export function deriveToken(
  sessionTokenKey: KeyObject,
  entity: EntityType,
  value: string,
  replacement?: string,
): string {
  const prefix = prefixOf(sessionTokenKey, entity, value, replacement)
  const digest = createHmac('sha256', sessionTokenKey).update(`${entity}\0${value}`, 'utf16le').digest()
  let id = idAt(digest, 0)
  for (let at = 1; isDigits(id) && at + 7 <= digest.length; at++) id = idAt(digest, at)
  return `${prefix}_${id}`
}

function prefixOf(key: KeyObject, entity: EntityType, value: string, replacement: string | undefined): string {
  const begin = `${entity}_`
  if (!TOKEN_PREFIXES.has(begin)) throw new Error('A token cannot begin so.')
  if (replacement === undefined) {
    const tags = begin === PERSON_PREFIX ? nameTagsOf(key, value) : ''
    return tags === '' ? entity : `${begin}${tags}`
  }
  if (!REPLACED_PREFIXES.includes(begin) || !isReplacement(replacement)) throw new Error('A token cannot begin so.')
  return `${begin}${replacement}`
}

/** The replacement that a token has; undefined for a token without one, and for a text that is no token. */
export function replacementOf(token: string): string | undefined {
  const entity = entityOfToken(token)
  if (entity === undefined || !REPLACED_PREFIXES.includes(`${entity}_`)) return undefined
  return token.slice(entity.length + 1, -ID_LENGTH - 1) || undefined
}

/** Ten letters of five bits each, from that octet of the digest on. */
function idAt(digest: Buffer, at: number): string {
  // 48 bits and 2 more; a number holds 53 exactly.
  let bits = digest.readUIntBE(at, 6) * 4 + (digest.readUInt8(at + 6) >> 6)
  let id = ''
  for (let index = 0; index < ID_LENGTH; index++) {
    id = ID_ALPHABET.charAt(bits % 32) + id
    bits = Math.floor(bits / 32)
  }
  return id
}
