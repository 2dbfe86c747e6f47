import { type ChatRequest, type Completion, type CompletionChunk, SluiceError } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { collect, completionToChunks } from '../../answer/index.ts'
import type { Exchange } from '../../layer.ts'
import { exchangeForTests, keyRingForTests, policyForTests } from '../../ports/memory/exchange-for-tests.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import { runRequestLayer } from '../../run/run-request-layer.ts'
import { cacheKeyOf } from './cache-key.ts'
import { createCacheLayer } from './cache-layer.ts'

const TOKEN = 'EMAIL_ADDRESS_0000000000'
const restorations = new Map([[TOKEN, { entity: 'EMAIL_ADDRESS', level: 3, value: 'alice@example.com' } as const]])
const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: `Hello ${TOKEN}` }], temperature: 0 }

function answerOf(content: string, changes: Partial<Completion['choices'][number]> = {}): Completion {
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop', ...changes }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
}

function setUp(changes: { maxAnswerBytes?: number; timeoutMs?: number } = {}) {
  const cache = createMemorySemanticCache()
  const onFailure = vi.fn()
  const layer = createCacheLayer({
    cache,
    keyRing: keyRingForTests,
    timeoutMs: 1_000,
    maxAnswerBytes: 10_000,
    onFailure,
    ...changes,
  })
  const ask = async (asked: ChatRequest = request, exchange: Partial<Exchange> = {}) =>
    await layer.inspectRequest(asked, exchangeForTests({ facts: { restorations }, ...exchange }))
  /** One request on its way: asked, answered by the model with these chunks, read to the end. */
  const answerWith = async (
    chunks: AsyncIterable<CompletionChunk>,
    asked = request,
    exchange: Partial<Exchange> = {},
  ) => {
    const { facts } = await ask(asked, exchange)
    return await read(layer.guardResponse(chunks, exchangeForTests({ ...exchange, facts: { restorations, ...facts } })))
  }
  return { cache, layer, ask, answerWith, onFailure }
}

