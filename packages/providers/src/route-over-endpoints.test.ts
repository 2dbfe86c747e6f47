import { createSecretKey } from 'node:crypto'
import type { Level, SensitivityTile } from '@sluice/contracts'
import { AbortScope, createRouteLayer, Disclosed, type Exchange, type ModelRequest, snapshotOf } from '@sluice/pipeline'
import { unlimitedSpending } from '@sluice/pipeline/ports'
import { findFreePort, startStubModel } from '@sluice/testkit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { asked, clock, readAll, streamed, textOf, useStubServer } from '../fixtures/endpoints.ts'

const server = await useStubServer()
const first = server.stub
const second = await startStubModel({ reply: 'from the second' })

afterEach(() => second.reset())
afterAll(() => second.stop())

function route(baseUrls: readonly string[], options: { budgetMs?: number; headersTimeoutMs?: number } = {}) {
  const { budgetMs = 10_000, headersTimeoutMs = 5_000 } = options
  const endpoints = snapshotOf(
    baseUrls.map((baseUrl, index) => server.open({ name: `endpoint-${index}`, baseUrl, headersTimeoutMs })),
  )
  const layer = createRouteLayer({
    keyRing: { providerSealKey: () => createSecretKey(Buffer.alloc(32)) },
    timeoutMs: budgetMs + 1,
    retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 2, budgetMs },
    random: () => 0.5,
  })
  return {
    decide: (request: ModelRequest, exchange: Exchange) =>
      layer.decide(request, { ...exchange, runtime: { ...exchange.runtime, endpoints } }),
  }
}

function exchangeAt(level: Level, signal = new AbortController().signal): Exchange {
  const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  const tile: SensitivityTile = { level, categories, reidentificationRisk: 0, flags: [], digest: '' }
  const exchange: Omit<Exchange, 'scope'> = {
    origin: {
      requestId: 'r',
      request: { kind: 'chat', body: asked },
      principal: { tenant: 't', sub: 's', username: 'u', groups: [], roles: [], departments: [], client: 'c' },
      session: { id: 1, secret: '' },
      cacheUse: 'full',
    },
    runtime: {
      recordId: 'i',
      policy: {
        version: '1',
        jailbreak: { observe: 1, block: 1 },
        decide: (question) => ({
          effect:
            question.action === 'route-to-endpoint' && level > question.resource.permittedLevel ? 'forbid' : 'permit',
          policyIds: ['route-permitted-level'],
        }),
        clearanceOf: () => 7,
        quotasOf: () => {
          throw new Error('no layer asks for quotas')
        },
        digests: { policies: 'p', schema: 's', entities: 'e' },
        documents: () => {
          throw new Error('no layer asks for documents')
        },
      },
      endpoints: snapshotOf([]),
      clock,
      signal,
      holdBytes: () => undefined,
      spending: unlimitedSpending(0),
    },
    facts: { tile },
    findings: [],
    disclosed: new Disclosed(),
    account: () => ({ events: [], violations: [], cacheHit: false, alerts: [] }),
  }
  return { ...exchange, scope: new AbortScope(signal, exchange.origin.principal, clock) }
}

async function answerOf(decision: Awaited<ReturnType<ReturnType<typeof route>['decide']>>) {
  if (decision.type !== 'answer') throw new Error(`denied: ${JSON.stringify(decision)}`)
  return textOf(await readAll(decision.answer))
}

