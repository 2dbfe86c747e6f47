import type { CompletionChunk, EmbeddingsAnswer, LayerId, RequestOutcome, SensitivityTile } from '@sluice/contracts'
import { SluiceError } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import { answerOf } from './answer/index.ts'
import type {
  AnswerGuard,
  Awaitable,
  Decision,
  Ending,
  EvidenceGuard,
  EvidenceLayer,
  Exchange,
  HeldRequests,
  Layers,
  ResponseLayer,
} from './layer.ts'
import type { Outcome } from './outcome.ts'
import { createPipeline } from './pipeline.ts'
import type { ModelRequest } from './request/index.ts'
import { chat, drain } from './testing/answers-for-tests.ts'
import { exchangeForTests } from './testing/exchange-for-tests.ts'

const request = chat({ model: 'm', messages: [{ role: 'user', content: 'hello' }] })

const action = { category: 'F', rule: 'pay' } as const
const tile: SensitivityTile = {
  level: 0,
  categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0,
  flags: [],
  digest: '',
}

const chunk = (content: string, finish: string | null = null): CompletionChunk => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})

const answer = (...contents: string[]) => answerOf(contents.map((content) => chunk(content)))
const answering = (chunks: AsyncIterable<readonly CompletionChunk[]>): Decision => ({
  type: 'answer',
  answer: { kind: 'chunks', chunks },
})

type Decide = (request: ModelRequest, exchange: Exchange) => Awaitable<Decision>

/** A layer whose decisions no type restricts: the runner must stand anything. */
function requestLayer<Id extends LayerId>(id: Id, decide: Decide = () => ({ type: 'allow' })) {
  const calls = { openCallGuard: () => undefined, openEventCallGuard: () => undefined }
  return { id, timeoutMs: 50, onError: 'deny', decide, ...calls } as const
}

const marking = (mark: string): AnswerGuard<CompletionChunk> => ({
  take: (chunks) => chunks.map((one) => ({ ...one, id: `${one.id}${mark}` })),
  end: () => [],
})

function responseLayer<Id extends 'L4' | 'L7'>(
  id: Id,
  openGuard: ResponseLayer<Id>['openGuard'] = () => marking(id.slice(1)),
) {
  return { id, timeoutMs: 50, onError: 'deny', openGuard, openEventGuard: () => undefined } satisfies ResponseLayer<Id>
}

function evidenceLayer(endings: Ending[] = [], guard: Partial<EvidenceGuard<never>> = {}): EvidenceLayer {
  const seal = async (ending: Ending) => void endings.push(ending)
  // Marks chunks and passes whole answers, as a guard of any item may.
  const open = { ...marking('6'), seal, ...guard } as unknown as EvidenceGuard<never>
  const alert = () => ({ alerts: [], work: Promise.resolve() })
  return { id: 'L6', timeoutMs: 50, onError: 'deny', alert, seal, openGuard: () => open }
}

type Changes = { readonly [Id in LayerId]?: unknown }

function setUp(changes: Changes = {}) {
  const endings: Ending[] = []
  const failures: [LayerId, unknown][] = []
  const layers = {
    L0: requestLayer('L0', () => ({ type: 'allow', facts: { action } })),
    L1: requestLayer('L1'),
    L2: {
      ...requestLayer('L2', () => ({ type: 'allow', facts: { tile } })),
      lookAgain: () => ({ type: 'allow' }),
      findInAnswer: () => [],
    },
    L3: requestLayer('L3'),
    L4: responseLayer('L4'),
    L5: requestLayer('L5', () => ({ type: 'answer', answer: answer('a', 'b') })),
    L6: evidenceLayer(endings),
    L7: { ...requestLayer('L7'), ...responseLayer('L7') },
    ...changes,
  } as Layers
  const keep = vi.fn<HeldRequests['keep']>(async () => ({ approvalId: 'approval-1' }))
  const held = { timeoutMs: 50, keep }
  const pipeline = createPipeline(layers, held, (layer, _exchange, cause) => failures.push([layer, cause]))
  const controller = new AbortController()
  const clock = { nowMs: () => 0, monotonicMs: () => performance.now() }
  const { origin, runtime } = exchangeForTests({ request, clock, signal: controller.signal })
  return { pipeline, keep, origin, runtime, endings, failures, controller }
}

