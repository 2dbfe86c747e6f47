import { type ChatRequest, SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../answer/index.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { EndpointError, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { EndpointBudget, Spending } from '../../ports/spending.ts'
import type { ModelRequest } from '../../request/index.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createRouteLayer } from './index.ts'

const body: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const tile = {
  ...{ level: 0 as const, reidentificationRisk: 0, flags: [], digest: '' },
  categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 } as const,
}

/** An endpoint that answers, or fails as its error says. */
function endpointOf(name: string, inputMicros: number, error?: Error): ModelEndpoint & { asked: number } {
  return {
    ...{ name, permittedLevel: 7, models: { chat: ['m'], embeddings: [] }, asked: 0 },
    priceOf: () => ({ inputMicros, outputMicros: 2 * inputMicros, cachedInputMicros: 0, currency: 'EUR' }),
    async ask() {
      this.asked += 1
      if (error) throw error
      const usage = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 }
      return answerOf([{ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage }])
    },
  }
}

/** Notes what is set aside and charged. */
function spendingForTests() {
  const log: unknown[] = []
  const spending: Spending = {
    reserve(estimate) {
      log.push(['reserve', estimate])
      return { inputTokens: 7, settle: (used, price) => void log.push(['settle', used, price]) }
    },
  }
  return { log, spending }
}

const decide = (spending: Spending, request: ChatRequest, ...endpoints: ModelEndpoint[]) =>
  decideOn(spending, chat(request), ...endpoints)

async function decideOn(spending: Spending, request: ModelRequest, ...endpoints: ModelEndpoint[]) {
  const layer = createRouteLayer({
    ...{ keyRing: keyRingForTests, timeoutMs: 10_001, random: () => 0.5, sleep: async () => undefined },
    retry: { attempts: 3, baseDelayMs: 100, maxDelayMs: 150, budgetMs: 10_000 },
  })
  const exchange = exchangeForTests({ facts: { tile } })
  const runtime = { ...exchange.runtime, spending, endpoints: snapshotOf(endpoints) }
  return await layer.decide(request, { ...exchange, runtime })
}

describe('the usage of an answer', () => {
  it('grows with the answer, at the price of who answers', async () => {
    const decision = await decide(spendingForTests().spending, body, endpointOf('a', 2_000_000))
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error('It was not answered.')
    const { endpoint, usage } = decision.facts ?? {}
    const begun = {
      model: 'm',
      input: 7,
      cachedInput: 0,
      output: 0,
      isEstimated: true,
      costMicros: 14,
      currency: 'EUR',
    }
    expect([endpoint, usage?.()]).toEqual(['a', begun])
    for await (const _ of decision.answer.chunks);
    expect(usage?.()).toEqual({ ...begun, input: 11, output: 3, isEstimated: false, costMicros: 34 })
  })

  it('of what nobody answers, or of a count of tokens, is none', async () => {
    const { spending } = spendingForTests()
    const unanswered = endpointOf('a', 10, new EndpointError('a', { kind: 'connect' }))
    expect(await decide(spending, body, unanswered)).not.toHaveProperty('facts')
    const counting = { kind: 'token-count' as const, body: { model: 'm', messages: [], max_tokens: 1 } }
    const counted = await decideOn(spending, counting, endpointOf('a', 10))
    expect(counted).toMatchObject({ type: 'answer', facts: { endpoint: 'a' } })
    expect(counted.facts).not.toHaveProperty('usage')
  })
})

