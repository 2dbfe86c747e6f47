import { type ChatRequest, SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../answer/index.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { EndpointError, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { Spending } from '../../ports/spending.ts'
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
