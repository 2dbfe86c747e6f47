import { createSecretKey, hash } from 'node:crypto'
import type { ChatRequest, Completion, Principal } from '@sluice/contracts'
import { deriveToken, findTokens, type SensitiveValue } from '@sluice/token-vault'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'

/*
 * 10,000 random requests of 30 users of 3 tenants, in several sessions, about their own people, over one cache. Each
 * value and each answer names whose it is, so that one in another's hands shows.
 */

const REQUESTS = 2_500
const RUNS = 4

interface Asked {
  readonly tenant: number
  readonly user: number
  readonly session: number
  readonly question: number
  readonly people: readonly number[]
  readonly model: 'own' | 'shared'
  /** Whether L2 misses the second of them. */
  readonly isMissed: boolean
  readonly stream: boolean
}

const asked: fc.Arbitrary<Asked> = fc.record({
  tenant: fc.nat({ max: 2 }),
  user: fc.nat({ max: 9 }),
  session: fc.nat({ max: 2 }),
  question: fc.nat({ max: 3 }),
  people: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 2 }),
  model: fc.constantFrom('own', 'shared'),
  isMissed: fc.boolean(),
  stream: fc.boolean(),
})

const QUESTIONS = ['Greet NAME and NAME.', 'Does NAME know NAME?', 'NAME, NAME or NAME?', 'What is the time?']
const OWNED = /(?:value|answer)-t(\d)u(\d)/g

const endpoint = (model: string): ModelEndpoint => ({
  name: model,
  permittedLevel: 7,
  shareable: model === 'shared',
  models: { chat: [model], embeddings: [] },
  ask: () => Promise.reject(new Error('the test answers')),
})
const endpoints = snapshotOf([endpoint('own'), endpoint('shared')])

/** What L3 makes of a request: its text with tokens of the session, and what they stand for. */
function tokenize({ tenant, user, session, question, people, isMissed }: Asked) {
  const key = createSecretKey(hash('sha256', `${tenant} ${user} ${session}`, 'buffer'))
  const restorations = new Map<string, SensitiveValue>()
  let at = 0
  const text = (QUESTIONS[question] ?? '').replaceAll('NAME', () => {
    const value = `value-t${tenant}u${user}p${people[at % 2]}`
    at += 1
    if (isMissed && at === 2) return value
    const token = deriveToken(key, 'PERSON', value)
    restorations.set(token, { entity: 'PERSON', level: 2, value })
    return token
  })
  return { text, restorations }
}

function principalOf({ tenant, user }: Asked): Principal {
  const name = `u${user}`
  return { ...{ tenant: `t${tenant}`, sub: name, username: name }, groups: [], roles: [], departments: [], client: 'c' }
}

/** What an answer must not hold, and who made it. */
function check(one: Asked, restored: string) {
  const makers = [...restored.matchAll(OWNED)].map(([found, tenant, user]) => ({ found, tenant, user }))
  for (const { found, tenant, user } of makers) {
    expect(tenant).toBe(String(one.tenant))
    if (found.startsWith('value') || one.model === 'own') expect(user).toBe(String(one.user))
  }
  return makers.find(({ found }) => found.startsWith('answer'))
}

it('never shows a user a value, a token or an answer of another partition', async () => {
  let [hits, acrossUsers, withTokens] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: REQUESTS, maxLength: REQUESTS }), async (requests) => {
      const layer = createCacheLayer({
        ...{ cache: createMemorySemanticCache(), keyRing: keyRingForTests, timeoutMs: 1_000, matchesSimilar: true },
        ...{ maxAnswerBytes: 10_000, maxKeptBytes: 10_000, maxTemperature: 1, onFailure: expect.unreachable },
        kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
        codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
      })
      for (const one of requests) {
        const { text, restorations } = tokenize(one)
        const body: ChatRequest = { model: one.model, stream: one.stream, messages: [{ role: 'user', content: text }] }
        const principal = principalOf(one)
        const secret = `secret of ${one.tenant} ${one.user} ${one.session}`
        const session = { id: one.session, secret: keyRingForTests.newSessionSecret(principal), name: secret }
        const exchange = exchangeForTests({ principal, session, endpoints, facts: { restorations } })
        const decision = await layer.decide(chat(body), exchange)
        let answer: Completion | undefined
        if (decision.type === 'answer' && decision.answer.kind === 'chunks') {
          hits += 1
          answer = await collect(decision.answer.chunks)
        } else {
          const content = `answer-t${one.tenant}u${one.user}: ${text} Yes, ${text}`
          const message = { role: 'assistant' as const, content }
          answer = {
            ...{ id: 'a', object: 'chat.completion', created: 1, model: one.model },
            choices: [{ index: 0, message, finish_reason: 'stop' }],
            usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
          }
          const running = exchangeForTests({
            ...{ principal, session, endpoints },
            facts: { restorations, ...decision.facts },
          })
          await drain(guardedBy(layer, answerOf([completionToChunk(answer)]).chunks, running))
        }
        const content = String(answer?.choices[0]?.message.content)
        const tokens = findTokens(content)
        expect(tokens.every(({ token }) => restorations.has(token))).toBe(true)
        const restored = content.replace(/PERSON_[0-9A-Z]{10}/g, (token) => restorations.get(token)?.value ?? token)
        const maker = check(one, restored)
        expect(
          restored.endsWith(text.replace(/PERSON_[0-9A-Z]{10}/g, (token) => restorations.get(token)?.value ?? '')),
        ).toBe(true)
        if (decision.type !== 'answer') continue
        if (tokens.length > 0) withTokens += 1
        if (maker?.user !== String(one.user)) acrossUsers += 1
      }
    }),
    // A failure in thousands of requests says where it is by itself.
    { numRuns: RUNS, endOnFailure: true },
  )
  // Or nothing was tried.
  expect(Math.min(hits, acrossUsers, withTokens)).toBeGreaterThan(500)
}, 120_000)
