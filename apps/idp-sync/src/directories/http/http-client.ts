import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import { DirectoryFault } from '@sluice/directory-sync'
import { Agent } from 'undici'
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts'
import { askedWaitMs, isExhausted, resetWaitMs } from './retry-after.ts'
import { type HttpAnswer, type HttpRequest, sendRequest } from './send-request.ts'

interface HttpClientOptions {
  readonly clock: Clock
  /** 0 up to 1, for the spread of waits. */
  readonly random: () => number
  readonly limits?: Partial<HttpLimits>
}

/** A client that waits for a busy server and repeats nothing else. */
export interface HttpClient {
  /**
   * Sends a request and returns the answer, whatever its status. 429 and 5xx are tried again, after the wait that the
   * server asks for. Throws {@link DirectoryFault}: `throttled` where that wait is too long or the attempts are used up
   * by 429, `unreachable`, `timeout`, `too_large`.
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>
  close(): Promise<void>
}

export function createHttpClient({ clock, random, limits: given = {} }: HttpClientOptions): HttpClient {
  const limits = { ...HTTP_LIMITS, ...given }
  const agent = new Agent({
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.silenceTimeoutMs,
    bodyTimeout: limits.silenceTimeoutMs,
    connections: 16,
  })
  /** By the wall clock: until then the server's rate limit leaves no request. */
  let closedUntilMs = 0

  async function sendOnce(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    await wait(closedUntilMs - clock.nowMs(), request.what, signal)
    const answer = await sendRequest(agent, request, limits.maxBodyBytes, signal)
    const resetMs = isExhausted(answer) ? resetWaitMs(answer, clock.nowMs()) : undefined
    if (resetMs !== undefined) closedUntilMs = clock.nowMs() + resetMs
    return answer
  }

  async function wait(waitMs: number, what: string, signal: AbortSignal): Promise<void> {
    if (waitMs <= 0) return
    if (waitMs > limits.maxWaitMs) {
      const seconds = Math.ceil(waitMs / 1_000)
      throw new DirectoryFault('throttled', `The directory asks to wait ${seconds} s with ${what}.`)
    }
    await sleep(waitMs, undefined, { signal }).catch((cause: unknown) => {
      throw new DirectoryFault('timeout', `There was no time left to wait with ${what}.`, { cause })
    })
  }

  return {
    async send(request, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const last = attempt >= limits.attempts
        const backoffMs = limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + random())
        const answer = await sendOnce(request, signal).catch((error: unknown) => {
          if (last || !(error instanceof DirectoryFault) || error.code !== 'unreachable') throw error
          return undefined
        })
        if (answer !== undefined && !isBusy(answer)) return answer
        if (answer !== undefined && last) return refuseBusy(answer, request)
        await wait((answer && askedWaitMs(answer, clock.nowMs())) ?? backoffMs, request.what, signal)
      }
    },
    close: () => agent.close(),
  }
}

function isBusy({ status }: HttpAnswer): boolean {
  return status === 429 || (status >= 500 && status !== 501)
}

function refuseBusy(answer: HttpAnswer, { what }: HttpRequest): HttpAnswer {
  if (answer.status !== 429) return answer
  throw new DirectoryFault('throttled', `The directory has no room for ${what}.`)
}
