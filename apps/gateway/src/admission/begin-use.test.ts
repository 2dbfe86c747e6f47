import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'
import { createLevelPolicy } from '@sluice/policy'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { expect, it } from 'vitest'
import { renderAnthropicError } from '../protocols/anthropic-messages/render-error.ts'
import { renderOpenAiError } from '../protocols/openai/render-error.ts'
import { Quotas } from '../quotas/quotas.ts'
import { beginUse } from './begin-use.ts'
import { waitForRequestTurn } from './request-turns.ts'

const ALICE = { tenant: 't', sub: 'alice', username: 'a', groups: [], roles: [], departments: [], client: 'c' }
const NO_LIMIT = { openExchanges: null, requestsPerMinute: null, refusalsPerMinute: null, bytesInFlight: null }

/** A request of which the head has been read, with a body of so many bytes behind it. */
function contextOf(length: number) {
  const headers = new Map<string, string>()
  const outgoing = {
    closed: false,
    headersSent: false,
    once: () => outgoing,
    setHeader: (name: string, value: string) => headers.set(name, value),
  }
  const incoming = { method: 'POST', headers: { 'content-length': String(length) } }
  const env = { incoming: incoming as unknown as IncomingMessage, outgoing: outgoing as unknown as ServerResponse }
  return { context: { env } as unknown as Context<ServiceEnv>, headers }
}

it('refuses in its wire, and before its body is read, a request that the gateway has no time for', async () => {
  await nextRound()
  let nowMs = 0
  const refused: string[] = []
  const clock = { nowMs: () => 0, monotonicMs: () => nowMs }
  const quotas = new Quotas({
    ...{ clock, liveGateways: () => 1, maxBodyBytes: 1_000_000, maxBytesInFlight: 1_000_000 },
    onRefused: (scope, quota) => void refused.push(`${scope} ${quota}`),
  })
  const limits = {
    maxBodyBytes: 1_000_000,
    localBodyBytes: 1,
    keepAliveMs: 1,
    mayShowSent: false,
    passesTraceContext: false,
    overloadWaitMs: 500,
  }
  const policies = createLevelPolicy({ clearances: {}, quotas: { default: NO_LIMIT } })
  const dependencies = { apiKeys: { grantOf: () => undefined }, clock, limits, quotas, policies }
  const earlier = Array.from({ length: 100 }, () => waitForRequestTurn(ALICE, { closed: false }, clock))
  const [short, long] = [contextOf(100), contextOf(100_000)]
  const all = Promise.allSettled([short, long].map(({ context }) => beginUse(dependencies, context, ALICE)))
  nowMs = 501
  const [first, second] = await all
  await Promise.all(earlier)
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
  expect(refused).toEqual(['gateway turn', 'gateway turn'])
  expect(short.headers.get('connection')).toBeUndefined()
  expect(long.headers.get('connection')).toBe('close')

  const error = first?.status === 'rejected' ? first.reason : undefined
  const context = { get: () => 'id' } as unknown as Context<ServiceEnv>
  for (const [response, status] of [
    [renderOpenAiError(error), 503],
    [renderAnthropicError(error, context), 529],
  ] as const) {
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('1')
  }
})
