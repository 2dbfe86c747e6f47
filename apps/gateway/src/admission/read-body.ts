import type { IncomingMessage } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import { bodyTooLarge, checkBodyHeaders } from '@sluice/service-kit'

/** The variable that sets `maxBytes`. */
const LIMIT_VARIABLE = 'MAX_BODY_BYTES'

/** Throws a `SluiceError` where the caller may not have so many bytes more. */
type Reserve = (bytes: number) => void

/**
 * Reads a request body, once and bounded, from Node's own stream: through a web stream it costs more.
 *
 * @param maxBytes the longest body, in bytes.
 * @param reserve called with the bytes of each piece before it is kept; its error ends the reading.
 * @throws SluiceError `unsupported_media_type` for a compressed body, `request_too_large`, or `request_aborted` when
 *   the caller left before the end.
 */
export async function readIncoming(incoming: IncomingMessage, maxBytes: number, reserve: Reserve): Promise<Buffer> {
  const { headers } = incoming
  checkBodyHeaders(headers['content-encoding'], headers['content-length'], maxBytes, LIMIT_VARIABLE)
  return await readBody(incoming, maxBytes, reserve)
}

function readBody(incoming: IncomingMessage, maxBytes: number, reserve: Reserve): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let length = 0
    const onData = (part: Buffer) => {
      length += part.length
      if (length > maxBytes) return settle(() => reject(bodyTooLarge(maxBytes, LIMIT_VARIABLE)))
      try {
        reserve(part.length)
        parts.push(part)
      } catch (error) {
        settle(() => reject(error))
      }
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
