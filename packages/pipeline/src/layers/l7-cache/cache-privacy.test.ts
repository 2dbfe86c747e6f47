import { createSecretKey, hash } from 'node:crypto'
import type { Principal, WireEvent } from '@sluice/contracts'
import { deriveToken, findTokens, type SensitiveValue } from '@sluice/token-vault'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Answer, answerOf, collect, completionToChunk, eventsOf } from '../../answer/index.ts'
import type { Exchange } from '../../layer.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { drain, eventsGuardedBy, guardedBy } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'
import type { CacheableRequest } from './cacheable-request.ts'

/*
 * 10,000 random requests of 30 users of 3 tenants, in several sessions and on three wires, about their own people, over
 * one cache. Each
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
  readonly wire: CacheableRequest['kind']
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
  wire: fc.constantFrom('chat', 'messages', 'responses'),
})

const QUESTIONS = ['Greet NAME and NAME.', 'Does NAME know NAME?', 'NAME, NAME or NAME?', 'What is the time?']
const OWNED = /(?:value|answer)-t(\d)u(\d)/g
const TOKEN = /PERSON_(?:\w{4,8}_)?\w{10}/g

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

function requestOf({ wire, model, stream }: Asked, text: string): CacheableRequest {
  const messages = [{ role: 'user' as const, content: text }]
  switch (wire) {
    case 'responses':
      return { kind: wire, body: { model, stream, input: text, store: false } }
    case 'messages':
      return { kind: wire, body: { model, stream, messages } }
    case 'chat':
      return { kind: wire, body: { model, stream, messages } }
  }
}

/** What the model answers on the wire, in one piece. */
function answered({ wire, model }: Asked, text: string): Answer {
  const usage = { input_tokens: 1, output_tokens: 1 }
  switch (wire) {
    case 'responses': {
      const item = { type: 'message', id: 'msg_r_0', role: 'assistant', content: [{ type: 'output_text', text }] }
      const response = { id: 'resp_r', status: 'completed', model, output: [item], usage }
      return eventsOf([{ type: 'response.completed', response }])
    }
    case 'messages': {
      const content = [{ type: 'text', text }]
      return eventsOf([{ type: 'message', id: 'msg_r', role: 'assistant', content, stop_reason: 'end_turn', usage }])
    }
    case 'chat': {
      const message = { role: 'assistant' as const, content: text }
      const completion = {
        ...{ id: 'a', object: 'chat.completion' as const, created: 1, model },
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }
      return answerOf([completionToChunk(completion)])
    }
  }
}

/** The text of an answer of any wire. */
async function textOf(answer: Answer): Promise<string> {
  if (answer.kind === 'chunks') return String((await collect(answer.chunks)).choices[0]?.message.content)
  if (answer.kind !== 'events') throw new Error(answer.kind)
  const [event] = await drain(answer.events)
  const text = /"text":"([^"]*)"/.exec(JSON.stringify(event))
  return text?.[1] ?? ''
}

async function pass(layer: ReturnType<typeof createCacheLayer>, answer: Answer, exchange: Exchange): Promise<void> {
  if (answer.kind === 'chunks') await drain(guardedBy(layer, answer.chunks, exchange))
  if (answer.kind === 'events') await drain<WireEvent>(eventsGuardedBy(layer, answer.events, exchange))
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
  const hits = { chat: 0, messages: 0, responses: 0 }
  let [acrossUsers, withTokens] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: REQUESTS, maxLength: REQUESTS }), async (requests) => {
      const layer = createCacheLayer({
        ...{
          cache: createMemorySemanticCache(),
          keyRing: keyRingForTests,
          lookUpTimeoutMs: 1_000,
          maxWaitMs: 0,
          matchesSimilar: true,
        },
        ...{ maxAnswerBytes: 10_000, maxKeptBytes: 10_000, maxTemperature: 1, onFailure: expect.unreachable },
        kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
        codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
      })
      for (const one of requests) {
        const { text, restorations } = tokenize(one)
        const request = requestOf(one, text)
        const principal = principalOf(one)
        const secret = `secret of ${one.tenant} ${one.user} ${one.session}`
        const session = { id: one.session, secret: keyRingForTests.newSessionSecret(principal), name: secret }
        const about = { principal, session, endpoints, request }
        const decision = await layer.decide(request, exchangeForTests({ ...about, facts: { restorations } }))
        let content = `answer-t${one.tenant}u${one.user}: on ${one.wire}: ${text} Yes, ${text}`
        if (decision.type === 'answer') {
          hits[one.wire] += 1
          content = await textOf(decision.answer)
        } else {
          const running = exchangeForTests({ ...about, facts: { restorations, ...decision.facts } })
          await pass(layer, answered(one, content), running)
        }
        expect(content).toContain(`: on ${one.wire}: `)
        const tokens = findTokens(content)
        expect(tokens.every(({ token }) => restorations.has(token))).toBe(true)
        const restored = content.replace(TOKEN, (token) => restorations.get(token)?.value ?? token)
        const maker = check(one, restored)
        expect(restored.endsWith(text.replace(TOKEN, (token) => restorations.get(token)?.value ?? ''))).toBe(true)
        if (decision.type !== 'answer') continue
        if (tokens.length > 0) withTokens += 1
        if (maker?.user !== String(one.user)) acrossUsers += 1
      }
    }),
    // A failure in thousands of requests says where it is by itself.
    { numRuns: RUNS, endOnFailure: true },
  )
  // Or nothing was tried.
  expect(Math.min(...Object.values(hits), acrossUsers, withTokens)).toBeGreaterThan(500)
}, 120_000)
