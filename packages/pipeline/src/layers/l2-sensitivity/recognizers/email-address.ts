import { anyOf, oneOf, words } from '../phrases.ts'
import { matchesOf, type Recognizer, type Span, spanMaker } from '../recognizer.ts'

type Form = (text: string, domains: Domains) => readonly Span[]

interface SpokenSigns {
  readonly at: readonly string[]
  readonly dot: readonly string[]
}

interface EmailParts {
  readonly forms: readonly Form[]
  /** What stands for the `@` or the point in a spelled address, on its left and its right. */
  readonly brackets: readonly string[]
  /** What a language calls the `@` and the point. */
  readonly spokenSigns: readonly SpokenSigns[]
  /** At the end of an address in words alone, or with its `@` set apart. */
  readonly spokenTopLevels: readonly string[]
  /** What follows the `@` in file names such as `icon@2x.png`. */
  readonly fileSuffixes: readonly string[]
  /** What follows the `@` where a suffix that is a top-level domain too (Moldova's) ends a file name. */
  readonly documentNames: readonly string[]
  /** None may hold, of an address with its `@`. */
  readonly vetoes: readonly ((text: string, start: number, at: number, end: number) => boolean)[]
}

/** The parts, compiled. */
interface Domains {
  readonly apart: RegExp
  readonly spelled: RegExp
  readonly spelledAt: RegExp
  readonly bracketedDot: RegExp
  readonly withDots: RegExp
  readonly spokenDot: RegExp
  readonly spoken: RegExp
  readonly fileSuffixes: ReadonlySet<string>
  readonly documentNames: ReadonlySet<string>
  readonly vetoes: EmailParts['vetoes']
}

export const EMAIL_ADDRESS: EmailParts = {
  forms: [aroundSign, setApart, inWords, spelledOut, withBracketedDots],
  brackets: ['[]', '()', '{}', '<>'],
  spokenSigns: [
    { at: ['at'], dot: ['dot'] },
    { at: ['at', 'ät', 'klammeraffe'], dot: ['punkt'] },
    { at: ['arroba'], dot: ['punto', 'ponto'] },
    { at: ['arobase', 'arrobase'], dot: ['point'] },
    { at: ['chiocciola'], dot: ['punto'] },
    { at: ['at', 'apenstaartje'], dot: ['punt'] },
    { at: ['małpa', 'malpa'], dot: ['kropka'] },
    { at: ['собака'], dot: ['точка'] },
  ],
  spokenTopLevels: words(`
    com org net edu gov info biz io ai dev app me eu de at ch fr es it nl be uk ie pl se us ca au in jp cn br mx za ng
    ke`),
  fileSuffixes: words('png jpg jpeg gif svg webp js ts mjs css html json txt'),
  documentNames: words('readme changelog license contributing security index notes todo'),
  vetoes: [isRepository, isUserInformation],
}

/** RFC 5321, section 4.5.3.1: local part and domain in octets. */
const MAX_LOCAL = 64
const MAX_DOMAIN = 255
const MAX_LABEL = 63

