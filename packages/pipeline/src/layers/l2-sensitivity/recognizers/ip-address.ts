import { isIPv6 } from 'node:net'
import { anyOf, words } from '../phrases.ts'
import { type Context, matchesOf, type Recognizer, type Span, spanMaker, wordsBefore } from '../recognizer.ts'

type Form = (text: string, context: Context, parts: IpParts, versionBefore: RegExp) => readonly Span[]

interface IpParts {
  readonly forms: readonly Form[]
  /** Before four numbers that are a version. */
  readonly versionWords: readonly string[]
  /** Addresses that name nobody. */
  readonly nobody: readonly RegExp[]
  /** Each must hold, of what is made of the characters of an IPv6 address. */
  readonly checksV6: readonly ((address: string) => boolean)[]
}

export const IP_ADDRESS: IpParts = {
  forms: [v4, defangedV4, v6],
  versionWords: words('version versions release build firmware v section sections clause oid'),
  nobody: [
    // Loopback and "this network": RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3.
    /^127\./,
    /^0\./,
    /^::1$/,
    // Masks of networks, in what RFC 1112, section 4, reserves.
    /^255\./,
    // Link-local, where clouds have their metadata: RFC 3927.
    /^169\.254\./,
    // The same of EC2: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html.
    /^fd00:ec2::254$/i,
    // Blocks for private and local use and for many receivers, as a whole: RFC 1918, RFC 4193, RFC 4291, section 2.4.
    /^(?:10\.0|172\.16|192\.168)\.0\.0$/,
    /^f[cef][08]0::$/i,
    // Documentation: RFC 5737, RFC 3849, RFC 9637.
    /^192\.0\.2\./,
    /^198\.51\.100\./,
    /^203\.0\.113\./,
    /^2001:0?db8:/i,
    /^3fff:(?:0|:)/i,
    // Object identifiers of directories: ITU-T X.520 and X.509, 2.5.4 and 2.5.29.
    /^2\.5\.(?:4|29)\./,
  ],
  checksV6: [isV6, looksMeant],
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = new RegExp(`(?<![\\w.:])${OCTET}(?:\\.${OCTET}){3}(?![\\w]|\\.\\d)`, 'g')
/** As reports on attacks write an address, so that nobody opens it. */
const DEFANGED = new RegExp(`(?<![\\w.:])${OCTET}(?:\\[?\\.\\]?${OCTET}){3}(?![\\w])`, 'g')
/** A run of what an IPv6 address is made of; longer runs than RFC 4291 allows (45) are none. */
const V6 = /(?<![\w:.])(?=[0-9a-f.]{0,4}:)[0-9a-f:.]{2,64}(?:%[\w-]{1,16})?/gi

const span = spanMaker('IP_ADDRESS', 'ip-address', true)
const CONFIDENCE = 0.95

/**
 * IPv4 (RFC 791) and IPv6 (RFC 4291, compressed and IPv4-mapped, with zone) addresses. Private addresses count: they
 * describe a network from inside. Loopback, masks and addresses for documentation name nobody and do not. Four numbers
 * after a word such as "version" are a version.
 */
export function createIpAddress(parts: IpParts): Recognizer {
  const versionBefore = new RegExp(`\\b${anyOf(parts.versionWords)}[ .:=]{0,2}$`)
  return {
    name: 'ip-address',
    entities: ['IP_ADDRESS'],
    readsIdentifiers: false,
    fewestDigits: 0,
    find: (text, context) => parts.forms.flatMap((form) => form(text, context, parts, versionBefore)),
  }
}

export const ipAddress = createIpAddress(IP_ADDRESS)

function v4(text: string, context: Context, { nobody }: IpParts, versionBefore: RegExp): readonly Span[] {
  if (!/\d\.\d/.test(text)) return []
  return matchesOf(text, V4).flatMap(({ 0: address, index }) => {
    if (nobody.some((pattern) => pattern.test(address))) return []
    if (versionBefore.test(wordsBefore(text, index, context))) return []
    return span(index, index + address.length, CONFIDENCE)
  })
}

function defangedV4(text: string, _context: Context, { nobody }: IpParts): readonly Span[] {
  if (!text.includes('[.]')) return []
  return matchesOf(text, DEFANGED).flatMap(({ 0: address, index }) => {
    const plain = address.replace(/[[\]]/g, '')
    if (nobody.some((pattern) => pattern.test(plain))) return []
    return span(index, index + address.length, CONFIDENCE)
  })
}

function v6(text: string, _context: Context, { nobody, checksV6 }: IpParts): readonly Span[] {
  if (!/:.{0,64}?:/.test(text)) return []
  return matchesOf(text, V6).flatMap(({ 0: run, index }) => {
    const address = run.replace(/[.:]$/, (last) => (run.endsWith('::') ? last : ''))
    if (/\w/.test(text.charAt(index + run.length))) return []
    if (nobody.some((pattern) => pattern.test(address)) || !checksV6.every((holds) => holds(address))) return []
    return span(index, index + address.length, CONFIDENCE)
  })
}

function isV6(address: string): boolean {
  return isIPv6(address)
}

/** `Ab::Cd` is a name in several programming languages, and an address only by accident. */
function looksMeant(address: string): boolean {
  return /\d/.test(address) || address.split(':').filter((group) => group !== '').length > 3
}