describe('the budgets of an endpoint', () => {
  /** An endpoint with budgets, which notes what becomes of them. */
  function budgeted(name: string, log: unknown[], refusal?: SluiceError, error?: Error) {
    const budget: EndpointBudget = {
      reserve(inputTokens, { outputTokens, price }) {
        log.push([name, 'reserve', inputTokens, outputTokens, price?.inputMicros])
        if (refusal) return Promise.reject(refusal)
        return { inputTokens, settle: (used, at) => void log.push([name, 'settle', used?.input, at?.inputMicros]) }
      },
    }
    return { ...endpointOf(name, name === 'a' ? 10 : 30, error), budget }
  }
  const spent = new SluiceError('budget_exceeded')

  it('are charged what the answer has cost, beside those of the caller', async () => {
    const { log, spending } = spendingForTests()
    const decision = await decide(spending, { ...body, max_tokens: 50 }, budgeted('a', log))
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error('It was not answered.')
    for await (const _ of decision.answer.chunks);
    expect(log.slice(1)).toMatchObject([
      ['a', 'reserve', 7, 50, 10],
      ['settle', { input: 11 }, { inputMicros: 10 }],
      ['a', 'settle', 11, 10],
    ])
  })

  it('that are spent leave the request to the next endpoint, and use no try', async () => {
    const { log, spending } = spendingForTests()
    const all = ['a', 'b', 'c'].map((name) => budgeted(name, log, name === 'b' ? undefined : spent))
    const decision = await decide(spending, body, ...all)
    expect(decision).toMatchObject({ type: 'answer', facts: { endpoint: 'b' } })
    expect(all.map(({ asked }) => asked)).toEqual([0, 1, 0])
  })

  it('that are spent everywhere refuse it, and nothing is kept of any budget', async () => {
    const { log, spending } = spendingForTests()
    const unsure = new SluiceError('dependency_unavailable')
    expect(await decide(spending, body, budgeted('a', log, spent))).toEqual({
      type: 'deny',
      refusal: { code: 'budget_exceeded' },
    })
    expect(log.at(-1)).toEqual(['settle', undefined, undefined])
    // What is not known is refused.
    const refused = await decide(spending, body, budgeted('a', log, unsure))
    expect(refused).toMatchObject({ type: 'deny', refusal: { code: 'dependency_unavailable' } })
  })

  it.each([
    ['fails', new EndpointError('a', { kind: 'connect' })],
    ['breaks', new Error('broken')],
  ])('keep nothing for an attempt that %s', async (_how, error) => {
    const { log, spending } = spendingForTests()
    await decide(spending, body, budgeted('a', log, undefined, error)).catch(() => undefined)
    const ofEndpoint = log.filter((entry) => Array.isArray(entry) && entry[0] === 'a')
    const kinds = ofEndpoint.map((entry) => (Array.isArray(entry) ? entry.slice(1, 3) : []))
    expect(kinds.length).toBeGreaterThan(1)
    for (const [at, kind] of kinds.entries()) expect(kind).toEqual(at % 2 ? ['settle', undefined] : ['reserve', 7])
    expect(kinds.length % 2).toBe(0)
  })
})

describe('the budgets of a caller', () => {
  it('are charged what the endpoint that answers has cost, once; the dearest was set aside', async () => {
    const { log, spending } = spendingForTests()
    const endpoints = [endpointOf('a', 10), endpointOf('b', 30)]
    const decision = await decide(spending, { ...body, max_tokens: 50, n: 2 }, ...endpoints)
    expect(log).toMatchObject([['reserve', { outputTokens: 100, price: { inputMicros: 30, outputMicros: 60 } }]])
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error('It was not answered.')
    for await (const _ of decision.answer.chunks);
    const inputMicros = endpoints[0]?.asked === 1 ? 10 : 30
    expect(log.slice(1)).toMatchObject([['settle', { input: 11, output: 3, isEstimated: false }, { inputMicros }]])
  })

  it('are not charged where nobody answers', async () => {
    const { log, spending } = spendingForTests()
    await expect(decide(spending, body, endpointOf('a', 10, new Error('broken')))).rejects.toThrow('broken')
    expect(log).toMatchObject([
      ['reserve', { outputTokens: 1_024 }],
      ['settle', undefined, undefined],
    ])
    expect(log).toHaveLength(2)
  })

  it('refuse the request before anybody is asked', async () => {
    const endpoint = endpointOf('a', 10)
    for (const reserve of [
      () => Promise.reject(new SluiceError('budget_exceeded')),
      () => {
        throw new SluiceError('budget_exceeded')
      },
    ]) {
      expect(await decide({ reserve }, body, endpoint)).toEqual({ type: 'deny', refusal: { code: 'budget_exceeded' } })
    }
    expect(endpoint.asked).toBe(0)
  })
})
