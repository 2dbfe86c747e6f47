import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** How every mark begins: version 1 of the form `slc1.ENDPOINT.MAC.ORIGINAL`, its first two parts in base64url. */
const PREFIX = 'slc1.'
/** 128 bits of HMAC-SHA256: a forger has one try for each request (RFC 2104, section 5). */
const MAC_BYTES = 16
const MAC_CHARS = 22
/** No endpoint has a longer name, in base64url. */
const MAX_NAME_CHARS = 128

/** Something that a provider has signed or encrypted, which must go back to it as it came. */
interface ProviderSeal {
  /** The endpoint that made it. */
  readonly endpoint: string
  /** What it made, as it came: opaque. */
  readonly original: string
}

/**
 * Gives what a provider has signed or encrypted to a caller, with a mark before it: whoever sends it back shows by the
 * mark where it came from and that nobody has changed it.
 *
 * @param key of the user, as `KeyRing.providerSealKey` gives it.
 * @param covered the text that the provider has signed; empty for what is encrypted. It is marked with it.
 */
export function markSeal(key: KeyObject, { endpoint, original }: ProviderSeal, covered: string): string {
  const name = Buffer.from(endpoint).toString('base64url')
  return `${PREFIX}${name}.${macOf(key, name, original, covered).toString('base64url')}.${original}`
}

/** Reads a marked seal; undefined for what has no mark, another user's, or one that does not fit. */
export function readSeal(key: KeyObject, marked: string, covered: string): ProviderSeal | undefined {
  if (!marked.startsWith(PREFIX)) return undefined
  const nameEnd = marked.indexOf('.', PREFIX.length)
  const macEnd = nameEnd + 1 + MAC_CHARS
  if (nameEnd < 0 || nameEnd - PREFIX.length > MAX_NAME_CHARS || marked.charAt(macEnd) !== '.') return undefined
  const name = marked.slice(PREFIX.length, nameEnd)
  const given = Buffer.from(marked.slice(nameEnd + 1, macEnd), 'base64url')
  const original = marked.slice(macEnd + 1)
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(key, name, original, covered))) return undefined
  return { endpoint: Buffer.from(name, 'base64url').toString('utf8'), original }
}

/** Digests stand for the texts: none of the parts can run into the next. */
function macOf(key: KeyObject, name: string, original: string, covered: string): Buffer {
  const text = `${name}.${hash('sha256', original, 'base64url')}.${hash('sha256', covered, 'base64url')}`
  return createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES)
}