/** RFC 5322 atom characters that occur in addresses, and letters of every script (RFC 6531). */
const LOCAL = /[\p{L}\p{M}\p{N}._%+'&-]/u
const DOMAIN = /[\p{L}\p{M}\p{N}.-]/u

/** The codes of the ASCII letters, digits and signs that `LOCAL` and `DOMAIN` take. */
const ASCII_LOCAL = asciiOf(LOCAL)
const ASCII_DOMAIN = asciiOf(DOMAIN)

/** RFC 5321, section 4.1.3. */
const LITERAL = /^\[(?:\d{1,3}\.){3}\d{1,3}\]/

/** By form: with a sign and a domain, with a literal, spelled out, in words or with its sign set apart. */
const CONFIDENCE = { sign: 1, literal: 0.9, spelled: 0.8, spoken: 0.7 }

const verified = spanMaker('EMAIL_ADDRESS', 'email-address', true)
const guessed = spanMaker('EMAIL_ADDRESS', 'email-address', false)

/**
 * E-mail addresses: RFC 5322 as far as it is used, with a dotted domain or an address literal; the spelled forms
 * `[at]`, `(.)` and "alice at example dot com", in the words of some languages; `alice\@example.com` and
 * `alice @ example.com`. It cannot see other ways to spell an address out.
 */
export function createEmailAddress(parts: EmailParts): Recognizer {
  const domains = compile(parts)
  return {
    name: 'email-address',
    entities: ['EMAIL_ADDRESS'],
    readsIdentifiers: true,
    readsUnderscores: true,
    fewestDigits: 0,
    find: (text) => parts.forms.flatMap((form) => form(text, domains)),
  }
}

export const emailAddress = createEmailAddress(EMAIL_ADDRESS)

/** `alice [at] example [dot] com`, and `alice at example dot com` where the last word is a common top-level domain. */
function compile({ brackets, spokenSigns, spokenTopLevels, fileSuffixes, documentNames, vetoes }: EmailParts): Domains {
  const open = oneOf(brackets.map((pair) => pair.charAt(0)))
  const close = oneOf(brackets.map((pair) => pair.charAt(1)))
  const signs = (name: keyof SpokenSigns) => anyOf([...new Set(spokenSigns.flatMap((language) => language[name]))])
  const at = `${open} {0,2}(?:@|${signs('at')}) {0,2}${close}`
  const bracketed = `${open} {0,2}(?:\\.|${signs('dot')}) {0,2}${close}`
  const dot = `(?:\\.|${bracketed})`
  const local = '(?<![\\w.+-])[\\w.+-]{1,64}'
  const label = '[a-z0-9-]{1,63}'
  const spoken = spokenSigns.map((language) => {
    const [middle, point] = [` ${anyOf(language.at)} `, ` ${anyOf(language.dot)} `]
    return `(?:${point}[\\w+-]{1,64})?${middle}${label}(?:${point}${label}){0,2}${point}`
  })
  return {
    apart: new RegExp(
      `${local}(?:\\\\@| {1,2}@ {0,2}|@ {1,2})(?:${label}\\.){1,4}${anyOf(spokenTopLevels)}(?![\\w-])(?!\\.\\w)`,
      'gi',
    ),
    spelledAt: new RegExp(at, 'i'),
    spelled: new RegExp(`${local} {0,2}${at} {0,2}${label}(?: {0,2}${dot} {0,2}[a-z0-9-]{2,63}){1,4}`, 'gi'),
    bracketedDot: new RegExp(bracketed, 'i'),
    withDots: new RegExp(
      `${local}@(?:${label}\\.){0,3}${label}${bracketed}(?:${label}${dot}){0,3}${anyOf(spokenTopLevels)}(?![\\w-])`,
      'gi',
    ),
    spokenDot: new RegExp(` ${signs('dot')} `, 'i'),
    spoken: new RegExp(`${local}(?:${spoken.join('|')})${anyOf(spokenTopLevels)}(?![\\w-])`, 'gi'),
    fileSuffixes: new Set(fileSuffixes),
    documentNames: new Set(documentNames),
    vetoes,
  }
}

function aroundSign(text: string, domains: Domains): readonly Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = startOfLocal(text, at)
    if (start === undefined) continue
    const literal = text.charAt(at + 1) === '[' ? LITERAL.exec(text.slice(at + 1, at + 18)) : null
    if (literal !== null) {
      spans.push(guessed(start, at + 1 + literal[0].length, CONFIDENCE.literal))
      continue
    }
    const end = endOfDomain(text, at, domains)
    if (end === undefined || domains.vetoes.some((holds) => holds(text, start, at, end))) continue
    spans.push(verified(start, end, CONFIDENCE.sign))
  }
  return spans
}