async function read(chunks: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const all: CompletionChunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

describe('L7', () => {
  it('does not answer who expects usage from a stream that was remembered without', async () => {
    const { answerWith, ask } = setUp()
    const { usage: _none, ...withoutUsage } = answerOf('Hello')
    await answerWith(completionToChunks(withoutUsage))
    expect((await ask()).type).toBe('allow')
    expect((await ask({ ...request, stream: true, stream_options: { include_usage: true } })).type).toBe('allow')
    expect((await ask({ ...request, stream: true })).type).toBe('answer')
  })

  it('misses at first, and says under which key the answer is to be remembered', async () => {
    const { ask } = setUp()
    expect(await ask()).toEqual({ type: 'allow', facts: { rememberUnder: cacheKeyOf('acme', 'policy-1', request) } })
  })

  it('answers from memory what was answered well, with tokens and usage, as a new completion', async () => {
    const { ask, answerWith, cache } = setUp()
    const answer = answerOf(`Hello ${TOKEN}, ${'long '.repeat(50)}`)
    expect(await read(completionToChunks(answer))).toEqual(await answerWith(completionToChunks(answer)))
    expect(JSON.stringify([...cache.entries])).not.toContain('Hello')
    for (const streamed of [true, false]) {
      const asked = { ...request, stream: streamed, stream_options: { include_usage: true } }
      const decision = await ask(asked)
      if (decision.type !== 'answer') throw new Error(`The decision was ${decision.type}`)
      const chunks = await read(decision.chunks)
      expect(chunks.length > 2).toBe(streamed)
      expect(await collect(streamOf(chunks))).toEqual({ ...answer, id: 'chatcmpl-request-1', created: 1_700_000_000 })
    }
  })

  it('passes an answer from memory on without remembering it again', async () => {
    const { layer } = setUp()
    const chunks = completionToChunks(answerOf('x'))
    expect(layer.guardResponse(chunks, exchangeForTests())).toBe(chunks)
  })

  it.each<[string, Completion]>([
    ['was cut short', answerOf('x', { finish_reason: 'length' })],
    ['was filtered', answerOf('x', { finish_reason: 'content_filter' })],
    ['never ended', answerOf('x', { finish_reason: null })],
    [
      'has one choice that did not end well',
      {
        ...answerOf('x'),
        choices: [...answerOf('x').choices, { ...answerOf('y', { finish_reason: 'length' }).choices[0]!, index: 1 }],
      },
    ],
    ['has no choices', { ...answerOf('x'), choices: [] }],
    ['is too long', answerOf('x'.repeat(10_001))],
    ['is too long in bytes', answerOf('é'.repeat(5_001))],
    ['holds a token that the request had not', answerOf('PERSON_9999999999')],
  ])('does not remember an answer that %s', async (_name, answer) => {
    const { ask, answerWith, cache } = setUp()
    expect(await answerWith(completionToChunks(answer))).toHaveLength(1)
    expect(cache.entries.size).toBe(0)
    expect((await ask()).type).toBe('allow')
  })

  it('does not remember an answer that broke off or was not read to its end', async () => {
    const { answerWith, ask, layer, cache } = setUp()
    const broken = (async function* () {
      yield* completionToChunks(answerOf('x'))
      throw new SluiceError('upstream_interrupted')
    })()
    await expect(answerWith(broken)).rejects.toMatchObject({ code: 'upstream_interrupted' })
    const { facts = {} } = await ask()
    for await (const _ of layer.guardResponse(completionToChunks(answerOf('x')), exchangeForTests({ facts }))) break
    expect(cache.entries.size).toBe(0)
  })

  it('remembers tool calls', async () => {
    const { ask, answerWith } = setUp()
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }],
    }
    await answerWith(completionToChunks(answerOf('', { message, finish_reason: 'tool_calls' })))
    const decision = await ask({ ...request, stream: true })
    if (decision.type !== 'answer') throw new Error(`The decision was ${decision.type}`)
    expect((await collect(decision.chunks)).choices[0]?.message).toEqual(message)
  })

  it('neither looks nor remembers for a caller who may not use the cache', async () => {
    const { ask, answerWith } = setUp()
    await answerWith(completionToChunks(answerOf('x')))
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
    await answerWith(completionToChunks(answerOf('x')))
    expect((await ask()).type).toBe('answer')
    spoil(cache.entries, cacheKeyOf('acme', 'policy-1', request))
    expect((await ask()).type).toBe('allow')
  })

  it('denies when the cache cannot be asked, or not in time', async () => {
    const failing = setUp()
    vi.spyOn(failing.cache, 'find').mockRejectedValue(new SluiceError('dependency_unavailable'))
    expect(await runRequestLayer(failing.layer, request, exchangeForTests(), () => undefined)).toMatchObject({
      failure: 'error',
      decision: { type: 'deny', refusal: { code: 'dependency_unavailable' } },
    })
    const late = setUp({ timeoutMs: 5 })
    vi.spyOn(late.cache, 'find').mockReturnValue(new Promise(() => undefined))
    expect(await runRequestLayer(late.layer, request, exchangeForTests(), () => undefined)).toMatchObject({
      failure: 'timeout',
      decision: { type: 'deny', refusal: { code: 'layer_timeout' } },
    })
  })

  it('observes a failure to remember, and the answer passes all the same', async () => {
    const { answerWith, cache, onFailure } = setUp()
    const failure = new SluiceError('dependency_unavailable')
    vi.spyOn(cache, 'store').mockRejectedValue(failure)
    expect(await answerWith(completionToChunks(answerOf('x')))).toHaveLength(1)
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledWith('L7', expect.anything(), failure))
  })

  it('does not wait for the cache to remember', async () => {
    const { answerWith, cache } = setUp()
    const store = vi.spyOn(cache, 'store').mockReturnValue(new Promise(() => undefined))
    expect(await answerWith(completionToChunks(answerOf('x')))).toHaveLength(1)
    expect(store).toHaveBeenCalledOnce()
  })
})

describe('cacheKeyOf', () => {
  const key = (changes: Record<string, unknown> = {}, tenant = 'acme', policy = 'p1') =>
    cacheKeyOf(tenant, policy, { ...request, ...changes })

  it.each<[string, string]>([
    ['the order of members', cacheKeyOf('acme', 'p1', { temperature: 0, messages: request.messages, model: 'm' })],
    ['stream', key({ stream: true, stream_options: { include_usage: true } })],
    ['labels', key({ user: 'u', metadata: { a: 'b' }, store: true })],
  ])('does not depend on %s', (_name, other) => {
    expect(other).toBe(key())
  })

  it.each<[string, string]>([
    ['tenant', key({}, 'other')],
    ['policy version', key({}, 'acme', 'p2')],
    ['tenant and policy version, put together', key({}, 'acmep', '1')],
    ['model', key({ model: 'n' })],
    ['a token', key({ messages: [{ role: 'user', content: 'Hello EMAIL_ADDRESS_1111111111' }] })],
    ['role', key({ messages: [{ role: 'system', content: `Hello ${TOKEN}` }] })],
    ['temperature', key({ temperature: 0.1 })],
    ['tools', key({ tools: [{ type: 'function', function: { name: 'f' } }] })],
    ['n', key({ n: 2 })],
    ['a member that nobody here knows', key({ reasoning_effort: 'high' })],
  ])('depends on %s', (_name, other) => {
    expect(other).not.toBe(key())
  })
})

async function* streamOf(chunks: readonly CompletionChunk[]) {
  yield* chunks
}
