import type { ServerResponse } from 'node:http'
import { type Clock, type Principal, SluiceError } from '@sluice/contracts'
import { waitForTurn, waitToBegin } from '@sluice/pipeline'

/**
 * What a request costs the event loop beside its text work, in milliseconds: its body, the layers, its record and its
 * answer. A refusal costs about as much.
 */
const REQUEST_COST_MS = 0.5
/** What each byte of a body costs beside that, up to the length from which on another thread reads it. */
const BYTE_COST_MS = 0.000_2
const MOST_COUNTED_BYTES = 16_384

/** An overload seldom ends sooner, and clients that come back at once make it longer. */
export const OVERLOADED = { code: 'overloaded', retryAfterSeconds: 1 } as const

/** Whose turn it is: the name of a caller in the queue of the text work. */
export function userOf({ tenant, sub }: Pick<Principal, 'tenant' | 'sub'>): string {
  return `${tenant}\0${sub}`
}

interface RequestTurn {
  /** Infinite where nobody knows. */
  readonly bodyBytes: number
  /** The longest wait, in milliseconds. */
  readonly longestMs: number
}

/**
 * Waits until it is the user's turn to have a request worked on, in the queue of the text work. Hundreds of requests of
 * one user that come at once are begun a few in each turn of the event loop, and another user's request passes them.
 * Nobody waits while the loop has time. Rejects with `request_aborted` where the caller has left, and with `overloaded`
 * once it has waited for longer than `longestMs`: so the gateway sheds load, first that of users who ask for most.
 */
export function waitForRequestTurn(
  principal: Pick<Principal, 'tenant' | 'sub'>,
  outgoing: Pick<ServerResponse, 'closed'>,
  clock: Pick<Clock, 'monotonicMs'>,
  { bodyBytes, longestMs }: RequestTurn = { bodyBytes: 0, longestMs: Number.POSITIVE_INFINITY },
): void | Promise<void> {
  const costMs = REQUEST_COST_MS + Math.min(bodyBytes, MOST_COUNTED_BYTES) * BYTE_COST_MS
  const lateMs = clock.monotonicMs() + longestMs
  return waitToBegin(costMs, {
    user: userOf(principal),
    clock,
    get isStopped() {
      return outgoing.closed || clock.monotonicMs() > lateMs
    },
    get stopReason() {
      if (outgoing.closed) return new SluiceError('request_aborted')
      return new SluiceError(OVERLOADED)
    },
  })
}

/** What so many characters of a kept answer cost: opened, parsed and checked, or written as JSON. */
const CHARACTERS_PER_MS = 100_000

/** Who asks for what is kept, and where it is to go. */
export interface KeptReader {
  readonly principal: Pick<Principal, 'tenant' | 'sub'>
  readonly outgoing: Pick<ServerResponse, 'closed'>
}

/**
 * Waits until it is the user's turn to have something opened that was kept, or written as JSON. What stores answer
 * comes for many requests in one turn of the event loop, and opening all of it there would keep other users waiting.
 * Rejects as `waitForRequestTurn` does.
 *
 * @param characters that are opened or written.
 */
export function waitForKeptTurn(
  { principal, outgoing }: KeptReader,
  clock: Pick<Clock, 'monotonicMs'>,
  characters: number,
): void | Promise<void> {
  return waitForTurn(characters / CHARACTERS_PER_MS, {
    user: userOf(principal),
    clock,
    get isStopped() {
      return outgoing.closed
    },
    get stopReason() {
      return new SluiceError('request_aborted')
    },
  })
}
