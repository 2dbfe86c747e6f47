import { type ChatRequest, type Completion, type CompletionChunk, SluiceError } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import type { ResponderDecision } from '../../layer.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { runRequestLayer } from '../../run/run-request-layer.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import {
  type ExchangeChanges,
  exchangeForTests,
  keyRingForTests,
  policyForTests,
} from '../../testing/exchange-for-tests.ts'
import { type CacheScope, placeOf } from './cache-key.ts'
import { createCacheLayer } from './cache-layer.ts'

const TOKEN = 'EMAIL_ADDRESS_0000000000'
const restorations = new Map([[TOKEN, { entity: 'EMAIL_ADDRESS', level: 3, value: 'alice@example.com' } as const]])
const serving = (...shareable: boolean[]): ModelEndpoint[] =>
  shareable.map((isShareable, index) => ({
    name: `endpoint-${index}`,
    permittedLevel: 7,
    shareable: isShareable,
    models: { chat: ['m'], embeddings: [] },
    ask: () => Promise.reject(new Error('no layer here asks a model')),
  }))

const scope: CacheScope = {
  session: sessionScopeOf(exchangeForTests().origin),
  policyVersion: `policy-1 ${snapshotOf(serving(false)).registry.digest}`,
  codenames: 'codenames-1',
  isShareable: false,
}
const isOwn = (token: string) => restorations.has(token)
const keyOf = (asked: ChatRequest) => placeOf(scope, chat(asked), isOwn).key
const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: `Hello ${TOKEN}` }], temperature: 0 }

function completionOf(content: string, changes: Partial<Completion['choices'][number]> = {}): Completion {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...changes }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
}

interface Changes {
  readonly maxAnswerBytes?: number
  readonly lookUpTimeoutMs?: number
  readonly endpoints?: ModelEndpoint[]
}

function setUp({ endpoints = serving(false), ...changes }: Changes = {}) {
  const cache = createMemorySemanticCache()
  const onFailure = vi.fn()
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
    matchesSimilar: false,
    onFailure,
    ...changes,
  })
  const ask = async (asked: ChatRequest = request, exchange: ExchangeChanges = {}) =>
    await layer.decide(
      chat(asked),
      exchangeForTests({ facts: { restorations }, endpoints: snapshotOf(endpoints), ...exchange }),
    )
  /** One request on its way: asked, answered by the model with these chunks, read to the end. */
  const answerWith = async (
    chunks: AsyncIterable<readonly CompletionChunk[]>,
    asked = request,
    exchange: ExchangeChanges = {},
  ) => {
    const { facts } = await ask(asked, exchange)
    const running = exchangeForTests({
      endpoints: snapshotOf(endpoints),
      ...exchange,
      facts: { restorations, ...facts },
    })
    return await drain(guardedBy(layer, chunks, running))
  }
  return { cache, layer, ask, answerWith, onFailure }
}

/** A completion as the model's answer. */
const chunksOf = (completion: Completion) => answerOf([completionToChunk(completion)]).chunks

function rememberedChunks(decision: ResponderDecision<'L7'>) {
  if (decision.type !== 'answer' || decision.answer.kind !== 'chunks') throw new Error(decision.type)
  return decision.answer.chunks
}