describe.each([
  ['JSON', asked],
  ['a stream', streamed],
])('L5 over real endpoints, asking for %s', (_name, request) => {
  it.each([429, 500, 502, 503, 504, 529])('asks the same endpoint again after %i', async (status) => {
    first.respondOnce({ fault: { type: 'status', status } })
    first.respondWith('from the first')
    const layer = route([first.baseUrl])
    expect(await answerOf(await layer.decide({ kind: 'chat', body: request }, exchangeAt(0)))).toBe('from the first')
    expect(first.requestCount).toBe(2)
  })

  it('goes to the second after a status that stays', async () => {
    first.respondWith({ fault: { type: 'status', status: 503 } })
    const layer = route([first.baseUrl, second.baseUrl])
    const decision = await layer.decide({ kind: 'chat', body: request }, exchangeAt(0))
    expect(decision.facts?.endpoint).toBe('endpoint-1')
    expect(await answerOf(decision)).toBe('from the second')
    expect([first.requestCount, second.requestCount]).toEqual([1, 1])
  })

  it('goes to the second after resets, refused connections and silence', async () => {
    first.respondWith({ fault: { type: 'reset-before-headers' } })
    const nobody = `http://127.0.0.1:${await findFreePort()}/v1`
    const layer = route([nobody, first.baseUrl, second.baseUrl])
    expect(await answerOf(await layer.decide({ kind: 'chat', body: request }, exchangeAt(0)))).toBe('from the second')
    first.respondWith({ fault: { type: 'hang-before-headers' } })
    const impatient = route([first.baseUrl, second.baseUrl], { headersTimeoutMs: 100 })
    expect(await answerOf(await impatient.decide({ kind: 'chat', body: request }, exchangeAt(0)))).toBe(
      'from the second',
    )
    expect([first.requestCount, second.requestCount]).toEqual([2, 2])
  })

  it('stays with a rejection', async () => {
    const error = { message: 'too many tokens', param: 'messages', code: 'context_length_exceeded' }
    first.respondWith({ fault: { type: 'status', status: 400, body: { error } } })
    const decision = await route([first.baseUrl, second.baseUrl]).decide({ kind: 'chat', body: request }, exchangeAt(0))
    const refusal = { code: 'context_length_exceeded', param: 'messages' }
    expect(decision).toEqual({ type: 'deny', refusal })
    expect([first.requestCount, second.requestCount]).toEqual([1, 0])
  })

  it('says when to come back', async () => {
    for (const stub of [first, second]) {
      stub.respondWith({ fault: { type: 'status', status: 429, headers: { 'retry-after': '30' } } })
    }
    const decision = await route([first.baseUrl, second.baseUrl]).decide({ kind: 'chat', body: request }, exchangeAt(0))
    const refusal = { code: 'rate_limit_exceeded', message: expect.any(String), retryAfterSeconds: 30 }
    expect(decision).toEqual({ type: 'deny', refusal })
    expect([first.requestCount, second.requestCount]).toEqual([1, 1])
  })

  it('asks nobody when nobody may see the data', async () => {
    const decision = await route([first.baseUrl, second.baseUrl]).decide({ kind: 'chat', body: request }, exchangeAt(4))
    expect(decision).toMatchObject({ type: 'deny', refusal: { code: 'no_compliant_endpoint' } })
    expect([first.requestCount, second.requestCount]).toEqual([0, 0])
  })

  it('closes the connection when its budget is spent', async () => {
    first.respondWith({ fault: { type: 'hang-before-headers' } })
    const layer = route([first.baseUrl, second.baseUrl], { budgetMs: 150 })
    const decision = await layer.decide({ kind: 'chat', body: request }, exchangeAt(0))
    expect(decision).toEqual({ type: 'deny', refusal: { code: 'upstream_timeout' } })
    await first.lastRequest().aborted
    expect(second.requestCount).toBe(0)
  })

  it('closes the connection when the exchange is aborted', async () => {
    first.respondWith({ fault: { type: 'hang-before-headers' } })
    const controller = new AbortController()
    const gone = new Error('gone')
    const deciding = route([first.baseUrl, second.baseUrl]).decide(
      { kind: 'chat', body: request },
      exchangeAt(0, controller.signal),
    )
    const [received] = await first.waitForRequests(1)
    controller.abort(gone)
    await expect(deciding).rejects.toBe(gone)
    await received?.aborted
    expect([first.requestCount, second.requestCount]).toEqual([1, 0])
  })
})

it('an answer that breaks off after its first byte is not asked for again', async () => {
  first.respondWith({ text: 'one two three', fault: { type: 'reset-mid-stream', afterFrames: 2 } })
  const decision = await route([first.baseUrl, second.baseUrl]).decide({ kind: 'chat', body: streamed }, exchangeAt(0))
  await expect(answerOf(decision)).rejects.toMatchObject({ code: 'upstream_interrupted' })
  expect([first.requestCount, second.requestCount]).toEqual([1, 0])
})
