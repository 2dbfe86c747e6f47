import type { IncomingMessage } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import { bodyTooLarge, checkBodyHeaders } from '@sluice/service-kit'
import { BodyPieces } from './body-pieces.ts'

/** The longest body, in bytes, and the variable that sets it. */
interface BodyLimit {
  readonly maxBytes: number
  readonly variable: string
}

/** Throws a `SluiceError` where the caller may not have so many bytes more. */
type Reserve = (bytes: number) => void

/**
 * Reads a request body, once and bounded, from Node's own stream: through a web stream it costs more.
 *
 * @param reserve called with the bytes of each piece before it is kept; its error ends the reading.
 * @throws SluiceError `unsupported_media_type` for a compressed body, `request_too_large`, `invalid_request` for one
 *   in too many small pieces, or `request_aborted` when the caller left before the end.
 */
export async function readIncoming(incoming: IncomingMessage, limit: BodyLimit, reserve: Reserve): Promise<Buffer> {
  const { headers } = incoming
  checkBodyHeaders(headers['content-encoding'], headers['content-length'], limit.maxBytes, limit.variable)
  return await readBody(incoming, limit, reserve)
}

function readBody(incoming: IncomingMessage, { maxBytes, variable }: BodyLimit, reserve: Reserve): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new BodyPieces()
    const onData = (piece: Buffer) => {
      if (body.length + piece.length > maxBytes) return settle(() => reject(bodyTooLarge(maxBytes, variable)))
      try {
        reserve(piece.length)
        body.add(piece)
      } catch (error) {
        settle(() => reject(error))
      }
    }
    const onEnd = () => settle(() => resolve(body.whole()))
    const onGone = () => settle(() => reject(new SluiceError('request_aborted')))
    const settle = (act: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      act()
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}