async function run(changes: Changes = {}) {
  const open = setUp(changes)
  const outcome = await open.pipeline.run(open.origin, open.runtime)
  return { ...open, outcome }
}

function chunksOf(outcome: Outcome): AsyncIterable<readonly CompletionChunk[]> {
  if (outcome.type !== 'answered' || outcome.answer.kind !== 'chunks') throw new Error(outcome.type)
  return outcome.answer.chunks
}

const read = drain<CompletionChunk>

describe('the order', () => {
  it('runs a cache miss through L0 L1 L2 L3 L5 L4 L6', async () => {
    const { outcome } = await run()
    const chunks = await read(chunksOf(outcome))
    expect(chunks.map((one) => one.id)).toEqual(['c746', 'c746'])
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'])
    expect(outcome.report.account().cacheHit).toBe(false)
  })

  it('runs a cache hit through the same response layers and skips the model', async () => {
    const ask = vi.fn<Decide>()
    const { outcome } = await run({
      L7: {
        ...responseLayer('L7', () => undefined),
        ...requestLayer('L7', () => ({ type: 'answer', answer: answer('cached') })),
      },
      L5: requestLayer('L5', ask),
    })
    expect((await read(chunksOf(outcome))).map((one) => one.id)).toEqual(['c46'])
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L1', 'L2', 'L3', 'L7', 'L4', 'L6'])
    expect(outcome.report.account().cacheHit).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('lets each layer see what the ones before it established', async () => {
    const seen: Pick<Exchange, 'findings' | 'facts'>[] = []
    const look = ({ findings, facts }: Exchange) => void seen.push({ findings, facts })
    const { outcome } = await run({
      L1: requestLayer('L1', async () => ({
        type: 'allow',
        findings: [{ kind: 'threat', threat: 'x', position: '/p', confidence: 0.1, start: 0, end: 1 }],
      })),
      L2: {
        ...requestLayer('L2', async (_request, exchange) => {
          look(exchange)
          return { type: 'allow', facts: { tile, endpoint: 'from-l2' } }
        }),
        lookAgain: () => ({ type: 'allow' }),
      },
      L3: requestLayer('L3', async () => ({
        type: 'transform',
        request: chat({ ...request.body, model: 'changed' }),
      })),
      L5: requestLayer('L5', async (current, exchange) => {
        look(exchange)
        return { type: 'answer', answer: answer(current.body.model) }
      }),
    })
    expect((await read(chunksOf(outcome)))[0]?.choices[0]?.delta.content).toBe('changed')
    expect(seen[0]?.findings).toEqual([])
    expect(seen[1]?.findings).toHaveLength(1)
    expect(seen[1]?.facts.endpoint).toBe('from-l2')
  })

  it('refuses when no layer answered', async () => {
    const { outcome, endings } = await run({ L5: requestLayer('L5') })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'layer_failed' } })
    expect(endings).toEqual([{ outcome: 'denied', code: 'layer_failed' }])
  })
})

const REQUEST_LAYERS = ['L0', 'L1', 'L2', 'L3', 'L5', 'L7'] as const

describe.each(REQUEST_LAYERS)('%s on the way to the model', (id) => {
  const replacing = (decide: Decide): Changes => {
    const layer = requestLayer(id, decide)
    return id === 'L7' ? { L7: { ...responseLayer('L7'), ...layer } } : { [id]: layer }
  }

  it('denies: sealed, listed, and no layer after it runs', async () => {
    const { outcome, endings } = await run(
      replacing(async () => ({ type: 'deny', refusal: { code: 'content_blocked' } })),
    )
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'content_blocked' } })
    expect(outcome.report.layersExecuted().at(-1)).toBe('L6')
    expect(endings).toEqual([{ outcome: 'denied', code: 'content_blocked' }])
  })

  it.each([
    ['throws', () => Promise.reject(new Error('secret detail')), 'layer_failed'],
    ['throws a known error', () => Promise.reject(new SluiceError('dependency_unavailable')), 'dependency_unavailable'],
    [
      'throws synchronously',
      () => {
        throw new Error('now')
      },
      'layer_failed',
    ],
    ['never answers', () => new Promise<Decision>(() => {}), 'layer_timeout'],
    ['answers nonsense', async () => ({ type: 'maybe' }) as unknown as Decision, 'layer_failed'],
    ['answers nothing', async () => undefined as unknown as Decision, 'layer_failed'],
  ])('fails closed when it %s', async (_name, inspect, code) => {
    const { outcome, failures } = await run(replacing(inspect))
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code } })
    expect(JSON.stringify(outcome)).not.toContain('secret detail')
    expect(failures.map(([layer]) => layer)).toEqual([id])
  })

  it.each(['error', 'timeout'] as const)('tells in its event that it failed by %s', async (outcome) => {
    const { outcome: ended } = await run(
      replacing(() => (outcome === 'error' ? Promise.reject(new Error('x')) : new Promise<Decision>(() => {}))),
    )
    expect(ended.report.account().events).toContainEqual(expect.objectContaining({ layer: id, outcome }))
  })

  it('ends at once when the caller leaves, and seals that', async () => {
    const open = setUp(replacing(() => new Promise<Decision>(() => {})))
    const running = open.pipeline.run(open.origin, open.runtime)
    open.controller.abort(new SluiceError('request_aborted'))
    await expect(running).rejects.toMatchObject({ code: 'request_aborted' })
    expect(open.endings).toEqual([{ outcome: 'aborted' satisfies RequestOutcome, code: 'request_aborted' }])
  })
})

