import type { ChatRequest, Completion } from '@sluice/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, policyForTests, sessionForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'

/** Each row is one question in several wordings; the last has a token. */
const QUESTIONS = [
  ['What is the capital of Peru?', 'Please tell me what the capital of Peru is.', "what's the capital of peru"],
  ['What is the capital of Chad?', 'Please tell me what the capital of Chad is.', "what's the capital of chad"],
  ['List 3 rivers.', 'Could you list three rivers? Thanks.', 'list 3 rivers'],
  ['List 5 rivers.', 'Could you list five rivers? Thanks.', 'list 5 rivers'],
  ['Who is PERSON_0000000000?', 'Tell me who PERSON_0000000000 is.', 'who is PERSON_0000000000'],
] as const
const TOKEN_ROW = QUESTIONS.length - 1

interface Asked {
  readonly tenant: number
  readonly user: number
  readonly session: number
  readonly row: number
  readonly wording: number
  readonly isShareable: boolean
  readonly policy: number
}

const asked: fc.Arbitrary<Asked> = fc.record({
  tenant: fc.nat(2),
  user: fc.nat(9),
  session: fc.nat(1),
  row: fc.nat(TOKEN_ROW),
  wording: fc.nat(2),
  isShareable: fc.boolean(),
  policy: fc.nat(1),
})

const endpoint = (name: string, shareable: boolean): ModelEndpoint => ({
  name,
  permittedLevel: 7,
  shareable,
  models: { chat: [name], embeddings: [] },
  ask: () => Promise.reject(new Error('no layer here asks a model')),
})
const endpoints = snapshotOf([endpoint('shared', true), endpoint('own', false)])

/** Why a request may have the answer to another; undefined where it may not. */
function reasonToShare(one: Asked, other: Asked): 'same' | 'similar' | 'shared' | undefined {
  const isSameQuestion = one.row === other.row && one.isShareable === other.isShareable && one.policy === other.policy
  if (one.tenant !== other.tenant || !isSameQuestion) return undefined
  const [isSameUser, isSameWording] = [one.user === other.user, one.wording === other.wording]
  if (one.row === TOKEN_ROW && !isSameWording) return undefined
  if (isSameUser) return isSameWording ? 'same' : 'similar'
  return isSameWording && one.isShareable ? 'shared' : undefined
}

function openCache() {
  const layer = createCacheLayer({
    cache: createMemorySemanticCache(),
    kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
    maxKeptBytes: 10_000,
    keyRing: keyRingForTests,
    codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
    lookUpTimeoutMs: 1_000,
    maxWaitMs: 0,
    maxAnswerBytes: 10_000,
    maxTemperature: 0.3,
    matchesSimilar: true,
    onFailure: () => undefined,
  })
  const answers: Asked[] = []
  /** Whose answer a request gets; its own where the model is asked. */
  return async (each: Asked): Promise<Asked> => {
    const content = QUESTIONS[each.row]?.[each.wording] ?? ''
    const model = each.isShareable ? 'shared' : 'own'
    const request: ChatRequest = { model, messages: [{ role: 'user', content }] }
    const { principal } = exchangeForTests().origin
    const value = { entity: 'PERSON', level: 2, value: 'Ann' } as const
    const common = {
      principal: { ...principal, tenant: `tenant-${each.tenant}`, sub: `user-${each.user}` },
      session: sessionForTests(each.session),
      policy: { ...policyForTests(), version: `policy-${each.policy}` },
      endpoints,
    }
    const restorations = new Map([['PERSON_0000000000', value]])
    const decision = await layer.decide(chat(request), exchangeForTests({ ...common, facts: { restorations } }))
    if (decision.type === 'answer' && decision.answer.kind === 'chunks') {
      const { choices } = await collect(decision.answer.chunks)
      return answers[Number(choices[0]?.message.content)] as Asked
    }
    const fresh: Completion = {
      ...{ id: 'c', object: 'chat.completion', created: 1, model },
      choices: [
        { index: 0, message: { role: 'assistant', content: `${answers.push(each) - 1}` }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }
    const running = exchangeForTests({ ...common, facts: { restorations, ...decision.facts } })
    await drain(guardedBy(layer, answerOf([completionToChunk(fresh)]).chunks, running))
    return each
  }
}

it('gives an answer to nobody who may not have it, in 10,000 requests of 30 users of 3 tenants', async () => {
  const reasons = { same: 0, similar: 0, shared: 0 }
  const ask = fc.asyncProperty(fc.array(asked, { minLength: 500, maxLength: 500 }), async (requests) => {
    const askNext = openCache()
    for (const each of requests) {
      const answered = await askNext(each)
      if (answered === each) continue
      const reason = reasonToShare(each, answered)
      expect(reason, JSON.stringify({ each, answered })).toBeDefined()
      if (reason !== undefined) reasons[reason] += 1
    }
  })
  await fc.assert(ask, { numRuns: 20, seed: 17, endOnFailure: true })
  // Every way in which answers are shared was taken.
  expect(Math.min(...Object.values(reasons))).toBeGreaterThan(100)
}, 120_000)
