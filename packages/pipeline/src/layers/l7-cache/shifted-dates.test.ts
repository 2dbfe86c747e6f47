import type { Completion } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import type { Facts } from '../../facts.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, sessionForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'

/** All users of the tenant may share what it answers. */
const shared: ModelEndpoint = {
  ...{ name: 'shared', permittedLevel: 7, shareable: true, models: { chat: ['m'], embeddings: [] } },
  ask: () => Promise.reject(new Error('no layer here asks a model')),
}
const TOKEN = 'PERSON_0000000000'
const restorations: Facts['restorations'] = new Map([[TOKEN, { entity: 'PERSON', level: 2, value: 'Ann' }]])
const shifted: Facts['shifted'] = new Map([['12 September 2026', 'DATE_TIME_0000000000']])

/** Asks at one gateway, with the dates that L3 has shifted; gives who was answered. */
function openGateway() {
  const layer = createCacheLayer({
    cache: createMemorySemanticCache(),
    kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
    keyRing: keyRingForTests,
    codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
    ...{ maxKeptBytes: 10_000, lookUpTimeoutMs: 1_000, maxWaitMs: 0, maxAnswerBytes: 10_000, maxTemperature: 0.3 },
    ...{ matchesSimilar: true, onFailure: () => undefined },
  })
  return async (who: string, content: string, sessionId: number, facts: Facts): Promise<string> => {
    const request = chat({ model: 'm', messages: [{ role: 'user', content }] })
    const common = { session: sessionForTests(sessionId), endpoints: snapshotOf([shared]) }
    const decision = await layer.decide(request, exchangeForTests({ ...common, request, facts }))
    if (decision.type === 'answer' && decision.answer.kind === 'chunks') {
      const { choices } = await collect(decision.answer.chunks)
      return String(choices[0]?.message.content)
    }
    const fresh: Completion = {
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, message: { role: 'assistant', content: who }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }
    const running = exchangeForTests({ ...common, request, facts: { ...facts, ...decision.facts } })
    await drain(guardedBy(layer, answerOf([completionToChunk(fresh)]).chunks, running))
    return who
  }
}

describe.each([
  ['beside a person', `${TOKEN} comes on 12 September 2026`, { restorations, shifted }],
  ['alone', 'What day is the 12 September 2026?', { shifted }],
] as const)('the answer to a request with a shifted date, %s', (_, content, facts) => {
  it('is given again in its session', async () => {
    const ask = openGateway()
    expect(await ask('first', content, 7, facts)).toBe('first')
    expect(await ask('second', content, 7, facts)).toBe('first')
  })

  it('is given to no other session, whether that shifts to the same date or has it as it is', async () => {
    const ask = openGateway()
    await ask('first', content, 7, facts)
    expect(await ask('second', content, 8, facts)).toBe('second')
    expect(await ask('third', content, 9, { ...facts, shifted: new Map() })).toBe('third')
    expect(await ask('fourth', content, 10, facts)).toBe('fourth')
  })

  it('is not given to one that has the date as it is in the same session', async () => {
    const ask = openGateway()
    await ask('first', content, 7, facts)
    expect(await ask('second', content, 7, { ...facts, shifted: new Map() })).toBe('second')
  })
})

it('finds no request in other words to one with a shifted date', async () => {
  const ask = openGateway()
  await ask('first', 'What day is the 12 September 2026?', 7, { shifted: new Map() })
  expect(await ask('second', 'Please tell me what day the 12 September 2026 is.', 7, { shifted })).toBe('second')
})
