import { isUtf8 } from 'node:buffer'
import {
  type Clock,
  embeddingsRequestSchema,
  type Principal,
  plainText,
  REASON_MAX_LENGTH,
  SluiceError,
} from '@sluice/contracts'
import { HeldBody } from '@sluice/pipeline'
import type { CodenameRegistry } from '@sluice/pipeline/ports'

interface ReasonDependencies {
  readonly codenames: CodenameRegistry
  readonly clock: Clock
}

const reasonSchema = plainText(REASON_MAX_LENGTH)

/** A reason holds nothing but text. */
const NOTHING_UNREADABLE = { image: 0, audio: 0, file: 0 } as const

/**
 * Reads why the caller asks, from the header `x-reason`: 1 to 1,000 characters without control characters, as UTF-8 or
 * else Latin-1 (RFC 9110, section 5.5). What is returned may be recorded: it is masked like text to embed, because a
 * reason names persons as readily as a prompt does. Undefined where there is no such header.
 *
 * Throws `invalid_request`, and as the codename registry does.
 */
export async function readReason(
  { codenames, clock }: ReasonDependencies,
  header: string | undefined,
  { tenant, sub }: Principal,
): Promise<string | undefined> {
  if (header === undefined) return undefined
  const reason = reasonSchema.safeParse(decode(header).trim())
  if (!reason.success) throw invalidReason()
  const owner = { user: `${tenant}\n${sub}`, clock, isStopped: false, stopReason: undefined }
  const text = new HeldBody({ kind: 'embeddings', body: { model: '', input: reason.data } }, owner)
  await text.L2({ tenant, codenames: codenames.current(tenant), unreadableLevels: NOTHING_UNREADABLE })
  const { masked } = await text.L3(undefined)
  return inputOf(masked).slice(0, REASON_MAX_LENGTH).toWellFormed()
}

/** Node reads each octet of a header as one character. */
function decode(header: string): string {
  const octets = Buffer.from(header, 'latin1')
  return isUtf8(octets) ? octets.toString('utf8') : header
}

function inputOf(masked: Uint8Array): string {
  const { input } = embeddingsRequestSchema.pick({ input: true }).parse(JSON.parse(Buffer.from(masked).toString()))
  if (typeof input !== 'string') throw new SluiceError('internal_error')
  return input
}

function invalidReason(): SluiceError {
  const message = `The header x-reason must hold 1 to ${REASON_MAX_LENGTH} characters without control characters.`
  return new SluiceError({ code: 'invalid_request', message, param: 'x-reason' })
}