describe.each(['L7', 'L4', 'L6'] as const)('%s on the way back', (id) => {
  const replacing = (take: AnswerGuard<CompletionChunk>['take'], endings: Ending[] = []): Changes => {
    const guard = { take, end: () => [] }
    if (id === 'L7') return { L7: { ...requestLayer('L7'), ...responseLayer('L7', () => guard) } }
    if (id === 'L6') return { L6: evidenceLayer(endings, { take } as Partial<EvidenceGuard<never>>) }
    return { L4: responseLayer('L4', () => guard) }
  }

  it.each<[string, () => Awaitable<readonly CompletionChunk[]>, string]>([
    [
      'throws',
      () => {
        throw new Error('secret detail')
      },
      'layer_failed',
    ],
    ['rejects', () => Promise.reject(new Error('secret detail')), 'layer_failed'],
    [
      'throws a known error',
      () => {
        throw new SluiceError('audit_unavailable')
      },
      'audit_unavailable',
    ],
    ['hangs', () => new Promise(() => {}), 'layer_timeout'],
  ])('ends the stream with an error when it %s, and nothing passes in its place', async (_name, take, code) => {
    const { outcome, failures } = await run(replacing(take))
    const chunks = chunksOf(outcome)
    const seen: CompletionChunk[] = []
    const reading = (async () => {
      for await (const batch of chunks) seen.push(...batch)
    })()
    await expect(reading).rejects.toMatchObject({ code })
    expect(seen).toEqual([])
    expect(failures.map(([layer]) => layer)).toEqual(code === 'audit_unavailable' ? [] : [id])
  })

  it('leaves the source when it fails', async () => {
    const returned = vi.fn()
    async function* endless() {
      try {
        for (;;) yield [chunk('x')]
      } finally {
        returned()
      }
    }
    const failing = replacing(() => {
      throw new Error('x')
    })
    const { outcome } = await run({ ...failing, L5: requestLayer('L5', () => answering(endless())) })
    await expect(read(chunksOf(outcome))).rejects.toMatchObject({ code: 'layer_failed' })
    expect(returned).toHaveBeenCalledOnce()
  })

  it('may wait for the model as long as it takes', async () => {
    async function* slow() {
      yield [chunk('a')]
      await new Promise((resolve) => setTimeout(resolve, 120))
      yield [chunk('b')]
    }
    const { outcome } = await run({ L5: requestLayer('L5', () => answering(slow())) })
    expect(await read(chunksOf(outcome))).toHaveLength(2)
  })
})

