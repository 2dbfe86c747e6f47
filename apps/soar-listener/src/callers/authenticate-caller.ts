import { readBearerToken, type TokenVerifier } from '@sluice/auth'
import { type Clock, DEFAULT_TENANT, isName, type Principal, SluiceError } from '@sluice/contracts'
import { type CallerKey, verifyMessage } from './webhook-signature.ts'

export interface Caller {
  /** The name of a configured caller, or `oauth:CLIENT`; no configured name holds a colon. */
  readonly name: string
  /** As its token says; a signed message has neither groups nor roles. */
  readonly principal: Principal
  /** The `webhook-id` of a signed message. */
  readonly messageId?: string
}

export interface CallerRules {
  readonly keys: readonly CallerKey[]
  readonly verifier: Pick<TokenVerifier, 'verify'>
  readonly readPrincipal: (claims: Claims) => Principal
  /** The scope that an access token must have. */
  readonly scope: string
  /** The claims in which it may stand: a text of scopes separated by spaces, or an array. */
  readonly scopeClaims: readonly string[]
  readonly clock: Clock
}

type Claims = Readonly<Record<string, unknown>>

const MAXIMUM_CLIENT_LENGTH = 200

/** Refuses a request that brings no credentials, before its body is read. Throws `credentials_missing`. */
export function requireCredentials(headers: Headers): void {
  if (isSigned(headers) || headers.has('authorization')) return
  throw new SluiceError({
    code: 'credentials_missing',
    message:
      'Sign the message (headers webhook-id, webhook-timestamp, webhook-signature) or send an access token ' +
      '(`Authorization: Bearer ...`).',
  })
}

/**
 * Tells who sends a command: a message that is signed is judged by its signature alone, any other by its access token.
 * Throws `signature_invalid`, `signature_expired`, `token_missing`, `token_invalid`, `token_expired`, `scope_missing`,
 * and `dependency_unavailable` when the issuer's keys cannot be had.
 */
export async function authenticateCaller(headers: Headers, body: Buffer, rules: CallerRules): Promise<Caller> {
  if (isSigned(headers)) {
    const message = {
      id: headers.get('webhook-id') ?? undefined,
      timestamp: headers.get('webhook-timestamp') ?? undefined,
      signature: headers.get('webhook-signature') ?? undefined,
      body,
    }
    const { caller, id } = verifyMessage(message, rules.keys, rules.clock.nowMs())
    return { name: caller, principal: signerOf(caller), messageId: id }
  }
  const { claims } = await rules.verifier.verify(readBearerToken(headers.get('authorization') ?? undefined))
  const principal = rules.readPrincipal(claims)
  const client = clientOf(claims, principal)
  if (!rules.scopeClaims.some((claim) => scopesOf(claims[claim]).includes(rules.scope))) {
    throw new SluiceError({
      code: 'scope_missing',
      message: `The access token needs the scope ${rules.scope} (in a claim of: ${rules.scopeClaims.join(', ')}).`,
    })
  }
  return { name: `oauth:${client}`, principal }
}

/** A configured caller has a name and nothing else. */
function signerOf(name: string): Principal {
  return { tenant: DEFAULT_TENANT, sub: name, username: name, groups: [], roles: [], departments: [], client: name }
}

function isSigned(headers: Headers): boolean {
  return ['webhook-signature', 'webhook-id', 'webhook-timestamp'].some((name) => headers.has(name))
}

/** RFC 9068, section 2.2.3, has a text; Okta and others issue arrays. */
function scopesOf(claim: unknown): readonly unknown[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim : []
}

/** `azp` where there is one, as for sessions, then `client_id` (RFC 9068, section 2.2), then the subject. */
function clientOf({ azp, client_id }: Claims, { sub }: Principal): string {
  const client = [azp, client_id].find((claim) => typeof claim === 'string' && claim !== '') ?? sub
  if (!isName(client) || client.length > MAXIMUM_CLIENT_LENGTH) throw new SluiceError('token_invalid')
  return client
}
