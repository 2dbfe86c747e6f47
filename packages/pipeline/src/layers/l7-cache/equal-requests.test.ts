import type { ChatRequest, Completion } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { answerOf, collect, completionToChunk } from '../../answer/index.ts'
import type { Exchange } from '../../layer.ts'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { type LayerResult, runRequestLayer } from '../../run/run-request-layer.ts'
import { chat, drain, guardedBy } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'

const endpoint = (model: string): ModelEndpoint => ({
  name: model,
  permittedLevel: 7,
  shareable: model === 'shared',
  models: { chat: [model], embeddings: [] },
  ask: () => Promise.reject(new Error('the test answers')),
})
const endpoints = snapshotOf([endpoint('own'), endpoint('shared')])

/** How the model answers a request, or does not. */
type Fate = 'answers' | 'calls a tool' | 'breaks off' | 'is denied'

interface Asked {
  readonly question: number
  readonly user: number
  readonly model: 'own' | 'shared'
  readonly fate: Fate
  readonly cacheUse?: 'full' | 'refresh'
  readonly body?: Partial<ChatRequest>
}

function completionOf(content: string, fate: Fate): Completion {
  const call = { id: 'call', type: 'function', function: { name: 'send', arguments: '{}' } }
  const message = { role: 'assistant', content, ...(fate === 'calls a tool' ? { tool_calls: [call] } : {}) }
  return {
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message, finish_reason: fate === 'calls a tool' ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

/** Lets everything happen that waits for no model and no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
}

function setUp(maxWaitMs = 60_000) {
  const cache = createMemorySemanticCache()
  const layer = createCacheLayer({
    ...{ cache, keyRing: keyRingForTests, lookUpTimeoutMs: 60_000, maxWaitMs, matchesSimilar: false },
    ...{ maxAnswerBytes: 10_000, maxKeptBytes: 10_000, maxTemperature: 1, onFailure: () => undefined },
    kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
    codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
  })
  let records = 0
  /** A request that has come in. It is `waiting` until L7 has answered it or lets it ask the model. */
  return {
    cache,
    begin(asked: Asked) {
      const body = { model: asked.model, messages: [{ role: 'user' as const, content: `Question ${asked.question}?` }] }
      const controller = new AbortController()
      const { principal } = exchangeForTests().origin
      const recordId = `record-${records++}`
      const exchange = exchangeForTests({
        ...{ endpoints, recordId, signal: controller.signal, cacheUse: asked.cacheUse ?? 'full' },
        principal: { ...principal, sub: `user-${asked.user}` },
      })
      return new Running(asked, recordId, exchange, controller, layer, { ...body, ...asked.body })
    },
  }
}

class Running {
  readonly asked: Asked
  readonly recordId: string
  readonly #exchange: Exchange
  readonly #controller: AbortController
  readonly #layer: ReturnType<typeof createCacheLayer>
  state: 'waiting' | 'asking' | 'hit' | 'aborted' | 'over' = 'waiting'
  /** What it was answered from memory. */
  answer: string | undefined
  #facts: Exchange['facts'] = {}

  constructor(
    asked: Asked,
    recordId: string,
    exchange: Exchange,
    controller: AbortController,
    layer: ReturnType<typeof createCacheLayer>,
    body: ChatRequest,
  ) {
    this.asked = asked
    this.recordId = recordId
    this.#exchange = exchange
    this.#controller = controller
    this.#layer = layer
    const decided = Promise.resolve(runRequestLayer<'L7'>(layer, chat(body), exchange, () => undefined))
    decided.then(
      (result) => this.#decided(result),
      () => {
        this.state = 'aborted'
        exchange.scope.close()
      },
    )
  }

  async #decided({ decision }: LayerResult): Promise<void> {
    if (decision.type === 'answer' && decision.answer.kind === 'chunks') {
      this.answer = String((await collect(decision.answer.chunks)).choices[0]?.message.content)
      this.state = 'hit'
    } else {
      expect(decision.type).toBe('allow')
      this.#facts = decision.facts ?? {}
      this.state = 'asking'
    }
  }

  /** The model has answered what asks it. */
  async end(): Promise<void> {
    if (this.state !== 'asking') return
    this.state = 'over'
    const { fate, question, user } = this.asked
    if (fate === 'is denied') return this.#exchange.scope.close()
    const chunk = completionToChunk(completionOf(`${question} by ${user}`, fate))
    const source = fate === 'breaks off' ? broken(chunk) : answerOf([chunk]).chunks
    await drain(guardedBy(this.#layer, source, { ...this.#exchange, facts: this.#facts })).catch(() => undefined)
  }

  /** The model has begun to answer. */
  takeChunk(): void {
    const { fate, question } = this.asked
    const guard = this.#layer.openGuard({ ...this.#exchange, facts: this.#facts })
    guard?.take([completionToChunk(completionOf(`${question}`, fate))])
  }

  abort(): void {
    if (this.state === 'waiting' || this.state === 'asking') this.#controller.abort(new Error('the caller has left'))
    if (this.state === 'asking') {
      this.state = 'aborted'
      this.#exchange.scope.close()
    }
  }
}

async function* broken<Item>(item: Item): AsyncGenerator<readonly Item[], void, undefined> {
  yield [item]
  throw new Error('the connection is gone')
}

const ALICE: Asked = { question: 1, user: 1, model: 'own', fate: 'answers' }

describe('equal requests that are under way', () => {
  it('wait for the first of them, and are answered as by a hit', async () => {
    const { begin, cache } = setUp()
    const find = vi.spyOn(cache, 'find')
    const [first, second, third] = [begin(ALICE), begin(ALICE), begin({ ...ALICE, body: { stream: true } })]
    await settle()
    expect([first.state, second.state, third.state]).toEqual(['asking', 'waiting', 'waiting'])
    await first.end()
    await settle()
    expect([second.state, third.state]).toEqual(['hit', 'hit'])
    expect(second.answer).toBe('1 by 1')
    // Once before, and once when the first had stored its answer.
    expect(find).toHaveBeenCalledTimes(5)
  })

  it.each<[string, Partial<Asked>]>([
    ['asks something else', { question: 2 }],
    ['is another user of endpoints that are not shareable', { user: 2 }],
    ['asks another model', { model: 'shared' }],
    ['asks for a fresh answer', { cacheUse: 'refresh' }],
    ['expects usage, which the first does not', { body: { stream: true, stream_options: { include_usage: true } } }],
  ])('do not wait where one %s', async (_name, changes) => {
    const { begin } = setUp()
    begin({ ...ALICE, body: { stream: true } })
    const other = begin({ ...ALICE, ...changes })
    await settle()
    expect(other.state).toBe('asking')
  })

  it.each<Fate>(['calls a tool', 'breaks off', 'is denied'])('ask for themselves where the first %s', async (fate) => {
    const { begin } = setUp()
    const [first, second, third] = [begin({ ...ALICE, fate }), begin(ALICE), begin(ALICE)]
    await settle()
    await first.end()
    await settle()
    expect([second.state, third.state]).toEqual(['asking', 'asking'])
  })

  it.each<[string, (first: Running) => void]>([
    ['has begun to call a tool', (first) => first.takeChunk()],
    ['is left by its caller', (first) => first.abort()],
  ])('ask for themselves as soon as the first %s', async (_name, happens) => {
    const { begin } = setUp()
    const [first, second] = [begin({ ...ALICE, fate: 'calls a tool' }), begin(ALICE)]
    await settle()
    happens(first)
    await settle()
    expect(second.state).toBe('asking')
  })

  it('ask for themselves once they have waited for as long as they may', async () => {
    const { begin } = setUp(20)
    const [first, second] = [begin(ALICE), begin(ALICE)]
    await vi.waitFor(() => expect(second.state).toBe('asking'))
    expect(first.state).toBe('asking')
  })

  it('never wait where that is turned off', async () => {
    const { begin } = setUp(0)
    const [first, second] = [begin(ALICE), begin(ALICE)]
    await settle()
    expect([first.state, second.state]).toEqual(['asking', 'asking'])
  })

  it('do not hold up the end of one that is aborted while it waits', async () => {
    const { begin } = setUp()
    const [first, second, third] = [begin(ALICE), begin(ALICE), begin(ALICE)]
    await settle()
    second.abort()
    await settle()
    expect([first.state, second.state, third.state]).toEqual(['asking', 'aborted', 'waiting'])
  })

  it('wait for the store, so that a slow one gives them the answer all the same', async () => {
    const { begin, cache } = setUp()
    const { promise: stored, resolve: open } = Promise.withResolvers<void>()
    const store = cache.store
    vi.spyOn(cache, 'store').mockImplementation(async (...args) => {
      await stored
      await store(...args)
    })
    const [first, second] = [begin(ALICE), begin(ALICE)]
    await settle()
    await first.end()
    await settle()
    expect(second.state).toBe('waiting')
    open()
    await settle()
    expect(second.state).toBe('hit')
  })
})

describe('any interleaving of requests', () => {
  const asked = fc.record({
    question: fc.nat({ max: 1 }),
    user: fc.nat({ max: 1 }),
    model: fc.constantFrom('own' as const, 'shared' as const),
    fate: fc.constantFrom<Fate>('answers', 'answers', 'answers', 'calls a tool', 'breaks off', 'is denied'),
    cacheUse: fc.constantFrom('full' as const, 'full' as const, 'full' as const, 'refresh' as const),
  })
  const step = fc.oneof(
    fc.record({ act: fc.constant('begin' as const), asked }),
    fc.record({ act: fc.constantFrom('end' as const, 'end' as const, 'abort' as const), of: fc.nat() }),
  )
  type Drawn = typeof step extends fc.Arbitrary<infer One> ? One : never
  const smooth = (one: Drawn) =>
    'asked' in one ? { ...one, asked: { ...one.asked, fate: 'answers' as const } } : { ...one, act: 'end' as const }
  const isEqual = (one: Asked, other: Asked) =>
    one.question === other.question && one.model === other.model && (one.user === other.user || one.model === 'shared')

  it('leaves nobody waiting, gives nobody what is not theirs, and asks once for what can be shared', async () => {
    let shared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), async (drawn, isSmooth) => {
        const steps = isSmooth ? drawn.map(smooth) : drawn
        const { begin } = setUp()
        const all: Running[] = []
        for (const one of steps) {
          const running = 'of' in one ? all[one.of % Math.max(all.length, 1)] : undefined
          if ('asked' in one) all.push(begin(one.asked))
          else if (one.act === 'abort') running?.abort()
          else await running?.end()
          await settle()
          for (const waiting of all.filter(({ state }) => state === 'waiting')) {
            // Somebody who asks the same is still being answered.
            expect(all.some(({ state, asked }) => state === 'asking' && isEqual(asked, waiting.asked))).toBe(true)
          }
        }
        while (all.some(({ state }) => state === 'asking')) {
          for (const running of all) await running.end()
          await settle()
        }
        for (const { state, answer, asked } of all) {
          expect(state).not.toBe('waiting')
          if (answer === undefined) continue
          const [question, maker] = answer.split(' by ').map(Number)
          expect(isEqual(asked, { ...asked, question: question ?? -1, user: maker ?? -1 })).toBe(true)
          if (maker !== asked.user) shared += 1
        }
        // Where every answer can be remembered, and nobody leaves, one of the equal ones has asked.
        if (!isSmooth) return
        const asking = all.filter(({ state, asked }) => state === 'over' && asked.cacheUse === 'full')
        const others = asking.filter((one, at) => asking.slice(0, at).some(({ asked }) => isEqual(asked, one.asked)))
        expect(others).toEqual([])
      }),
      { numRuns: 200 },
    )
    expect(shared).toBeGreaterThan(20)
  })
})
