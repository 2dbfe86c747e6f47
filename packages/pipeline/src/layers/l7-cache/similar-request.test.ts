import type { ChatRequest, Completion } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  policyForTests,
} from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'

const TOKEN = 'EMAIL_ADDRESS_0000000000'
const asking = (content: string, changes: Record<string, unknown> = {}): ChatRequest => ({
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content },
  ],
  ...changes,
})
const first = asking('What is the capital of Peru?')
const reworded = asking('Hi, could you tell me what the capital of Peru is?')

const answer: Completion = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Lima' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
}

const shareable: ModelEndpoint = {
  name: 'endpoint',
  permittedLevel: 7,
  shareable: true,
  models: { chat: ['m'], embeddings: [] },
  ask: () => Promise.reject(new Error('no layer here asks a model')),
}

/** A cache that has remembered an answer to one request. */
async function afterAnswering(asked: ChatRequest = first, { matchesSimilar = true } = {}) {
  const cache = createMemorySemanticCache()
  const layer = createCacheLayer({
    cache,
    kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
    maxKeptBytes: 10_000,
    keyRing: keyRingForTests,
    codenames: { current: () => ({ version: 'codenames-1', index: new SharedArrayBuffer(0) }) },
    lookUpTimeoutMs: 1_000,
    maxWaitMs: 0,
    maxAnswerBytes: 10_000,
    maxTemperature: 0.3,
    matchesSimilar,
    onFailure: vi.fn(),
  })
  const ask = async (request: ChatRequest, changes: ExchangeChanges = {}) =>
    await layer.decide(chat(request), exchangeForTests({ endpoints: snapshotOf([shareable]), ...changes }))
  const { facts = {} } = await ask(asked)
  await drain(guardedBy(layer, answerOf([completionToChunk(answer)]).chunks, exchangeForTests({ facts })))
  const { principal } = exchangeForTests().origin
  return { cache, ask, bob: { principal: { ...principal, sub: 'bob' } } }
}

describe('the same question in other words', () => {
  it('gets the answer as a new completion, its own user only', async () => {
    const { ask, bob } = await afterAnswering()
    const decision = await ask(reworded)
    if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error(decision.type)
    expect(await collect(decision.answer.chunks)).toEqual({
      ...answer,
      id: 'chatcmpl-record-1',
      created: 1_700_000_000,
    })
    // The endpoint is shareable: the very same words are shared, others are not.
    expect((await ask(first, bob)).type).toBe('answer')
    expect((await ask(reworded, bob)).type).toBe('allow')
  })

  it('is another question where only the very same request is answered', async () => {
    const { ask, cache } = await afterAnswering(first, { matchesSimilar: false })
    expect((await ask(first)).type).toBe('answer')
    expect((await ask(reworded)).type).toBe('allow')
    expect(cache.entries.size).toBe(1)
  })

  it('asks the model again once the answer has gone, and when the caller wants a fresh one', async () => {
    const { ask, cache } = await afterAnswering()
    expect((await ask(reworded, { cacheUse: 'refresh' })).type).toBe('allow')
    expect((await ask(reworded)).type).toBe('answer')
    const longest = [...cache.entries].toSorted(([, one], [, other]) => other.length - one.length)[0]
    cache.entries.delete(longest?.[0] ?? '')
    expect((await ask(reworded)).type).toBe('allow')
  })

  it('takes a reference that was changed, or put under another key, for a miss', async () => {
    const { ask, cache } = await afterAnswering()
    const [reference] = [...cache.entries].toSorted(([, one], [, other]) => one.length - other.length)[0] ?? ['']
    const [answered = ''] = [...cache.entries.keys()].filter((key) => key !== reference)
    for (const sealed of ['AAAA', keyRingForTests.seal({ purpose: 'cache', tenant: 'acme' }, answered, 'other')]) {
      cache.entries.set(reference, sealed)
      expect((await ask(reworded)).type).toBe('allow')
    }
  })

  it('leaves no word of it where it is stored', async () => {
    const { cache } = await afterAnswering()
    expect(cache.entries.size).toBe(2)
    expect(JSON.stringify([...cache.entries])).not.toMatch(/Peru|peru|Lima|capital/)
  })

  it.each<[string, ChatRequest, ExchangeChanges]>([
    ['what is asked', asking('What is the capital of Chad?'), {}],
    ['a number', asking('What are the 2 capitals of Peru?'), {}],
    [
      'the system prompt',
      { ...reworded, messages: [{ role: 'system', content: 'Be long.' }, ...reworded.messages.slice(1)] },
      {},
    ],
    ['an earlier message', { ...reworded, messages: [{ role: 'user', content: 'Hello' }, ...reworded.messages] }, {}],
    [
      'who says it',
      { ...reworded, messages: reworded.messages.map((message) => ({ ...message, role: 'system' as const })) },
      {},
    ],
    ['the model', asking('Tell me what the capital of Peru is.', { model: 'n' }), {}],
    ['a parameter', asking('Tell me what the capital of Peru is.', { seed: 1 }), {}],
    [
      'the form of the answer',
      asking('Tell me what the capital of Peru is.', { response_format: { type: 'json_object' } }),
      {},
    ],
    [
      'tools',
      asking('Tell me what the capital of Peru is.', { tools: [{ type: 'function', function: { name: 'f' } }] }),
      {},
    ],
    ['the policy', reworded, { policy: { ...policyForTests(), version: 'policy-2' } }],
    ['the tenant', reworded, { principal: { ...exchangeForTests().origin.principal, tenant: 'other' } }],
    ['whether it may be cached', asking('Tell me what the capital of Peru is.', { temperature: 1 }), {}],
  ])('is a miss with another value of %s', async (_what, request, changes) => {
    const { ask } = await afterAnswering()
    expect((await ask(reworded)).type).toBe('answer')
    expect((await ask(request, changes)).type).toBe('allow')
  })

  it.each<[string, ChatRequest, ChatRequest]>([
    ['has a token', asking(`Who is ${TOKEN}?`), asking(`Please tell me who ${TOKEN} is.`)],
    [
      'is long',
      asking('What is this?', { user: 'u'.repeat(70_000) }),
      asking('What is this', { user: 'u'.repeat(70_000) }),
    ],
    [
      'is to work on the words',
      { ...first, messages: [{ role: 'system', content: 'Translate to Welsh.' }, ...first.messages.slice(1)] },
      { ...reworded, messages: [{ role: 'system', content: 'Translate to Welsh.' }, ...reworded.messages.slice(1)] },
    ],
    ['has a long question', asking(`Sum up: ${'so '.repeat(2_000)}`), asking(`sum up: ${'so '.repeat(2_000)}`)],
  ])('is not looked for where the request %s', async (_what, asked, other) => {
    const { ask, cache } = await afterAnswering(asked)
    expect((await ask(asked)).type).toBe('answer')
    expect((await ask(other)).type).toBe('allow')
    expect(cache.entries.size).toBe(1)
  })
})
