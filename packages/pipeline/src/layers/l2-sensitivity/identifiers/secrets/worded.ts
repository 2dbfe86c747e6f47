import { phrases, words } from '../../phrases.ts'
import type { Place, Worded } from '../worded.ts'
import { isRandom, passwordIn, secretIn } from './assigned.ts'

export const PASSWORD_WORDS: readonly string[] = [
  ...words(`
    password passwords passwd pwd pw passphrase passcode psw passwort kennwort contraseña mdp wachtwoord senha
    hasło lösenord salasana пароль şifre pgpassword`),
  ...phrases('mot de passe | parola d ordine | parola chiave | 密码 | 密碼 | パスワード | 비밀번호'),
]

export const SECRET_WORDS: readonly string[] = phrases(`
  api key | apikey | api keys | api token | api secret | app secret | secret | secret key | secrets | access key | access token |
  refresh token | auth token | authtoken | client secret | private key | signing key | encryption key | account key |
  shared access key | webhook secret | session token | session id | sessionid | token | credential | credentials |
  auth key | master key | deploy key | consumer secret | bot token | personal access token`)

/** In the order in which they are tried. */
export const WORDED_SECRETS: readonly Worded[] = [
  { entity: 'PRIVATE_KEY', phrases: ['begin'], find: privateKeyAfter },
  { entity: 'PRIVATE_KEY', phrases: ['end'], find: privateKeyBefore },
  {
    entity: 'PASSWORD',
    phrases: PASSWORD_WORDS,
    find: (text, end, start) => (isShellFolder(text, start) ? [] : passwordIn(text, end)),
  },
  { entity: 'PASSWORD', phrases: ['pin', 'pin code', 'passcode', 'geheimzahl'], find: pinIn },
  { entity: 'API_KEY', phrases: SECRET_WORDS, find: secretIn },
  { entity: 'ACCESS_TOKEN', phrases: ['bearer'], find: bearerIn },
  { entity: 'ACCESS_TOKEN', phrases: ['basic'], find: basicIn },
  { entity: 'ACCESS_TOKEN', phrases: ['cookie', 'cookies', 'set cookie'], find: cookiesIn },
]

/** `$PWD` and `$(pwd)` are the folder of a shell, with a path behind them. */
function isShellFolder(text: string, start: number): boolean {
  return /\$[({]?$/.test(text.slice(Math.max(0, start - 2), start)) && /^pwd/i.test(text.slice(start, start + 3))
}

/** RFC 7468, section 10 and 11; RFC 4716 for OpenSSH, RFC 4880 for PGP. */
const LABEL = '(?: (?:RSA|EC|DSA|ENCRYPTED|OPENSSH|PGP|SSH2 ENCRYPTED))?[ ]PRIVATE KEY(?: BLOCK)?'
const AFTER_WORD = new RegExp(`${LABEL}-----`, 'y')
const BODY = /(?:[A-Za-z0-9+/=\s:,.]|-(?!-)|\\n|\\r)*/y
/** Less is no key, but a form of one. An elliptic curve's has 64 characters of base64. */
const SHORTEST_BODY = 40
const END = /-----END[A-Z0-9 ]{1,40}-----/y

function privateKeyAfter(text: string, end: number, start: number): readonly Place[] {
  if (!text.startsWith('-----', start - 5)) return []
  AFTER_WORD.lastIndex = end
  if (!AFTER_WORD.test(text)) return []
  BODY.lastIndex = AFTER_WORD.lastIndex
  BODY.test(text)
  END.lastIndex = BODY.lastIndex
  const isClosed = END.test(text)
  if (BODY.lastIndex - AFTER_WORD.lastIndex < SHORTEST_BODY) return []
  return [{ start: start - 5, end: isClosed ? END.lastIndex : trimmedEnd(text, BODY.lastIndex) }]
}

/** The rest of a key that began in an earlier part of a long text. */
function privateKeyBefore(text: string, end: number, start: number): readonly Place[] {
  if (!text.startsWith('-----', start - 5)) return []
  AFTER_WORD.lastIndex = end
  if (!AFTER_WORD.test(text)) return []
  let from = start - 5
  while (from > 0 && /[A-Za-z0-9+/=\s]/.test(text.charAt(from - 1))) from -= 1
  // Behind the line of its beginning, the key has been found from there.
  if (start - 5 - from < SHORTEST_BODY) return []
  return text.slice(Math.max(0, from - 5), from) === '-----' ? [] : [{ start: from, end: AFTER_WORD.lastIndex }]
}

function trimmedEnd(text: string, end: number): number {
  let at = end
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1
  return at
}

const PIN = /(?: (?:code|number|is|ist|es|est|nummer)){0,3}\s{0,2}[:=]?\s{0,2}["']?(\d{4,8})(?![\d.,:/-]|\w)/iy

function pinIn(text: string, end: number): readonly Place[] {
  PIN.lastIndex = end
  const [, pin = ''] = PIN.exec(text) ?? []
  return pin === '' ? [] : [{ start: PIN.lastIndex - pin.length, end: PIN.lastIndex }]
}

const BEARER = / {1,2}([A-Za-z0-9._~+/=-]{16,4096})/y

/** RFC 6750, section 2.1. */
function bearerIn(text: string, end: number): readonly Place[] {
  BEARER.lastIndex = end
  const [, token = ''] = BEARER.exec(text) ?? []
  return isRandom(token) ? [{ start: BEARER.lastIndex - token.length, end: BEARER.lastIndex }] : []
}

/** RFC 7617, section 2: a name, a colon and a password. */
function basicIn(text: string, end: number): readonly Place[] {
  const places = bearerIn(text, end)
  return places.filter(({ start, end: to }) =>
    /^[^:\s]*:\S/.test(Buffer.from(text.slice(start, to), 'base64').toString()),
  )
}

const COOKIES = /["']?\s{0,2}[:=]\s{0,2}["']?(?=[\w.-]{1,64}=)([^\r\n"']{8,1024})/y
/** One of a list of cookies, with the white space before it. */
const COOKIE = /^(\s*[\w.-]{1,64}=)([^,\s]{8,1024})/
/** Attributes of a cookie: RFC 6265, section 4.1.1. */
const ATTRIBUTES = new Set(words('expires max-age domain path secure httponly samesite priority partitioned'))

/** RFC 6265, sections 4.1 and 4.2. */
function cookiesIn(text: string, end: number): readonly Place[] {
  COOKIES.lastIndex = end
  const [, line = ''] = COOKIES.exec(text) ?? []
  const places: Place[] = []
  let at = COOKIES.lastIndex - line.length
  for (const part of line.split(';')) {
    const [, name = '', value = ''] = COOKIE.exec(part) ?? []
    const isValue = /\d/.test(value) && !ATTRIBUTES.has(name.trim().slice(0, -1).toLowerCase())
    if (isValue) places.push({ start: at + name.length, end: at + name.length + value.length })
    at += part.length + 1
  }
  return places
}
