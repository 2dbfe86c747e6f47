import { words } from '../../phrases.ts'
import type { Place } from '../worded.ts'

/** The rest of a name, what closes it, and a sign: `_PROD" : `. */
const SIGN = /([\w-]{0,24}|は|는|은|是)[\])"'`*\\]{0,4}\s{0,4}(?:=>|:=|:|={1,3})[ \t]{0,4}\\?/y
/** `for the printer is `, `was reset to `. */
const SAID =
  /s?(?:[ \t]{1,2}(?:for|of|to|zu|zum|für|para|de|pour|per)\b[^\n:.]{1,40}?)?[ \t]{1,2}(?:(?:is |was )?(?:now|set to|changed to|reset to)|is|was|are|ist|lautet|es|est|è|é|equals)[ \t:]{1,3}/iy
const QUOTED = /(["'`])([^"'`\n]{4,128})\1/y
/** A separator ends it only before white space or before the name of another member. */
const UNQUOTED = /(?:[^\s"'`<>;,&]|[;,&](?![\w ]{0,30}[=:]|\s|$)){4,256}/y

/** Names of members about a secret, not of one. */
const ABOUT =
  /length|len|min|max|polic|field|input|hint|reset|url|uri|require|strength|count|expir|age|days|file|path|label|type|attempt|column|name|valid|manager|hash_alg|enabled|link|page|form|error|hasher|derive|bcrypt|argon|default/i
const PLACEHOLDER =
  /^(?:[*x.#_•-]+|:.*|<.*|\$.*|%.*|\{.*|\[.*|\(.*|@.*|\*\w+|!vault.*|your[\w-]*|my[_-][\w-]*|example[\w-]*|change[_ -]?(?:me|it|this)|(?:replace|insert|enter|put)[_ -](?:[\w -]*[_ -])?(?:me|it|this|here|password|secret|token|key|value)|placeholder|redacted|hidden|masked|demo|test|testing|dummy|sample|foo|bar|baz|foobar|todo|fixme|tbd|n\/a|process\.env.*|os\.environ.*|env[.(].*|getenv.*|config[.[].*|null!|undefined!|[a-z]+:\/\/.*)$/i
/** Names of types and members about a password. */
const NAMED_AFTER_IT = /^(?:[Pp]ass(?:[Ww]ord|wd)?|[Pp]wd|[Ss]ecret|[Tt]oken)(?:_?[A-Z][A-Za-z]*|_[a-z_]+)$/
/** A name that says of a key that it is none. */
const NO_KEY = /example|placeholder|your[_-]|_here|changeme|change[_-]me|replace[_-]|dummy|sample|x{6}|\*{3}/i
/** A name of a type or a function: words with capitals, with few digits among them. */
const NAME_OF_CODE = /^\p{Lu}?\p{Ll}{2,}\d{0,2}(?:\p{Lu}\p{Ll}{2,}\d{0,2}|\p{Lu}\d{1,2}){3,}$/u
/** `secret-2-levels`, in descriptions of what hides secrets. */
const CALLED_SECRET =
  /(?:^|[-_ ])(?:secret|password|passwd)[-_ ](?:[\w-]{0,20}[-_ ])?(?:levels?|value|here|text|string|word|phrase|key|id|name)$/i
/** The alphabet or the digits in their order. */
const IN_ORDER = /abcdefgh|bcdefghi|12345678|01234567|23456789/i
/** What stands for a value in code and in descriptions of forms. */
const NO_VALUES = new Set(
  words(`
    null none nil true false undefined string str text varchar char any object number boolean required optional
    password passwd secret token value empty unknown default user username email public private static
    correct incorrect wrong invalid valid weak strong secure secured insecure missing needed mandatory stored
    encrypted hashed salted expired compromised leaked protected sent shared unique complex simple hard easy long
    short used saved safe confidential sensitive important necessary visible available forgotten lost known changed
    reset updated the this that not too very also only never always about being still what which where here there
    from with your mine ours case something anything nothing falsch richtig abgelaufen sicher incorrecta correcta`),
)

/** Whether the characters of a text look drawn at random: letters and digits, and at least 3 bits of entropy each. */
export function isRandom(text: string): boolean {
  return text.length >= 16 && /\d/.test(text) && /[A-Za-z]/.test(text) && entropyOf(text) >= 3
}

/** Shannon's entropy of the characters, in bits each. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** The password behind a word for one: behind a sign, in quotes or not, or said in a sentence. */
export function passwordIn(text: string, end: number): readonly Place[] {
  SIGN.lastIndex = end
  const sign = SIGN.exec(text)
  if (sign !== null) {
    if (ABOUT.test(sign[1] ?? '')) return []
    return valueAt(text, SIGN.lastIndex, (value, isQuoted, rest) => isAssigned(value, isQuoted, rest, sign[0]))
  }
  SAID.lastIndex = end
  return SAID.test(text) ? valueAt(text, SAID.lastIndex, isSaid) : []
}

/** At most 512 characters, as a value has. */
const KEY = /["'`]?([\w+/=.~-]{16,512})/y

/** A key or token behind a word for one: at least 16 random characters. */
export function secretIn(text: string, end: number): readonly Place[] {
  SIGN.lastIndex = end
  const sign = SIGN.exec(text)
  const isSign = sign !== null && !ABOUT.test(sign[1] ?? '')
  SAID.lastIndex = end
  if (!isSign && !SAID.test(text)) return []
  KEY.lastIndex = isSign ? SIGN.lastIndex : SAID.lastIndex
  const [, written = ''] = KEY.exec(text) ?? []
  const value = written.replace(/[.-]+$/, '')
  const start = KEY.lastIndex - written.length
  return isKey(value) ? [{ start, end: start + value.length }] : []
}

/** Random, and neither a path nor a chain of names. */
function isKey(value: string): boolean {
  if (
    !isRandom(value) ||
    NO_KEY.test(value) ||
    IN_ORDER.test(value) ||
    NAME_OF_CODE.test(value) ||
    /^[./]|\/\/|^[A-Za-z_]\w{0,30}(?:\.[A-Za-z_]\w{0,30})+$/.test(value)
  )
    return false
  // Words with a number among them, as names of functions have.
  return !/[_-]/.test(value) || value.replace(/\D/g, '').length > 2
}

type Holds = (value: string, isQuoted: boolean, rest: string) => boolean

function valueAt(text: string, from: number, holds: Holds): readonly Place[] {
  QUOTED.lastIndex = from
  const [, , quoted = ''] = QUOTED.exec(text) ?? []
  if (quoted !== '') {
    const end = QUOTED.lastIndex - 1
    return isValue(quoted) && holds(quoted, true, '') ? [{ start: end - quoted.length, end }] : []
  }
  UNQUOTED.lastIndex = from
  const [whole = ''] = UNQUOTED.exec(text) ?? []
  const value = whole.replace(/[.,;:)\]}\\]+$/, '')
  const end = from + value.length
  if (value.length < 4 || !isValue(value)) return []
  return holds(value, false, text.slice(end, end + 8)) ? [{ start: from, end }] : []
}

function isValue(value: string): boolean {
  return (
    !PLACEHOLDER.test(value) &&
    !CALLED_SECRET.test(value) &&
    !NAMED_AFTER_IT.test(value) &&
    !NO_VALUES.has(value.toLowerCase())
  )
}

/** A chain of names, a call or an index of a program. */
const EXPRESSION =
  /^[A-Za-z_$][\w$.]*\|[A-Za-z_$]|^[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+$|^[A-Za-z_$][\w$.]*[([]|^&|=>/
const LETTERS = /^[\p{L}_]+$/u

function isAssigned(value: string, isQuoted: boolean, rest: string, sign: string): boolean {
  if (isQuoted)
    return !/\s{2}|[{}<>]|^\s|\s$/.test(value) && !(/ /.test(value) && LETTERS.test(value.replaceAll(' ', '')))
  if (EXPRESSION.test(value)) return false
  if (!LETTERS.test(value)) return true
  // A word alone is one where it ends its line behind a colon, as in a note; `password: string;` is code.
  return sign.includes(':') && !sign.includes('=') && value.length >= 6 && /^(?:\s*$|\s*\n|\.?\s)/.test(rest)
}

function isSaid(value: string, isQuoted: boolean, rest: string): boolean {
  if (isQuoted || !LETTERS.test(value)) return !EXPRESSION.test(value)
  return value.length >= 6 && !/(?:ed|ing|able|ible|ent|ly|ary)$/i.test(value) && /^(?:$|[.,;!?]|\n| and )/.test(rest)
}
