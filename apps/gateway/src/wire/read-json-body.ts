import type { IncomingMessage } from 'node:http'
import { CHAT_LIMITS, SluiceError } from '@sluice/contracts'
import { parseJsonBody } from '@sluice/service-kit'

/**
 * Reads a request body as JSON, once and bounded, from Node's own stream: through a web stream it costs more.
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
  return parseJsonBody(await readBody(incoming, maxBytes), CHAT_LIMITS.depth)
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
