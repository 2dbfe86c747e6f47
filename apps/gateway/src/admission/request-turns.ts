import type { ServerResponse } from 'node:http'
import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import { waitForTurn } from '@sluice/pipeline'

/**
 * What a request costs the event loop beside its text work, in milliseconds: its body, the layers, its record and its
 * answer. A refusal costs about as much.
 */
const REQUEST_COST_MS = 0.5

/**
 * Waits until it is the user's turn to have a request worked on, in the queue of the text work. Hundreds of requests of
 * one user that come at once are begun a few in each turn of the event loop, and another user's request passes them.
 * Nobody waits while the loop has time. Rejects with `request_aborted` where the caller has left.
 */
export function waitForRequestTurn(
  { tenant, sub }: Pick<Principal, 'tenant' | 'sub'>,
  outgoing: Pick<ServerResponse, 'closed'>,
  clock: Pick<Clock, 'monotonicMs'>,
): void | Promise<void> {
  return waitForTurn(REQUEST_COST_MS, {
    user: `${tenant}\0${sub}`,
    clock,
    get isStopped() {
      return outgoing.closed
    },
    get stopReason() {
      return new SluiceError('request_aborted')
    },
  })
}
