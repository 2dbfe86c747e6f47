import { isUtf8 } from 'node:buffer'
import { SluiceError } from '@sluice/contracts'
import { readBounded } from './async/index.ts'

const MAX_DEPTH = 16

/**
 * Reads a request body as it was sent, up to `maxBytes`.
 *
 * @throws SluiceError `unsupported_media_type` for a compressed body, `request_too_large`, `request_aborted` when the
 *   caller left before the end.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const { headers } = request
  checkBodyHeaders(headers.get('content-encoding'), headers.get('content-length'), maxBytes)
  if (request.body === null) return Buffer.alloc(0)
  try {
    return await readBounded(request.body, maxBytes, () => bodyTooLarge(maxBytes))
  } catch (error) {
    throw error instanceof SluiceError ? error : new SluiceError('request_aborted', { cause: error })
  }
}

/**
 * Refuses a body by its headers, before it is read.
 *
 * @param variable the variable that sets `maxBytes`, where there is one, for the message.
 * @throws SluiceError `unsupported_media_type` for a compressed body, `request_too_large`.
 */
export function checkBodyHeaders(
  encoding: string | null | undefined,
  length: string | null | undefined,
  maxBytes: number,
  variable?: string,
): void {
  if ((encoding ?? 'identity').toLowerCase() !== 'identity') {
    throw new SluiceError({ code: 'unsupported_media_type', message: 'Send the body without a content encoding.' })
  }
  if (Number(length ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, variable)
}

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

/** The error of a body that is longer than allowed; it names the variable that sets the limit, where there is one. */
export function bodyTooLarge(maxBytes: number, variable?: string): SluiceError {
  const advice = variable === undefined ? '' : ` The operator can raise this limit: ${variable}.`
  const message = `The request body is longer than ${maxBytes} bytes.${advice}`
  return new SluiceError({ code: 'request_too_large', message })
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
