import { createHmac, timingSafeEqual } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'

/** One secret of one caller; a caller has several while its secret is being changed. */
export interface CallerKey {
  readonly caller: string
  readonly secret: Buffer
  /** The secret is not valid from then on; milliseconds since the Unix epoch. */
  readonly notAfterMs?: number | undefined
}

export interface SignedMessage {
  /** Header `webhook-id`. */
  readonly id: string | undefined
  /** Header `webhook-timestamp`: seconds since the Unix epoch. */
  readonly timestamp: string | undefined
  /** Header `webhook-signature`: `v1,BASE64`, several separated by spaces. */
  readonly signature: string | undefined
  readonly body: Buffer
}

interface VerifiedMessage {
  readonly caller: string
  readonly id: string
}

/**
 * How far a message's timestamp may be off, either way. Source: Standard Webhooks, "Verifying webhook authenticity".
 */
export const SIGNATURE_WINDOW_MS = 300_000

/** Full stops separate the signed parts, so that an id with one could be read in two ways (Standard Webhooks). */
const ID = /^[!-\-/-~]{1,256}$/
const TIMESTAMP = /^[0-9]{1,12}$/
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/
const MAXIMUM_SIGNATURES = 16

/**
 * Finds the caller who signed a message (Standard Webhooks, https://www.standardwebhooks.com, symmetric signatures
 * `v1`: HMAC-SHA256 over `id.timestamp.body`). Keys are compared in constant time; which of them matches may show.
 * Throws `signature_invalid` for headers that are missing or malformed and for a signature of no valid key, and
 * `signature_expired` for a timestamp that is more than five minutes off.
 */
export function verifyMessage(message: SignedMessage, keys: readonly CallerKey[], nowMs: number): VerifiedMessage {
  const { id, timestamp, signature, body } = message
  if (id === undefined) throw missing('webhook-id')
  if (timestamp === undefined) throw missing('webhook-timestamp')
  if (signature === undefined) throw missing('webhook-signature')
  if (!ID.test(id)) throw invalid('The header webhook-id must be 1 to 256 visible ASCII characters without full stops.')
  if (!TIMESTAMP.test(timestamp)) throw invalid('The header webhook-timestamp must be whole seconds since 1970.')
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > SIGNATURE_WINDOW_MS) {
    throw new SluiceError({
      code: 'signature_expired',
      message: 'The header webhook-timestamp is more than five minutes off.',
    })
  }
  const given = readSignatures(signature)
  for (const { caller, secret, notAfterMs } of keys) {
    if (notAfterMs !== undefined && nowMs >= notAfterMs) continue
    const right = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest()
    if (given.some((one) => timingSafeEqual(one, right))) return { caller, id }
  }
  throw new SluiceError('signature_invalid')
}

/** The signatures of version 1, 32 bytes each; others stand beside them for other receivers. */
function readSignatures(header: string): Buffer[] {
  const entries = header.split(' ', MAXIMUM_SIGNATURES + 1)
  if (entries.length > MAXIMUM_SIGNATURES) throw invalid(`At most ${MAXIMUM_SIGNATURES} signatures are read.`)
  const signatures = entries.flatMap((entry) => {
    const base64 = SIGNATURE.exec(entry)?.[1]
    return base64 === undefined ? [] : [Buffer.from(base64, 'base64')]
  })
  if (signatures.length === 0) throw invalid('The header webhook-signature holds no `v1,BASE64` of 32 bytes.')
  return signatures
}

function missing(header: string): SluiceError {
  return invalid(`The header ${header} is missing.`)
}

function invalid(message: string): SluiceError {
  return new SluiceError({ code: 'signature_invalid', message })
}