describe('L7', () => {
  it('does not answer who expects usage from a stream that was remembered without', async () => {
    const { answerWith, ask } = setUp()
    const { usage: _none, ...withoutUsage } = completionOf('Hello')
    await answerWith(chunksOf(withoutUsage))
    expect((await ask()).type).toBe('allow')
    expect((await ask({ ...request, stream: true, stream_options: { include_usage: true } })).type).toBe('allow')
    expect((await ask({ ...request, stream: true })).type).toBe('answer')
  })

  it('misses at first, and says under which key the answer is to be remembered', async () => {
    const { ask } = setUp()
    expect(await ask()).toEqual({
      type: 'allow',
      facts: { rememberUnder: keyOf(request), rememberSince: '0', rememberTokens: [TOKEN] },
    })
  })

  it('answers from memory what was answered well, with tokens and usage, as a new completion', async () => {
    const { ask, answerWith, cache } = setUp()
    const answer = completionOf(`Hello ${TOKEN}, ${'long '.repeat(50)}`)
    expect(await drain(chunksOf(answer))).toEqual(await answerWith(chunksOf(answer)))
    expect(JSON.stringify([...cache.entries])).not.toContain('Hello')
    for (const streamed of [true, false]) {
      const asked = { ...request, stream: streamed, stream_options: { include_usage: true } }
      const chunks = await drain(rememberedChunks(await ask(asked)))
      expect(chunks.length > 2).toBe(streamed)
      expect(await collect(answerOf(chunks).chunks)).toEqual({
        ...answer,
        id: 'chatcmpl-record-1',
        created: 1_700_000_000,
      })
    }
  })

  it('passes an answer from memory on without remembering it again', () => {
    expect(setUp().layer.openGuard(exchangeForTests())).toBeUndefined()
  })

  it.each<[string, Completion]>([
    ['was cut short', completionOf('x', { finish_reason: 'length' })],
    ['was filtered', completionOf('x', { finish_reason: 'content_filter' })],
    ['never ended', completionOf('x', { finish_reason: null })],
    [
      'has one choice that did not end well',
      {
        ...completionOf('x'),
        choices: [
          ...completionOf('x').choices,
          { ...completionOf('y', { finish_reason: 'length' }).choices[0]!, index: 1 },
        ],
      },
    ],
    ['has no choices', { ...completionOf('x'), choices: [] }],
    ['is too long', completionOf('x'.repeat(10_001))],
    ['is too long in bytes', completionOf('é'.repeat(5_001))],
    ['holds a token that the request had not', completionOf('PERSON_9999999999')],
  ])('does not remember an answer that %s', async (_name, answer) => {
    const { ask, answerWith, cache } = setUp()
    expect(await answerWith(chunksOf(answer))).toHaveLength(1)
    expect(cache.entries.size).toBe(0)
    expect((await ask()).type).toBe('allow')
  })

  it('does not remember an answer that broke off or was not read to its end', async () => {
    const { answerWith, ask, layer, cache } = setUp()
    const broken = (async function* () {
      yield* chunksOf(completionOf('x'))
      throw new SluiceError('upstream_interrupted')
    })()
    await expect(answerWith(broken)).rejects.toMatchObject({ code: 'upstream_interrupted' })
    const { facts = {} } = await ask()
    for await (const _ of guardedBy(layer, chunksOf(completionOf('x')), exchangeForTests({ facts }))) break
    expect(cache.entries.size).toBe(0)
  })

  const call = { id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }

  it.each<[string, Partial<Completion['choices'][number]>]>([
    ['ends in a tool call', { finish_reason: 'tool_calls' }],
    ['ends in a function call', { finish_reason: 'function_call' }],
    ['holds a tool call', { message: { role: 'assistant', content: 'x', tool_calls: [call] } }],
    ['holds a function call', { message: { role: 'assistant', content: 'x', function_call: call.function } }],
  ])('does not remember an answer that %s', async (_what, changes) => {
    const { answerWith, cache } = setUp()
    await answerWith(chunksOf(completionOf('x', changes)))
    expect(cache.entries.size).toBe(0)
  })

  it.each<[Record<string, unknown>, boolean]>([
    [{ temperature: undefined }, true],
    [{ temperature: null }, true],
    [{ temperature: 0.3 }, true],
    [{ temperature: 0.31 }, false],
    [{ temperature: 1 }, false],
    [{ store: false }, true],
    [{ store: true }, false],
  ])('remembers the answer to a request with %o: %s', async (changes, expected) => {
    const { ask, answerWith } = setUp()
    const asked = { ...request, ...changes }
    await answerWith(chunksOf(completionOf('x')), asked)
    expect((await ask(asked)).type).toBe(expected ? 'answer' : 'allow')
  })

  it.each<[string, ModelEndpoint[], string, boolean]>([
    ['one endpoint that is shareable', serving(true), 'm', true],
    ['one that is not', serving(false), 'm', false],
    ['one of two that is', serving(true, false), 'm', false],
    ['two that are', serving(true, true), 'm', true],
    ['the named one of two', serving(true, false), 'endpoint-0/m', true],
    ['none', serving(true), 'n', false],
  ])(
    'gives the answer of a user to another where %s serves the model: %s',
    async (_what, endpoints, model, expected) => {
      const { ask, answerWith } = setUp({ endpoints })
      const asked: ChatRequest = { ...request, model, messages: [{ role: 'user', content: 'Hello' }] }
      await answerWith(chunksOf(completionOf('x')), asked)
      expect((await ask(asked)).type).toBe('answer')
      const { principal } = exchangeForTests().origin
      const bob = { principal: { ...principal, sub: 'bob' } }
      expect((await ask(asked, bob)).type).toBe(expected ? 'answer' : 'allow')
    },
  )

  it('gives no answer again once policies see another endpoint behind the model', async () => {
    const { ask, answerWith } = setUp({ endpoints: serving(false) })
    const asked: ChatRequest = { ...request, messages: [{ role: 'user', content: 'Hello' }] }
    await answerWith(chunksOf(completionOf('x')), asked)
    expect((await ask(asked)).type).toBe('answer')
    const [one] = serving(false)
    const lower = snapshotOf([{ ...one!, permittedLevel: 3 }])
    expect((await ask(asked, { endpoints: lower })).type).toBe('allow')
  })

  it('neither looks nor remembers for a caller who may not use the cache', async () => {
    const { ask, answerWith } = setUp()
    await answerWith(chunksOf(completionOf('x')))
    expect((await ask(request)).type).toBe('answer')
    const policy = policyForTests(({ action }) => (action === 'use-cache' ? 'forbid' : 'permit'))
    expect(await ask(request, { policy })).toEqual({ type: 'allow' })
  })

  it.each<[string, (entries: Map<string, string>, key: string) => void]>([
    ['was changed', (entries, key) => entries.set(key, `${entries.get(key)}`.replace(/.{5}$/, 'AAAAA'))],
    [
      'belongs to another key',
      (entries, key) => entries.set(key, keyRingForTests.seal({ purpose: 'cache', tenant: 'acme' }, '{}', 'other')),
    ],
    [
      'has another form',
      (entries, key) => entries.set(key, keyRingForTests.seal({ purpose: 'cache', tenant: 'acme' }, '{}', key)),
    ],
  ])('takes an entry that %s for a miss', async (_name, spoil) => {
    const { ask, answerWith, cache } = setUp()
    await answerWith(chunksOf(completionOf('x')))
    expect((await ask()).type).toBe('answer')
    spoil(cache.entries, keyOf(request))
    expect((await ask()).type).toBe('allow')
  })

  it('denies when the cache cannot be asked, or not in time', async () => {
    const failing = setUp()
    vi.spyOn(failing.cache, 'find').mockRejectedValue(new SluiceError('dependency_unavailable'))
    expect(await runAlone(failing.layer)).toMatchObject({
      failure: 'error',
      decision: { type: 'deny', refusal: { code: 'dependency_unavailable' } },
    })
    const late = setUp({ lookUpTimeoutMs: 5 })
    vi.spyOn(late.cache, 'find').mockReturnValue(new Promise(() => undefined))
    expect(await runAlone(late.layer)).toMatchObject({
      failure: 'timeout',
      decision: { type: 'deny', refusal: { code: 'layer_timeout' } },
    })
  })

  it('observes a failure to remember, and the answer passes all the same', async () => {
    const { answerWith, cache, onFailure } = setUp()
    const failure = new SluiceError('dependency_unavailable')
    vi.spyOn(cache, 'store').mockRejectedValue(failure)
    expect(await answerWith(chunksOf(completionOf('x')))).toHaveLength(1)
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledWith('L7', expect.anything(), failure))
  })

  it('does not wait for the cache to remember', async () => {
    const { answerWith, cache } = setUp()
    const store = vi.spyOn(cache, 'store').mockReturnValue(new Promise(() => undefined))
    expect(await answerWith(chunksOf(completionOf('x')))).toHaveLength(1)
    expect(store).toHaveBeenCalledOnce()
  })
})

