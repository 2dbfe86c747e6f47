import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleepMs } from 'node:timers/promises'
import { ERRORS, type Principal, SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Dependencies } from '../dependencies.ts'
import type { QuotaUse } from '../quotas/quota-use.ts'
import { setRateLimitHeaders } from '../quotas/rate-limit-headers.ts'
import { waitForRequestTurn } from './request-turns.ts'
import { leaveUnread } from './unread-body.ts'

/**
 * How long a refusal by quota is held back, in milliseconds. It asks for a longer wait anyway, and who asks again at
 * once, over hundreds of connections, would fill the event loop with refusals.
 */
const REFUSAL_DELAY_MS = 400

/**
 * Charges the request to the quotas of its caller until the connection has closed or the last byte has left, and tells
 * the caller what is left; then waits for the user's turn. An answer of 4xx counts as a refusal, a 429 not: it was
 * refused for being one too many. A refusal is held back for a moment before its turn.
 *
 * @throws SluiceError `rate_limit_exceeded`; `overloaded` also where the turn does not come in time; `request_aborted`
 *   where the caller has left.
 */
export async function beginUse(
  dependencies: Pick<Dependencies, 'apiKeys' | 'clock' | 'limits' | 'quotas' | 'policies'>,
  { env: { incoming, outgoing } }: Context<ServiceEnv>,
  principal: Principal,
): Promise<QuotaUse> {
  const { apiKeys, clock, limits, quotas, policies } = dependencies
  if (!incoming || !outgoing) throw new SluiceError('internal_error')
  // Nothing would end the use any more.
  if (outgoing.closed) throw new SluiceError('request_aborted')
  let use: QuotaUse
  try {
    use = quotas.begin(principal, policies.current(principal.tenant), apiKeys.grantOf(principal))
  } catch (error) {
    leaveUnread(incoming, outgoing)
    await sleepMs(REFUSAL_DELAY_MS)
    await waitForRequestTurn(principal, outgoing, clock)
    throw error
  }
  outgoing.once('close', () => use.end({ wasRefused: wasRefused(outgoing) }))
  setRateLimitHeaders(outgoing, use)
  try {
    const turn = { bodyBytes: declaredBytes(incoming), longestMs: limits.overloadWaitMs }
    await waitForRequestTurn(principal, outgoing, clock, turn)
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'overloaded') quotas.noteOverload()
    leaveUnread(incoming, outgoing)
    throw error
  }
  return use
}

/** What the body has by its head; infinite where it does not say. */
function declaredBytes({ headers, method }: IncomingMessage): number {
  if (method === 'GET' || method === 'DELETE') return 0
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
}

function wasRefused({ headersSent, statusCode }: ServerResponse): boolean {
  return headersSent && statusCode >= 400 && statusCode < 500 && statusCode !== ERRORS.rate_limit_exceeded.status
}
