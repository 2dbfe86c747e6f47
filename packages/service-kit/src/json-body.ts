import { isUtf8 } from 'node:buffer'
import { SluiceError } from '@sluice/contracts'

const MAX_DEPTH = 16

/**
 * Parses a body as JSON.
 *
 * @throws SluiceError `invalid_encoding` (RFC 8259, section 8.1: JSON between systems is UTF-8), `invalid_json`,
 *   `request_too_deep`.
 */
export function parseJsonBody(body: Buffer, maxDepth = MAX_DEPTH): unknown {
  if (body.length === 0) throw new SluiceError({ code: 'invalid_json', message: 'The request body is empty.' })
  if (!isUtf8(body)) throw new SluiceError('invalid_encoding')
  const value = parseJson(body.toString('utf8'))
  if (isDeeperThan(value, maxDepth)) throw new SluiceError('request_too_deep')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    // The engine's message quotes the text, so it must not be kept as the cause.
    throw new SluiceError('invalid_json')
  }
}

/** Whether arrays and objects are nested more than `levels` deep; the recursion ends at that depth. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const member of Object.values(value)) if (isDeeperThan(member, levels - 1)) return true
  return false
}