describe('a write that is not awaited at once', () => {
  const storing = (pendingWrite: Promise<void>): Changes => ({
    L3: requestLayer('L3', async () => ({ type: 'transform', request, pendingWrite })),
  })

  it('is stored before the model is asked, and the step before does not wait for it', async () => {
    const steps: string[] = []
    let store = () => {}
    const stored = new Promise<void>((resolve) => {
      store = () => {
        steps.push('stored')
        resolve()
      }
    })
    const { outcome } = await run({
      ...storing(stored),
      L7: {
        ...responseLayer('L7'),
        ...requestLayer('L7', async () => {
          steps.push('L7')
          store()
          return { type: 'allow' }
        }),
      },
      L5: requestLayer('L5', async () => {
        steps.push('L5')
        return { type: 'answer', answer: answer('a') }
      }),
    })
    expect(outcome.type).toBe('answered')
    expect(steps).toEqual(['L7', 'stored', 'L5'])
  })

  it.each([
    ['fails', () => Promise.reject(new SluiceError('dependency_unavailable')), 'dependency_unavailable'],
    ['fails somehow', () => Promise.reject(new Error('secret detail')), 'layer_failed'],
    ['never ends', () => new Promise<void>(() => {}), 'layer_timeout'],
  ])('refuses the request when it %s, and the model is not asked', async (_name, work, code) => {
    const ask = vi.fn<Decide>()
    const { outcome, endings, failures } = await run({ ...storing(work()), L5: requestLayer('L5', ask) })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code } })
    expect(JSON.stringify(outcome)).not.toContain('secret detail')
    expect(endings).toEqual([{ outcome: 'denied', code }])
    expect(failures.map(([layer]) => layer)).toEqual(['L3'])
    expect(ask).not.toHaveBeenCalled()
  })

  it('is stored before a remembered answer comes back', async () => {
    const { outcome } = await run({
      ...storing(Promise.reject(new SluiceError('dependency_unavailable'))),
      L7: { ...responseLayer('L7'), ...requestLayer('L7', () => ({ type: 'answer', answer: answer('old') })) },
    })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'dependency_unavailable' } })
  })
})

describe('leaving a stream early', () => {
  it('reaches the source through every layer', async () => {
    let returned = false
    async function* endless() {
      try {
        for (;;) yield [chunk('x')]
      } finally {
        returned = true
      }
    }
    const { outcome } = await run({ L5: requestLayer('L5', () => answering(endless())) })
    for await (const _ of chunksOf(outcome)) break
    expect(returned).toBe(true)
  })

  it('passes on what the source throws', async () => {
    async function* broken() {
      yield [chunk('x')]
      throw new SluiceError('upstream_interrupted')
    }
    const { outcome, failures } = await run({
      L5: requestLayer('L5', () => answering(broken())),
    })
    await expect(read(chunksOf(outcome))).rejects.toMatchObject({ code: 'upstream_interrupted' })
    expect(failures).toEqual([])
  })
})

it('fails when evidence of a refusal cannot be left', async () => {
  const open = setUp({
    L0: requestLayer('L0', async () => ({ type: 'deny', refusal: { code: 'user_not_active' } })),
    L6: { ...evidenceLayer(), seal: () => Promise.reject(new Error('down')) },
  })
  await expect(open.pipeline.run(open.origin, open.runtime)).rejects.toMatchObject({ code: 'audit_unavailable' })
})

describe('a request that was refused before its first layer', () => {
  const refusal = { code: 'model_not_found', param: 'model' } as const

  it('leaves evidence, and no layer sees it', async () => {
    const inspect = vi.fn<Decide>()
    const { pipeline, origin, runtime, endings } = setUp({ L0: requestLayer('L0', inspect) })
    const outcome = await pipeline.refuse(refusal, origin, runtime)
    expect(outcome).toMatchObject({ type: 'denied', refusal })
    expect(outcome.report.layersExecuted()).toEqual(['L6'])
    expect(endings).toEqual([{ outcome: 'denied', code: 'model_not_found' }])
    expect(inspect).not.toHaveBeenCalled()
  })

  it('fails when the evidence cannot be left', async () => {
    const seal = () => Promise.reject(new Error('down'))
    const { pipeline, origin, runtime } = setUp({ L6: { ...evidenceLayer(), seal } })
    await expect(pipeline.refuse(refusal, origin, runtime)).rejects.toMatchObject({ code: 'audit_unavailable' })
  })
})

