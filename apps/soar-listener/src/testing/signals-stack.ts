import { type ListenerStack, startListenerStack } from './test-stack.ts'
import { RECEIVER, startTransmitter, type TestTransmitter } from './transmitter.ts'

/** What {@link SignalsStack.strict} must send in `Authorization`. */
export const AUTHORIZATION = 'Bearer agreed-with-the-transmitter'

/** A listener that takes the signals of several transmitters. */
export interface SignalsStack extends ListenerStack {
  /** May name users in every way. */
  readonly free: TestTransmitter
  /** Is of another tenant, must authenticate itself, and may name users only by e-mail. */
  readonly strict: TestTransmitter
  /** Is a transmitter too. */
  readonly loginIssuer: string
  push(token: string, headers?: Record<string, string>): Promise<Response>
  /** A user as the login issuer names her. */
  ofAlice(): { readonly format: 'iss_sub'; readonly iss: string; readonly sub: 'alice' }
  /** The keys of the users' freeze notes. */
  frozenUsers(): Promise<string[]>
}

export async function startSignalsStack(): Promise<SignalsStack> {
  const [free, strict] = await Promise.all([startTransmitter(), startTransmitter('/tenants/acme')])
  const stack = await startListenerStack(({ issuer }) => ({
    SSF_TRANSMITTERS: JSON.stringify([
      {
        issuer: free.issuer,
        audience: RECEIVER,
        subjects: ['iss_sub', 'email', 'opaque'],
        subjectIssuers: ['https://accounts.example.com'],
      },
      {
        issuer: strict.issuer,
        audience: ['https://elsewhere.example.com', RECEIVER],
        tenant: 'acme',
        subjects: ['email'],
        authorizationHeader: AUTHORIZATION,
      },
      { issuer, audience: RECEIVER, jwksUri: `${issuer}/jwks` },
    ]),
    SOAR_REFUSED_RECORDS_PER_MINUTE: '6000',
  }))
  const loginIssuer = stack.oidc.issuer
  return {
    ...stack,
    free,
    strict,
    loginIssuer,
    push: (token, headers = {}) => pushTo(stack, token, headers),
    ofAlice: () => ({ format: 'iss_sub', iss: loginIssuer, sub: 'alice' }),
    frozenUsers: () => stack.redisClient.keys('sluice:{sessions}:user:*:freeze'),
    stop: async () => {
      await stack.stop()
      await Promise.all([free.stop(), strict.stop()])
    },
  }
}

/** Pushes a token as RFC 8935, section 2, has it. */
export function pushTo({ url }: ListenerStack, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/ssf/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json', ...headers },
    body: token,
  })
}
