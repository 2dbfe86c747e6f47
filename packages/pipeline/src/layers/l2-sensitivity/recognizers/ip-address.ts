import { isIPv6 } from 'node:net'
import { matchesOf, type Recognizer, type Span, wordsBefore } from '../recognizer.ts'

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = new RegExp(`(?<![\\w.:])${OCTET}(?:\\.${OCTET}){3}(?![\\w]|\\.\\d)`, 'g')
/** As reports on attacks write an address, so that nobody opens it. */
const DEFANGED = new RegExp(`(?<![\\w.:])${OCTET}(?:\\[?\\.\\]?${OCTET}){3}(?![\\w])`, 'g')
/** A run of what an IPv6 address is made of; longer runs than RFC 4291 allows (45) are none. */
const V6 = /(?<![\w:.])(?=[0-9a-f.]{0,4}:)[0-9a-f:.]{2,64}(?:%[\w-]{1,16})?/gi
const VERSION = /\b(?:version|versions|release|build|firmware|v)[ .:=]{0,2}$/

/**
 * IPv4 (RFC 791) and IPv6 (RFC 4291, compressed and IPv4-mapped, with zone) addresses. Private addresses count: they
 * describe a network from inside. The unspecified address and loopback (0.0.0.0, 127.0.0.0/8, ::, ::1) name nobody
 * and do not. Four numbers after a word such as "version" are a version.
 */
export const ipAddress: Recognizer = {
  name: 'ip-address',
  entity: 'IP_ADDRESS',
  readsIdentifiers: false,
  fewestDigits: 0,
  find(text, context) {
    const spans: Span[] = []
    if (/\d\.\d/.test(text)) {
      for (const match of matchesOf(text, V4)) {
        if (/^(?:127\.|0\.0\.0\.0$)/.test(match[0])) continue
        if (VERSION.test(wordsBefore(text, match.index, context))) continue
        spans.push(ip(match.index, match.index + match[0].length))
      }
    }
    if (text.includes('[.]')) {
      for (const match of matchesOf(text, DEFANGED)) spans.push(ip(match.index, match.index + match[0].length))
    }
    if (/:.{0,64}?:/.test(text)) for (const six of sixes(text)) spans.push(six)
    return spans
  },
}

function sixes(text: string): Span[] {
  const spans: Span[] = []
  for (const match of matchesOf(text, V6)) {
    const value = match[0].replace(/[.:]$/, (last) => (match[0].endsWith('::') ? last : ''))
    if (/[\w]/.test(text.charAt(match.index + match[0].length))) continue
    if (value === '::' || value === '::1' || !isIPv6(value) || !looksMeant(value)) continue
    spans.push(ip(match.index, match.index + value.length))
  }
  return spans
}

/** `Ab::Cd` is a name in several programming languages, and an address only by accident. */
function looksMeant(value: string): boolean {
  return /\d/.test(value) || value.split(':').filter((group) => group !== '').length > 3
}

function ip(start: number, end: number): Span {
  return { entity: 'IP_ADDRESS', start, end, confidence: 0.95, recognizer: 'ip-address', verified: true }
}