describe('a request for embeddings', () => {
  const vectors: EmbeddingsAnswer = {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1] }],
    model: 'm',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  }
  const embeddings: ModelRequest = { kind: 'embeddings', body: { model: 'm', input: 'hello' } }
  const answered = requestLayer('L5', () => ({ type: 'answer', answer: { kind: 'whole', value: vectors } }))

  it('takes its own order, and its answer passes the guards as one item', async () => {
    const take = vi.fn((items: readonly never[]) => items)
    const open = setUp({ L5: answered, L6: evidenceLayer([], { take }) })
    const outcome = await open.pipeline.run({ ...open.origin, request: embeddings }, open.runtime)
    expect(outcome).toMatchObject({ type: 'answered', answer: { kind: 'whole', value: vectors } })
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L1', 'L2', 'L3', 'L5', 'L6'])
    expect(take).toHaveBeenCalledExactlyOnceWith([vectors])
  })

  it('is refused when its record is not accepted', async () => {
    const endings: Ending[] = []
    const end = () => Promise.reject(new SluiceError('audit_unavailable'))
    const open = setUp({ L5: answered, L6: evidenceLayer(endings, { end }) })
    const running = open.pipeline.run({ ...open.origin, request: embeddings }, open.runtime)
    await expect(running).rejects.toMatchObject({ code: 'audit_unavailable' })
  })
})

describe('layers that decide at once', () => {
  it('take no turn of the event loop until the model is asked', async () => {
    let asked = false
    const open = setUp({
      L5: requestLayer('L5', () => {
        asked = true
        return { type: 'answer', answer: answer('a') }
      }),
    })
    const running = open.pipeline.run(open.origin, open.runtime)
    expect(asked).toBe(true)
    await running
  })
})

describe('the record of a request whose caller leaves', () => {
  const vectors = { object: 'list', data: [], model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } } as const
  const embeddings: ModelRequest = { kind: 'embeddings', body: { model: 'm', input: 'hello' } }

  it('is not left twice where it was begun when the caller left', async () => {
    const endings: Ending[] = []
    const appending = Promise.withResolvers<never>()
    const begun = Promise.withResolvers<void>()
    const end = () => {
      endings.push({ outcome: 'answered' })
      begun.resolve()
      return appending.promise
    }
    // The guard's own record has begun, so its `seal` leaves no second one.
    const open = setUp({
      L5: requestLayer('L5', () => ({ type: 'answer', answer: { kind: 'whole', value: { ...vectors, data: [] } } })),
      L6: { ...evidenceLayer(endings, { end, seal: async () => undefined, take: () => [] }) },
    })
    const running = open.pipeline.run({ ...open.origin, request: embeddings }, open.runtime)
    await begun.promise
    open.controller.abort(new SluiceError('request_aborted'))
    await expect(running).rejects.toMatchObject({ code: 'request_aborted' })
    expect(endings).toEqual([{ outcome: 'answered' }])
  })

  it.each([
    ['before it is answered', { L1: requestLayer('L1', () => new Promise<Decision>(() => undefined)) }],
    ['while its answer is read', {}],
  ])('waits for its turn: %s', async (_when, changes) => {
    const open = setUp(changes)
    const turn = Promise.withResolvers<void>()
    const running = open.pipeline.run(open.origin, { ...open.runtime, recordTurn: () => turn.promise })
    if (!('L1' in changes)) await running
    open.controller.abort(new SluiceError('session_frozen'))
    const ending = running.then((outcome) => chunksOf(outcome)[Symbol.asyncIterator]().return?.())
    await new Promise(setImmediate)
    expect(open.endings).toEqual([])
    turn.resolve()
    await Promise.allSettled([ending])
    expect(open.endings).toEqual([{ outcome: 'aborted', code: 'session_frozen' }])
  })

  it('says aborted, not denied, where a write was pending, and no layer has failed', async () => {
    const open = setUp({
      L3: requestLayer('L3', () => ({ type: 'transform', request, pendingWrite: new Promise<void>(() => {}) })),
    })
    const running = open.pipeline.run(open.origin, open.runtime)
    open.controller.abort(new SluiceError('request_aborted'))
    await expect(running).rejects.toMatchObject({ code: 'request_aborted' })
    expect(open.endings).toEqual([{ outcome: 'aborted', code: 'request_aborted' }])
    expect(open.failures).toEqual([])
  })

  it('is reported as lost where it cannot be left', async () => {
    const seal = () => Promise.reject(new Error('down'))
    const { outcome, failures } = await run({ L6: evidenceLayer([], { seal }) })
    const chunks = chunksOf(outcome)[Symbol.asyncIterator]()
    await chunks.next()
    await expect(chunks.return?.()).rejects.toMatchObject({ code: 'audit_unavailable' })
    expect(failures.map(([layer]) => layer)).toEqual(['L6'])
  })
})
