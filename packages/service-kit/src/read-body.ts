import { SluiceError } from '@sluice/contracts'
import { readBounded } from './async/index.ts'

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

/** The error of a body that is longer than allowed; it names the variable that sets the limit, where there is one. */
export function bodyTooLarge(maxBytes: number, variable?: string): SluiceError {
  const advice = variable === undefined ? '' : ` The operator can raise this limit: ${variable}.`
  const message = `The request body is longer than ${maxBytes} bytes.${advice}`
  return new SluiceError({ code: 'request_too_large', message })
}
