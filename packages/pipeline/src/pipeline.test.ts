import type { ChatRequest, CompletionChunk, LayerId, RequestOutcome } from '@sluice/contracts'
import { SluiceError } from '@sluice/contracts'
import { describe, expect, it, vi } from 'vitest'
import type { Decision, Ending, EvidenceLayer, Exchange, Layers, RequestLayer, ResponseLayer } from './layer.ts'
import { createPipeline, type ExchangeStart } from './pipeline.ts'
import { exchangeForTests } from './ports/memory/exchange-for-tests.ts'

const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'hello' }] }

const chunk = (content: string, finish: string | null = null): CompletionChunk => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})

async function* answer(...contents: string[]): AsyncGenerator<CompletionChunk> {
  for (const content of contents) yield chunk(content)
}

type Inspect = (request: ChatRequest, exchange: Exchange) => Promise<Decision>

function requestLayer(id: LayerId, inspectRequest: Inspect = async () => ({ type: 'allow' })): RequestLayer {
  return { id, timeoutMs: 50, onError: 'deny', inspectRequest }
}

function responseLayer(id: LayerId, mark = ''): ResponseLayer {
  return {
    id,
    timeoutMs: 50,
    onError: 'deny',
    async *guardResponse(chunks) {
      for await (const one of chunks) yield { ...one, id: `${one.id}${mark}` }
    },
  }
}

function setUp(changes: Partial<Layers> = {}) {
  const endings: Ending[] = []
  const failures: [LayerId, unknown][] = []
  const L6: EvidenceLayer = { ...responseLayer('L6', '6'), seal: async (ending) => void endings.push(ending) }
  const layers: Layers = {
    L0: requestLayer('L0'),
    L1: requestLayer('L1'),
    L2: requestLayer('L2'),
    L3: requestLayer('L3'),
    L4: responseLayer('L4', '4'),
    L5: requestLayer('L5', async () => ({ type: 'answer', chunks: answer('a', 'b') })),
    L6,
    L7: { ...requestLayer('L7'), ...responseLayer('L7', '7') },
    ...changes,
  }
  const pipeline = createPipeline(layers, (layer, _exchange, cause) => failures.push([layer, cause]))
  const controller = new AbortController()
  const start: ExchangeStart = exchangeForTests({
    clock: { nowMs: () => 0, monotonicMs: () => performance.now() },
    signal: controller.signal,
  })
  return { pipeline, start, endings, failures, controller }
}

async function run(changes: Partial<Layers> = {}) {
  const house = setUp(changes)
  const outcome = await house.pipeline.run(request, house.start)
  return { ...house, outcome }
}

async function read(chunks: AsyncIterable<CompletionChunk>): Promise<CompletionChunk[]> {
  const all: CompletionChunk[] = []
  for await (const one of chunks) all.push(one)
  return all
}

