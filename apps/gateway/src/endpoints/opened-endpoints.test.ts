import { answerOf } from '@sluice/pipeline'
import { type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OpenedEndpoints } from './opened-endpoints.ts'
import type { EndpointConfig } from './read-registry.ts'
import { endpointsVariableSchema } from './registry-schema.ts'

let stub: StubModel
beforeAll(async () => {
  stub = await startStubModel({ models: ['m'] })
})
afterAll(() => stub.stop())

const opened: OpenedEndpoints[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

let nowMs = 0
function open(liveGateways = 1): OpenedEndpoints {
  const one = new OpenedEndpoints({
    ...{ connectTimeoutMs: 1_000, headersTimeoutMs: 1_000, idleTimeoutMs: 1_000, maxConnections: 8 },
    ...{ maxWaiting: 8, maxWaitMs: 1_000, maxAnswerBytes: 65_536, maxResultBytes: 65_536 },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    liveGateways: () => liveGateways,
    pins: { changed: async () => new Set() },
    spendings: { ofEndpoint: (name, tenant) => ({ reserve: () => Promise.reject(new Error(`${name} ${tenant}`)) }) },
  })
  opened.push(one)
  return one
}

/** An endpoint as configuration gives it. */
function config(changes: object = {}): EndpointConfig {
  const [endpoint] = endpointsVariableSchema.parse([
    { name: 'a', baseUrl: stub.baseUrl, permittedLevel: 5, models: ['m'], ...changes },
  ])
  if (endpoint === undefined) throw new Error('There is one.')
  return endpoint as EndpointConfig
}

const setOf = (one: OpenedEndpoints, ...endpoints: EndpointConfig[]) => one.setOf({ endpoints, mcpServers: [] })

describe('the connections of an endpoint', () => {
  it.each<[string, object, boolean]>([
    ['nothing', {}, true],
    ['the level', { permittedLevel: 2 }, true],
    ['models', { models: ['m', 'n'], aliases: { fast: 'n' } }, true],
    ['priority and weight', { priority: 7, weight: 3 }, true],
    ['the price', { price: { currency: 'EUR', input: 1, output: 2 } }, true],
    ['requests a minute', { requestsPerMinute: 9 }, true],
    ['limits on tokens and money', { limits: { tokensPerDay: 9 } }, true],
    ['the key', { apiKey: 'another' }, false],
    ['the address', { baseUrl: 'http://127.0.0.1:9/v1' }, false],
    ['time-outs', { timeouts: { idleMs: 5 } }, false],
    ['connections', { concurrency: 2 }, false],
    ['a header', { headers: { 'x-team': 'other' } }, false],
    ['models behind names', { modelMap: { m: 'other' } }, false],
  ])('stay the same over a reading that changes %s: %3$s', (_what, changes, isSame) => {
    const all = open()
    const [before] = setOf(all, config()).endpoints
    const [after] = setOf(all, config(changes)).endpoints
    expect(after?.endpoint.connections === before?.endpoint.connections).toBe(isSame)
    expect(after?.endpoint).not.toBe(before?.endpoint)
  })

  it('may be opened ahead, and are closed where the reading was not taken', async () => {
    const all = open()
    const first = setOf(all, config())
    await all.prepare({ endpoints: [config(), config({ name: 'b' })] })
    expect(all.load().map(({ endpoint }) => endpoint)).toEqual(['a', 'b'])
    await all.prepare({ endpoints: [config(), config({ name: 'c', tenantKeys: { acme: 'k' } })] })
    expect(all.load().map(({ endpoint }) => endpoint)).toEqual(['a', 'c'])
    setOf(all, config())
    first.onUnused()
    expect(all.load().map(({ endpoint }) => endpoint)).toEqual(['a'])
  })

  it('are closed when no reading has them any more', () => {
    const all = open()
    const first = setOf(all, config(), config({ name: 'b' }))
    const second = setOf(all, config())
    first.onUnused()
    expect(all.load().map(({ endpoint }) => endpoint)).toEqual(['a'])
    second.onUnused()
    expect(all.load()).toEqual([])
  })

  it('are each tenant’s own where it has a key', () => {
    const { endpoints } = setOf(open(), config({ apiKey: 'for-all', tenantKeys: { acme: 'k1', other: 'k2' } }))
    expect(endpoints.map(({ tenant }) => tenant)).toEqual([undefined, 'acme', 'other'])
    expect(new Set(endpoints.map(({ endpoint }) => endpoint.connections)).size).toBe(3)
    const alone = setOf(open(), config({ tenantKeys: { acme: 'k1' } })).endpoints
    expect(alone.map(({ tenant }) => tenant)).toEqual(['acme'])
    const aws = { region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' }
    const signed = setOf(open(), config({ kind: 'bedrock', aws, tenantKeys: { acme: 'k1' } })).endpoints
    expect(signed.map(({ tenant }) => tenant)).toEqual([undefined, 'acme'])
  })
})

describe('an endpoint of the registry', () => {
  it('has a place in the list as its priority, unless it has a priority', () => {
    const { endpoints } = setOf(open(), config(), config({ name: 'b', priority: 9 }), config({ name: 'c' }))
    expect(endpoints.map(({ endpoint }) => endpoint.priority)).toEqual([0, 9, 2])
  })

  it('costs millionths, by model', () => {
    const price = { currency: 'EUR', input: 1.25, output: 10 }
    const prices = { n: { currency: 'EUR', input: 0.25, output: 2, cachedInput: 0.025 } }
    const [one] = setOf(open(), config({ models: ['m', 'n'], price, prices })).endpoints
    const micros = { currency: 'EUR', inputMicros: 1_250_000, outputMicros: 10_000_000, cachedInputMicros: 1_250_000 }
    expect(one?.endpoint.priceOf?.('m')).toEqual(micros)
    expect(one?.endpoint.priceOf?.('n')).toMatchObject({ inputMicros: 250_000, cachedInputMicros: 25_000 })
    expect(setOf(open(), config()).endpoints[0]?.endpoint.priceOf?.('m')).toBeUndefined()
  })

  it('is sent its requests a minute, divided by the gateways that are alive, and nothing beyond', async () => {
    const [one] = setOf(open(2), config({ requestsPerMinute: 5 })).endpoints
    const before = stub.requestCount
    const ask = (user: string) =>
      one?.endpoint.ask(
        { kind: 'chat', body: { model: 'm', messages: [{ role: 'user', content: 'Hello?' }] } },
        {
          ...{ requestId: 'r', answerId: 'a', user, signal: new AbortController().signal },
          scope: { tenant: 't', sessionId: 1 },
          ...{ markSeal: (original) => original, leaving: () => undefined, holdBytes: () => undefined },
        },
      )
    expect(await ask('alice')).toMatchObject({ kind: answerOf([]).kind })
    await ask('bob')
    await expect(ask('carol')).rejects.toMatchObject({ failure: { kind: 'limited', retryAfterSeconds: 30 } })
    expect(stub.requestCount - before).toBe(2)
    nowMs += 30_000
    await ask('carol')
    expect(stub.requestCount - before).toBe(3)
  })
})
