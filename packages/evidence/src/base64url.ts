import { fromBase64, toBase64 } from './log/base64.ts'

const BASE64URL = /^[A-Za-z0-9_-]*$/

/** Writes Base64 for URLs, without padding. Source: RFC 4648, section 5. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Reads it; undefined for any other text, also for one that is not the only one for its bytes. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!BASE64URL.test(text)) return undefined
  const padding = '='.repeat((4 - (text.length % 4)) % 4)
  return fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}${padding}`)
}