describe('the order', () => {
  it('runs a cache miss through L0 L1 L2 L3 L5 L4 L6', async () => {
    const { outcome } = await run()
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    const chunks = await read(outcome.chunks)
    expect(chunks.map((one) => one.id)).toEqual(['c746', 'c746'])
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'])
    expect(outcome.report.account().cacheHit).toBe(false)
  })

  it('runs a cache hit through the same response layers and skips the model', async () => {
    const ask = vi.fn<Inspect>()
    const { outcome } = await run({
      L7: { ...responseLayer('L7'), ...requestLayer('L7', async () => ({ type: 'answer', chunks: answer('cached') })) },
      L5: requestLayer('L5', ask),
    })
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    expect((await read(outcome.chunks)).map((one) => one.id)).toEqual(['c46'])
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L1', 'L2', 'L3', 'L7', 'L4', 'L6'])
    expect(outcome.report.account().cacheHit).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('seals a held request and asks no further layer', async () => {
    const scan = vi.fn<Inspect>()
    const { outcome, endings } = await run({
      L0: requestLayer('L0', async () => ({ type: 'hold', reason: { category: 'F', rule: 'pay' } })),
      L1: requestLayer('L1', scan),
    })
    expect(outcome).toMatchObject({ type: 'held', reason: { category: 'F' } })
    expect(outcome.report.layersExecuted()).toEqual(['L0', 'L6'])
    expect(endings).toEqual([{ outcome: 'held' }])
    expect(scan).not.toHaveBeenCalled()
  })

  it('lets each layer see what the ones before it established', async () => {
    const seen: Exchange[] = []
    const { outcome } = await run({
      L1: requestLayer('L1', async () => ({
        type: 'allow',
        findings: [{ kind: 'threat', threat: 'x', position: '/p', confidence: 0.1 }],
      })),
      L2: requestLayer('L2', async (_request, exchange) => {
        seen.push(exchange)
        return { type: 'allow', facts: { endpoint: 'from-l2' } }
      }),
      L3: requestLayer('L3', async (current) => ({ type: 'transform', request: { ...current, model: 'changed' } })),
      L5: requestLayer('L5', async (current, exchange) => {
        seen.push(exchange)
        return { type: 'answer', chunks: answer(current.model) }
      }),
    })
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    expect((await read(outcome.chunks))[0]?.choices[0]?.delta.content).toBe('changed')
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

const WAYS_IN = ['L0', 'L1', 'L2', 'L3', 'L5', 'L7'] as const

describe.each(WAYS_IN)('%s on the way to the model', (id) => {
  const replacing = (inspect: Inspect, onError: 'deny' | 'allow' = 'deny'): Partial<Layers> => {
    const layer = { ...requestLayer(id, inspect), onError }
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

  it('lets a failure pass only where its onError says so', async () => {
    const { outcome, failures } = await run(replacing(() => Promise.reject(new Error('x')), 'allow'))
    expect(outcome.type).toBe(id === 'L5' ? 'denied' : 'answered')
    expect(failures).toHaveLength(1)
  })

  it('ends at once when the caller leaves, and seals that', async () => {
    const house = setUp(replacing(() => new Promise<Decision>(() => {})))
    const running = house.pipeline.run(request, house.start)
    house.controller.abort(new SluiceError('request_aborted'))
    await expect(running).rejects.toMatchObject({ code: 'request_aborted' })
    expect(house.endings).toEqual([{ outcome: 'aborted' satisfies RequestOutcome, code: 'request_aborted' }])
  })
})

describe.each(['L7', 'L4', 'L6'] as const)('%s on the way back', (id) => {
  const replacing = (guardResponse: ResponseLayer['guardResponse']): Partial<Layers> => {
    if (id === 'L7') return { L7: { ...requestLayer('L7'), guardResponse } }
    if (id === 'L6') return { L6: { ...responseLayer('L6'), guardResponse, seal: async () => {} } }
    return { L4: { ...responseLayer('L4'), guardResponse } }
  }

  it.each([
    [
      'throws',
      async function* () {
        yield chunk('x')
        throw new Error('secret detail')
      },
      'layer_failed',
    ],
    [
      'throws a known error',
      async function* () {
        yield chunk('x')
        throw new SluiceError('audit_unavailable')
      },
      'audit_unavailable',
    ],
    [
      'hangs on its own',
      async function* () {
        yield chunk('x')
        await new Promise(() => {})
      },
      'layer_timeout',
    ],
  ])('ends the stream with an error when it %s', async (_name, guard, code) => {
    const { outcome } = await run(replacing(guard))
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    await expect(read(outcome.chunks)).rejects.toMatchObject({ code })
  })

  it('may wait for the model as long as it takes', async () => {
    async function* slow() {
      yield chunk('a')
      await new Promise((resolve) => setTimeout(resolve, 120))
      yield chunk('b')
    }
    const { outcome } = await run({ L5: requestLayer('L5', async () => ({ type: 'answer', chunks: slow() })) })
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    expect(await read(outcome.chunks)).toHaveLength(2)
  })
})

describe('work that goes on beside the next steps', () => {
  const storing = (pendingWrite: Promise<void>): Partial<Layers> => ({
    L3: requestLayer('L3', async (current) => ({ type: 'transform', request: current, pendingWrite })),
  })

  it('is done before the request leaves the house, and not waited for by the step before', async () => {
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
        return { type: 'answer', chunks: answer('a') }
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
    const ask = vi.fn<Inspect>()
    const { outcome, endings, failures } = await run({ ...storing(work()), L5: requestLayer('L5', ask) })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code } })
    expect(JSON.stringify(outcome)).not.toContain('secret detail')
    expect(endings).toEqual([{ outcome: 'denied', code }])
    expect(failures.map(([layer]) => layer)).toEqual(['L3'])
    expect(ask).not.toHaveBeenCalled()
  })

  it('is waited for before a remembered answer comes back', async () => {
    const { outcome } = await run({
      ...storing(Promise.reject(new SluiceError('dependency_unavailable'))),
      L7: { ...responseLayer('L7'), ...requestLayer('L7', async () => ({ type: 'answer', chunks: answer('old') })) },
    })
    expect(outcome).toMatchObject({ type: 'denied', refusal: { code: 'dependency_unavailable' } })
  })
})

describe('leaving a stream early', () => {
  it('reaches the source through every layer', async () => {
    let returned = false
    async function* endless() {
      try {
        for (;;) yield chunk('x')
      } finally {
        returned = true
      }
    }
    const { outcome } = await run({ L5: requestLayer('L5', async () => ({ type: 'answer', chunks: endless() })) })
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    for await (const _ of outcome.chunks) break
    expect(returned).toBe(true)
  })

  it('passes on what the source throws', async () => {
    async function* broken() {
      yield chunk('x')
      throw new SluiceError('upstream_interrupted')
    }
    const { outcome, failures } = await run({
      L5: requestLayer('L5', async () => ({ type: 'answer', chunks: broken() })),
    })
    if (outcome.type !== 'answered') throw new Error(outcome.type)
    await expect(read(outcome.chunks)).rejects.toMatchObject({ code: 'upstream_interrupted' })
    expect(failures).toEqual([])
  })
})

it('fails when evidence of a refusal cannot be left', async () => {
  const house = setUp({
    L0: requestLayer('L0', async () => ({ type: 'deny', refusal: { code: 'user_not_active' } })),
    L6: { ...responseLayer('L6'), seal: () => Promise.reject(new Error('down')) },
  })
  await expect(house.pipeline.run(request, house.start)).rejects.toMatchObject({ code: 'audit_unavailable' })
})

describe('a request that was refused before its first layer', () => {
  const refusal = { code: 'model_not_found', param: 'model' } as const

  it('leaves evidence, and no layer sees it', async () => {
    const inspect = vi.fn<Inspect>()
    const { pipeline, start, endings } = setUp({ L0: requestLayer('L0', inspect) })
    const outcome = await pipeline.refuse(refusal, start)
    expect(outcome).toMatchObject({ type: 'denied', refusal })
    expect(outcome.report.layersExecuted()).toEqual(['L6'])
    expect(endings).toEqual([{ outcome: 'denied', code: 'model_not_found' }])
    expect(inspect).not.toHaveBeenCalled()
  })

  it('fails when the evidence cannot be left', async () => {
    const seal = () => Promise.reject(new Error('down'))
    const { pipeline, start } = setUp({ L6: { ...responseLayer('L6'), seal } })
    await expect(pipeline.refuse(refusal, start)).rejects.toMatchObject({ code: 'audit_unavailable' })
  })
})
