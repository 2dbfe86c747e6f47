import { readBearerToken, type TokenVerifier } from '@sluice/auth'
import { type Clock, DEFAULT_TENANT, isName, type Principal, SluiceError } from '@sluice/contracts'
import {
  type PolicyDecision,
  type PolicySource,
  refusalOfUser,
  type SoarAction,
  type SoarQuestion,
} from '@sluice/policy'
import type { UserRef } from '@sluice/sessions'
import { type CallerKey, verifyMessage } from './webhook-signature.ts'

export interface Caller {
  /** The name of a configured caller, or `oauth:CLIENT`; no configured name holds a colon. */
  readonly name: string
  /** As its token says; a signed message has neither groups nor roles. */
  readonly principal: Principal
  /** How the caller has proven who it is. */
  readonly credential: SoarQuestion['context']
  /** The `webhook-id` of a signed message. */
  readonly messageId?: string
}

export interface CallerRules {
  readonly keys: readonly CallerKey[]
  readonly verifier: Pick<TokenVerifier, 'verify'>
  readonly readPrincipal: (claims: Claims) => Principal
  /** The claims in which scopes may stand: a text of scopes separated by spaces, or an array. */
  readonly scopeClaims: readonly string[]
  /** The scope that the policy asks for, for the refusal's message. */
  readonly scope: string
  /** What is known of the person of this name; undefined where nobody has it. Throws `dependency_unavailable`. */
  readonly findPerson: (ref: UserRef) => Promise<Person | undefined>
  readonly clock: Clock
}

interface Person {
  readonly active: boolean
  readonly isFrozen: boolean
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
 * Proves who sends a command, and that the policy permits the caller to send any: a signed message by its signature
 * alone, any other by its access token. The subject of a token is a person where the Users store knows it, else a
 * machine.
 * Throws `signature_invalid`, `signature_expired`, `token_missing`, `token_invalid`, `token_expired`, `scope_missing`,
 * `user_not_active` and `session_frozen` for a person who is not active or is frozen, `action_not_permitted` for a
 * machine that is not listed, and `dependency_unavailable` when the issuer's keys or the person cannot be had.
 */
export async function authenticateCaller(
  headers: Headers,
  body: Buffer,
  { callers: rules, policies }: { readonly callers: CallerRules; readonly policies: PolicySource },
): Promise<Caller> {
  const caller = isSigned(headers) ? readSignature(headers, body, rules) : await readToken(headers, rules)
  const { effect, policyIds } = decide(policies, caller, 'send-soar-command')
  if (effect === 'permit') return caller
  if (!policyIds.includes('soar-scope')) {
    const message = 'The subject of this token is no user, and its client is not listed (SOAR_CLIENTS).'
    throw new SluiceError({ code: 'action_not_permitted', message })
  }
  throw new SluiceError({
    code: 'scope_missing',
    message: `The access token needs the scope ${rules.scope} (in a claim of: ${rules.scopeClaims.join(', ')}).`,
  })
}

/** How records name a caller. */
export function actorOf({ name }: Caller): string {
  return `soar:${name}`
}

/** Tells whether the policy permits an action to a caller. */
export function mayDo(policies: PolicySource, caller: Caller, action: SoarAction): boolean {
  return decide(policies, caller, action).effect === 'permit'
}

function decide(policies: PolicySource, { principal, credential }: Caller, action: SoarAction): PolicyDecision {
  return policies.current(principal.tenant).decide({ principal, action, context: credential })
}

function readSignature(headers: Headers, body: Buffer, { keys, clock }: CallerRules): Caller {
  const message = {
    id: headers.get('webhook-id') ?? undefined,
    timestamp: headers.get('webhook-timestamp') ?? undefined,
    signature: headers.get('webhook-signature') ?? undefined,
    body,
  }
  const { caller, id } = verifyMessage(message, keys, clock.nowMs())
  return { name: caller, principal: signerOf(caller), credential: { credential: 'signature' }, messageId: id }
}

async function readToken(headers: Headers, rules: CallerRules): Promise<Caller> {
  const { claims } = await rules.verifier.verify(readBearerToken(headers.get('authorization') ?? undefined))
  const principal = rules.readPrincipal(claims)
  const scopes = rules.scopeClaims.flatMap((claim) => scopesOf(claims[claim]))
  const client = clientOf(claims, principal)
  const { tenant, sub } = principal
  const person = await rules.findPerson({ tenant, sub })
  const refusal = person && refusalOfUser(person, person.isFrozen)
  if (refusal !== undefined) throw new SluiceError(refusal)
  const credential = { credential: 'token', scopes, isPerson: person !== undefined, client } as const
  return { name: `oauth:${client}`, principal, credential }
}

/** A configured caller has a name and nothing else. */
function signerOf(name: string): Principal {
  return { tenant: DEFAULT_TENANT, sub: name, username: name, groups: [], roles: [], departments: [], client: name }
}

function isSigned(headers: Headers): boolean {
  return ['webhook-signature', 'webhook-id', 'webhook-timestamp'].some((name) => headers.has(name))
}

/** RFC 9068, section 2.2.3, has a text; Okta and others issue arrays. */
function scopesOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : []
}

/** `azp` where there is one, as for sessions, then `client_id` (RFC 9068, section 2.2), then the subject. */
function clientOf({ azp, client_id }: Claims, { sub }: Principal): string {
  const client = [azp, client_id].find((claim) => typeof claim === 'string' && claim !== '') ?? sub
  if (!isName(client) || client.length > MAXIMUM_CLIENT_LENGTH) throw new SluiceError('token_invalid')
  return client
}
