import { isUtf8 } from 'node:buffer'
import { type Clock, type Principal, plainText, REASON_MAX_LENGTH, SluiceError } from '@sluice/contracts'
import { maskText } from '@sluice/pipeline/mask-text'
import type { CodenameRegistry } from '@sluice/pipeline/ports'

interface ReasonDependencies {
  readonly codenames: CodenameRegistry
  readonly clock: Clock
}

const reasonSchema = plainText(REASON_MAX_LENGTH)

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
  return await maskText(reason.data, { tenant, sub, codenames: codenames.current(tenant), clock })
}

/** Node reads each octet of a header as one character. */
function decode(header: string): string {
  const octets = Buffer.from(header, 'latin1')
  return isUtf8(octets) ? octets.toString('utf8') : header
}

function invalidReason(): SluiceError {
  const message = `The header x-reason must hold 1 to ${REASON_MAX_LENGTH} characters without control characters.`
  return new SluiceError({ code: 'invalid_request', message, param: 'x-reason' })
}
