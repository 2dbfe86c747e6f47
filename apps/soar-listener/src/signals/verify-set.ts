import { z } from '@hono/zod-openapi'
import { comparableType, SIGNATURE_ALGORITHMS } from '@sluice/auth'
import { type Clock, INCIDENT_ID_MAX_LENGTH, plainText, SluiceError } from '@sluice/contracts'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { SetError } from './set-error.ts'
import type { Transmitter, Transmitters } from './transmitters.ts'

/** A security event token (RFC 8417) that its transmitter has signed for us. */
export interface SecurityEventToken {
  readonly transmitter: Transmitter
  /** Claim `jti`. */
  readonly id: string
  /** Claim `sub_id` (RFC 9493, section 4), unparsed. */
  readonly subject: unknown
  /** Claim `events`: by the URI of the event's type. */
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface SetRules {
  readonly transmitters: Transmitters
  readonly clock: Clock
  /** A token that was issued earlier than this is refused; milliseconds. */
  readonly maxAgeMs: number
}

/** How far the transmitter's clock may be ahead or behind. */
export const CLOCK_TOLERANCE_SECONDS = 60

const SET_TYPE = 'secevent+jwt'
const MAXIMUM_EVENTS = 16

const claimsSchema = z.object({
  // It is the incident id of the audit record.
  jti: plainText(INCIDENT_ID_MAX_LENGTH),
  iat: z.number(),
  events: z
    .record(z.string().min(1).max(512), z.record(z.string(), z.unknown()))
    .refine((events) => Object.keys(events).length > 0)
    .refine((events) => Object.keys(events).length <= MAXIMUM_EVENTS),
})

/**
 * Verifies a pushed token: the transmitter is chosen by the claim `iss`, then the header `Authorization`, the type,
 * signature, audience, age and form are checked (RFC 8417; RFC 8935, section 2; SSF 1.0, section 4).
 * Throws a `SetError`, or `dependency_unavailable` when the transmitter's keys cannot be had.
 */
export async function verifySet(
  token: string,
  authorization: string | undefined,
  rules: SetRules,
): Promise<SecurityEventToken> {
  const transmitter = chooseTransmitter(token, rules.transmitters)
  if (!transmitter.isAuthorized(authorization)) {
    throw new SetError('authentication_failed', 'The header Authorization is not the one that was agreed.')
  }
  const payload = await verifyPayload(token, transmitter, rules)
  const claims = claimsSchema.safeParse(payload)
  if (!claims.success) {
    const wrong = new Set(claims.error.issues.map(({ path }) => String(path[0])))
    throw new SetError('invalid_request', `Missing or malformed claims: ${[...wrong].join(', ')}.`)
  }
  return { transmitter, id: claims.data.jti, subject: payload.sub_id, events: claims.data.events }
}

/** Reads claims that are not verified yet, only to choose the keys that verify them. */
function chooseTransmitter(token: string, transmitters: Transmitters): Transmitter {
  const { header, issuer } = decode(token)
  if (typeof header.typ !== 'string' || comparableType(header.typ) !== SET_TYPE) {
    throw new SetError('invalid_request', `The header typ must be ${SET_TYPE}.`)
  }
  const transmitter = transmitters.get(issuer ?? '')
  if (transmitter === undefined) throw new SetError('invalid_issuer', 'No transmitter of this issuer is configured.')
  return transmitter
}

function decode(token: string) {
  try {
    return { header: decodeProtectedHeader(token), issuer: decodeJwt(token).iss }
  } catch {
    throw new SetError('invalid_request', 'The body is not a signed JWT in compact form.')
  }
}

async function verifyPayload(token: string, transmitter: Transmitter, rules: SetRules): Promise<JWTPayload> {
  const { issuer, audience, keys } = transmitter
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: [...SIGNATURE_ALGORITHMS],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(rules.clock.nowMs()),
      maxTokenAge: Math.floor(rules.maxAgeMs / 1_000),
    })
    return payload
  } catch (error) {
    throw error instanceof SluiceError ? error : asSetError(error)
  }
}

/** jose's messages may quote the token, so only the class of its error is used. */
function asSetError(error: unknown): SetError {
  if (error instanceof errors.JWTExpired) return new SetError('invalid_request', 'The token is too old.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error
    if (claim === 'aud') return new SetError('invalid_audience', 'The claim aud does not name this receiver.')
    if (claim === 'iss') return new SetError('invalid_issuer', 'The claim iss is not that of the transmitter.')
    if (claim === 'iat') return new SetError('invalid_request', 'The claim iat is missing or lies in the future.')
    return new SetError('invalid_request', `The claim ${claim} is missing or does not hold.`)
  }
  if (isFaultOfKey(error)) {
    const accepted = SIGNATURE_ALGORITHMS.join(', ')
    return new SetError('invalid_key', `The token is not signed by a published key of its issuer (${accepted}).`)
  }
  return new SetError('invalid_request', 'The body is not a signed JWT in compact form.')
}

function isFaultOfKey(error: unknown): boolean {
  return (
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  )
}