/** `alice\@example.com`, as Perl and Markdown write it, and `alice @ example.com`. */
function setApart(text: string, { apart }: Domains): readonly Span[] {
  if (!/[ \\]@|@ /.test(text)) return []
  return matchesOf(text, apart).map(({ 0: { length }, index }) => guessed(index, index + length, CONFIDENCE.spoken))
}

function inWords(text: string, { spoken, spokenDot }: Domains): readonly Span[] {
  if (!spokenDot.test(text)) return []
  return matchesOf(text, spoken).map(({ 0: { length }, index }) => guessed(index, index + length, CONFIDENCE.spoken))
}

function spelledOut(text: string, { spelled, spelledAt }: Domains): readonly Span[] {
  if (!spelledAt.test(text)) return []
  return matchesOf(text, spelled).map(({ 0: { length }, index }) => guessed(index, index + length, CONFIDENCE.spelled))
}

/** `alice@example[.]com`, `alice@example(dot)com`. */
function withBracketedDots(text: string, { bracketedDot, withDots }: Domains): readonly Span[] {
  if (!text.includes('@') || !bracketedDot.test(text)) return []
  return matchesOf(text, withDots).map(({ 0: { length }, index }) => guessed(index, index + length, CONFIDENCE.spelled))
}

function startOfLocal(text: string, at: number): number | undefined {
  let start = at
  while (start > 0 && at - start < MAX_LOCAL && isOneOf(text, start - 1, ASCII_LOCAL, LOCAL)) start -= 1
  while (start < at && /[.'%&-]/.test(text.charAt(start))) start += 1
  return start < at && text.charAt(at - 1) !== '.' ? start : undefined
}

function endOfDomain(text: string, at: number, domains: Domains): number | undefined {
  let end = at + 1
  while (end < text.length && end - at <= MAX_DOMAIN && isOneOf(text, end, ASCII_DOMAIN, DOMAIN)) end += 1
  while (end > at && /[.-]/.test(text.charAt(end - 1))) end -= 1
  const labels = text.slice(at + 1, end).split('.')
  while (labels.length > 1 && !isTopLevel(labels.at(-1) ?? '')) {
    end -= (labels.pop()?.length ?? 0) + 1
  }
  if (labels.length < 2 || labels.some((label) => label === '' || label.length > MAX_LABEL)) return undefined
  return isFileName(labels.join('.').toLowerCase(), domains) ? undefined : end
}

/** `2x.png` of `icon@2x.png`; `.md` is also the top-level domain of Moldova. */
function isFileName(domain: string, { fileSuffixes, documentNames }: Domains): boolean {
  const suffix = domain.slice(domain.lastIndexOf('.') + 1)
  if (suffix !== 'md') return fileSuffixes.has(suffix)
  const name = domain.slice(0, domain.indexOf('.'))
  return /^v?\d+x?$/.test(name) || documentNames.has(name)
}

/** Whether the code unit at that place is of a class: by a table where it is ASCII, which it nearly always is. */
function isOneOf(text: string, at: number, ascii: readonly boolean[], pattern: RegExp): boolean {
  return ascii[text.charCodeAt(at)] ?? pattern.test(text.charAt(at))
}

function asciiOf(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
}

function isTopLevel(label: string): boolean {
  return /^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu.test(label)
}

/** `git@github.com:sluice/sluice.git` */
function isRepository(text: string, start: number, at: number, end: number): boolean {
  return text.slice(start, at) === 'git' && text.charAt(end) === ':'
}

/** The longest user information of an address of the web that is looked for, in code units. */
const MAX_USER_INFORMATION = 128

/** `redis://user:password@host`: RFC 3986, section 3.2.1. The password is found by another recognizer. */
function isUserInformation(text: string, start: number): boolean {
  return /:\/\/[^\s/@:]*:[^\s/@]*$/.test(text.slice(Math.max(0, start - MAX_USER_INFORMATION), start))
}
