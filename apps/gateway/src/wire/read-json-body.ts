import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { CHAT_LIMITS, SluiceError } from '@sluice/contracts'

/**
 * Reads a request body as JSON, once and bounded.
 *
 * @param maxBytes the longest body, in bytes.
 * @throws SluiceError `unsupported_media_type` for a compressed body, `request_too_large`, `invalid_encoding`, `invalid_json`, `request_too_deep`, or
 *   `request_aborted` when the caller left before the end.
 */
export async function readJsonBody(incoming: IncomingMessage, maxBytes: number): Promise<unknown> {
  const encoding = incoming.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new SluiceError({ code: 'unsupported_media_type', message: 'Send the body without a content encoding.' })
  }
  const body = await readBody(incoming, maxBytes)
  // RFC 8259, section 8.1: JSON between systems is UTF-8.
  if (!isUtf8(body)) throw new SluiceError('invalid_encoding')
  const value = parseJson(body.toString('utf8'))
  if (isDeeperThan(value, CHAT_LIMITS.depth)) throw new SluiceError('request_too_deep')
  return value
}

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new SluiceError({ code: 'request_too_large', message: `The request body is longer than ${maxBytes} bytes.` })
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge())

  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const onData = (part: Buffer) => {
      length += part.length
      if (length <= maxBytes) parts.push(part)
      else settle(() => reject(tooLarge()))
    }
    const onEnd = () => settle(() => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, length)))
    const onGone = () => settle(() => reject(new SluiceError('request_aborted')))
    const settle = (act: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      act()
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    // The engine's message quotes the text, so it must not travel as the cause.
    throw new SluiceError('invalid_json')
  }
}

/** Whether arrays and objects stand inside one another more than `levels` deep; recursion ends there too. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const member of Object.values(value)) if (isDeeperThan(member, levels - 1)) return true
  return false
}