describe('the key of an answer', () => {
  const WITHOUT_TOKEN = { messages: [{ role: 'user' as const, content: 'Hello' }] }
  const keyIn = (change: Partial<CacheScope & CacheScope['session']>, changes: Record<string, unknown> = {}) => {
    const { policyVersion, codenames, isShareable, ...session } = { ...scope, ...change }
    const changed = { policyVersion, codenames, isShareable, session: { ...scope.session, ...session } }
    return placeOf(changed, chat({ ...request, ...WITHOUT_TOKEN, ...changes }), isOwn).key
  }
  const key = (changes: Record<string, unknown> = {}) => keyIn({}, changes)
  const otherSession = { sessionId: 8, secret: 'other' }
  const withToken = { messages: request.messages }
  const unknown = { messages: [{ role: 'user' as const, content: 'Hello EMAIL_ADDRESS_1111111111' }] }

  it.each<[string, string, string]>([
    ['the order of members', key(), keyOf({ temperature: 0, messages: WITHOUT_TOKEN.messages, model: 'm' })],
    ['stream', key(), key({ stream: true, stream_options: { include_usage: true } })],
    ['the session, without a token', key(), keyIn(otherSession)],
    ['the session, with a token that L3 has put there', keyIn({}, withToken), keyIn(otherSession, withToken)],
    ['the user of a shareable model', keyIn({ isShareable: true }), keyIn({ isShareable: true, sub: 'bob' })],
  ])('does not depend on %s', (_name, one, other) => {
    expect(other).toBe(one)
  })

  it.each<[string, string, string]>([
    ['tenant', key(), keyIn({ tenant: 'other' })],
    ['user', key(), keyIn({ sub: 'bob' })],
    ['tenant of a shareable model', keyIn({ isShareable: true }), keyIn({ isShareable: true, tenant: 'other' })],
    ['session, with what only looks like a token', keyIn({}, unknown), keyIn(otherSession, unknown)],
    [
      'session, with the same to a shareable model',
      keyIn({ isShareable: true }, unknown),
      keyIn({ isShareable: true, ...otherSession }, unknown),
    ],
    ['secret of the session, with the same', keyIn({}, unknown), keyIn({ secret: 'other' }, unknown)],
    ['version of the codenames', key(), keyIn({ codenames: 'codenames-2' })],
    ['policy version', key(), keyIn({ policyVersion: 'policy-2' })],
    ['tenant and user, put together', keyIn({ tenant: 'ab', sub: 'c' }), keyIn({ tenant: 'a', sub: 'bc' })],
    ['model', key(), key({ model: 'n' })],
    ['a token', keyIn({}, withToken), key({ messages: [{ role: 'user', content: 'Hello PERSON_1111111111' }] })],
    ['role', key(), key({ messages: [{ role: 'system', content: 'Hello' }] })],
    ['temperature', key(), key({ temperature: 0.1 })],
    ['tools', key(), key({ tools: [{ type: 'function', function: { name: 'f' } }] })],
    ['n', key(), key({ n: 2 })],
    ['user member', key({ user: 'u' }), key({ user: 'v' })],
    ['metadata', key({ metadata: { a: 'b' } }), key({ metadata: { a: 'c' } })],
    ['safety_identifier', key(), key({ safety_identifier: 's' })],
    ['prompt_cache_key', key(), key({ prompt_cache_key: 'p' })],
    ['a member that nobody here knows', key(), key({ reasoning_effort: 'high' })],
  ])('depends on %s', (_name, one, other) => {
    expect(other).not.toBe(one)
  })
})

function runAlone(layer: ReturnType<typeof setUp>['layer']) {
  const exchange = exchangeForTests()
  return runRequestLayer(layer, chat(request), exchange, () => undefined)
}

it('neither answers nor remembers a request for vectors', () => {
  const embed = { kind: 'embeddings', body: { model: 'm', input: 'x' } } as const
  expect(setUp().layer.decide(embed, exchangeForTests())).toEqual({ type: 'allow' })
})
