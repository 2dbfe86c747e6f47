import { words } from '../../phrases.ts'
import type { Claim, Worded } from '../worded.ts'

/** Behind the last dot of a name of a host. */
export const DOMAINS: readonly string[] = words('com org net info edu gov')

/** RFC 3986, sections 3.1 to 3.5; without quotes and brackets, which stand around an address more often than in one. */
const REST = String.raw`[^\s"'<>\x60{}|\\^()[\]\uFFFC，。、；：！？）（]`
const SCHEME = /[a-z][a-z0-9+.-]{1,15}$/i
const AFTER_SCHEME = new RegExp(`:\\/\\/(${REST}{1,512})`, 'y')
const AFTER_WWW = new RegExp(`\\.${REST}{3,512}`, 'y')
const HOST_BEFORE = /(?<![\w@./:-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,4}$/i
const AFTER_DOMAIN = new RegExp(`(?:\\.[a-z]{2})?(?::\\d{2,5})?(?:[/?#]${REST}{0,512})?(?![\\w@-]|\\.\\w)`, 'iy')
/** A host alone, a port and a slash name a site, not what somebody has there. */
const SITE_ONLY = /^(?:[^/?#@]*@)?[^/?#]*\/?$/

/** What somebody calls an own site. */
const OWN_SITE =
  /(?:web\s?site|home\s?page|my (?:site|blog|page)|portfolio|webseite|sitio web|página web|site web|sito web)\W{1,4}(?:is|at|ist|es|est|è|é)?\W{0,3}$/iu

/** The address around `://` at a place. A site alone says less than a page of it. */
export function urlAt(text: string, colon: number): Claim | undefined {
  const [scheme = ''] = SCHEME.exec(text.slice(Math.max(0, colon - 16), colon)) ?? []
  if (scheme === '') return undefined
  AFTER_SCHEME.lastIndex = colon
  const [, written = ''] = AFTER_SCHEME.exec(text) ?? []
  const rest = withoutEnd(written)
  if (rest === '') return undefined
  return claimOf(text, colon - scheme.length, colon + 3 + rest.length, rest)
}

/** Addresses without a scheme: `www.example.com/x`, and names of hosts, which are a guess. */
export const HOSTS: readonly Worded[] = [
  { entity: 'URL', phrases: ['www'], find: wwwAt },
  { entity: 'URL', phrases: DOMAINS, find: domainAt },
]

function wwwAt(text: string, end: number, start: number): readonly Claim[] {
  if (text.charAt(end) !== '.' || /[\w/.@-]/.test(text.charAt(start - 1))) return []
  AFTER_WWW.lastIndex = end
  const rest = withoutEnd(AFTER_WWW.exec(text)?.[0] ?? '')
  return rest.indexOf('.', 1) > 0 ? [claimOf(text, start, end + rest.length, rest)] : []
}

function domainAt(text: string, end: number, start: number): readonly Claim[] {
  if (text.charAt(start - 1) !== '.') return []
  const host = HOST_BEFORE.exec(text.slice(Math.max(0, start - 128), start))?.[0] ?? ''
  AFTER_DOMAIN.lastIndex = end
  if (host === '' || !AFTER_DOMAIN.test(text)) return []
  const whole = withoutEnd(text.slice(start - host.length, AFTER_DOMAIN.lastIndex))
  const { confidence = 0, ...claim } = claimOf(text, start - host.length, start - host.length + whole.length, whole)
  return [{ ...claim, confidence: Math.min(confidence, 0.5) }]
}

function claimOf(text: string, start: number, end: number, rest: string): Claim {
  const isOwn = OWN_SITE.test(text.slice(Math.max(0, start - 24), start))
  return { start, end, confidence: SITE_ONLY.test(rest) && !isOwn ? 0.4 : 0.6, isGuess: true }
}

function withoutEnd(written: string): string {
  let end = written.length
  while (end > 0 && '.,;:!?*_~-'.includes(written.charAt(end - 1))) end -= 1
  return written.slice(0, end)
}
