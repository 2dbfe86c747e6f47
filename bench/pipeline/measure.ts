import type { ChatRequest, CompletionChunk } from '@sluice/contracts'
import {
  AbortScope,
  type Answer,
  type AnswerGuard,
  createPipeline,
  Disclosed,
  type EndpointSnapshot,
  type Exchange,
  type HeldRequests,
  type Layers,
  type ModelRequest,
} from '@sluice/pipeline'
import { createEmptyLayers } from './empty-layers.ts'
import {
  createLayersInMemory,
  EVENTS,
  endpointsInMemory,
  originOf,
  runtimeForBench,
  throwFailure,
} from './layers-in-memory.ts'
import type { Scenario } from './scenarios.ts'

/** The steps of a request that is answered by a model, in their order. */
export const STEPS = ['L0', 'L1', 'L2', 'L3', 'second look', 'L7 look-up', 'L5', 'L7 remember', 'L4', 'L6'] as const

type Step = (typeof STEPS)[number]

/** CPU microseconds per request. */
export interface Costs {
  readonly steps: Readonly<Record<Step, number>>
  /** A whole run, the runner's deadlines and journal included. */
  readonly whole: number
  /** A whole run over layers that do nothing. */
  readonly runner: number
}

/** A request of a batch, with what the layers before the measured one made of it. */
interface Sample {
  request: ModelRequest
  exchange: Exchange
  chunks: readonly CompletionChunk[]
}

/**
 * Measures each layer alone, one batch of requests after the other through one layer after the other, and then as many
 * whole runs. All of it works in memory, so CPU time is all the time there is.
 */
export class ScenarioMeter {
  readonly #scenario: Scenario
  readonly #endpoints: EndpointSnapshot
  readonly #layers: Layers
  readonly #emptyLayers: Layers
  #number = 0

  constructor(scenario: Scenario) {
    this.#scenario = scenario
    this.#endpoints = endpointsInMemory((request) => scenario.answer(request))
    this.#layers = createLayersInMemory()
    this.#emptyLayers = createEmptyLayers(scenario.answer(scenario.request(0)))
  }

  /** One round; `batches` of `batchSize` requests through each step and as many whole runs. */
  async round(batches: number, batchSize: number): Promise<Costs> {
    const sums = new Map<Step, number>()
    let wholeUs = 0
    let runnerUs = 0
    for (let batch = 0; batch < batches; batch += 1) {
      for (const [step, us] of await this.#measureSteps(batchSize)) sums.set(step, (sums.get(step) ?? 0) + us)
      wholeUs += await this.#measureRuns(this.#layers, batchSize)
      runnerUs += await this.#measureRuns(this.#emptyLayers, batchSize)
    }
    const requests = batches * batchSize
    return {
      steps: recordOf((step) => Math.max(0, sums.get(step) ?? 0) / requests),
      whole: wholeUs / requests,
      runner: runnerUs / requests,
    }
  }

  async #measureSteps(size: number): Promise<Map<Step, number>> {
    const samples = Array.from({ length: size }, () => this.#begin())
    const costs = new Map<Step, number>()
    for (const [step, id] of [
      ['L0', 'L0'],
      ['L1', 'L1'],
      ['L2', 'L2'],
      ['L3', 'L3'],
      ['second look', 'second look'],
      ['L7 look-up', 'L7'],
      ['L5', 'L5'],
    ] as const) {
      const work = id === 'second look' ? lookAgain : (layers: Layers, sample: Sample) => decide(layers[id], sample)
      costs.set(step, await cpuUsOf(samples, (sample) => work(this.#layers, sample)))
    }
    // The model's own work is making its answer, which the layers behind it read.
    for (const sample of samples) sample.chunks = this.#scenario.answer(bodyOf(sample.request))
    for (const [step, id] of [
      ['L7 remember', 'L7'],
      ['L4', 'L4'],
      ['L6', 'L6'],
    ] as const) {
      costs.set(step, await cpuUsOf(samples, (sample) => guard(this.#layers[id], sample)))
    }
    return costs
  }

  async #measureRuns(layers: Layers, size: number): Promise<number> {
    const pipeline = createPipeline(layers, NOTHING_HELD, throwFailure)
    const samples = Array.from({ length: size }, () => this.#begin())
    return cpuUsOf(samples, async ({ exchange: { origin, runtime } }) => {
      const outcome = await pipeline.run(origin, runtime)
      if (outcome.type !== 'answered') throw new Error(`A request of the bench was ${outcome.type}.`)
      await drain(outcome.answer)
    })
  }

  #begin(): Sample {
    this.#number += 1
    const origin = originOf(this.#number, this.#scenario.request(this.#number))
    const runtime = runtimeForBench(this.#endpoints)
    return {
      request: origin.request,
      exchange: {
        origin,
        runtime,
        scope: new AbortScope(runtime.signal, origin.principal, runtime.clock),
        facts: {},
        findings: [],
        disclosed: new Disclosed(),
        account: () => ({ events: EVENTS, violations: [], cacheHit: false, alerts: [] }),
      },
      chunks: [],
    }
  }
}

/** No request of the bench waits for a human. */
const NOTHING_HELD: HeldRequests = {
  timeoutMs: 1,
  keep: () => Promise.reject(new Error('A request of the bench was held.')),
}

async function decide(layer: Layers['L0' | 'L1' | 'L2' | 'L3' | 'L5' | 'L7'], sample: Sample): Promise<void> {
  const { request, exchange } = sample
  const decision = await layer.decide(request, exchange)
  if (decision.type === 'deny' || decision.type === 'hold') {
    throw new Error(`${layer.id} did not let a request of the bench pass.`)
  }
  if (decision.type === 'transform') sample.request = decision.request
  // What a real run leaves behind is closed as well: the stream that L5 began.
  if (decision.type === 'answer') await drain(decision.answer)
  sample.exchange = {
    ...exchange,
    facts: { ...exchange.facts, ...decision.facts },
    findings: [...exchange.findings, ...(decision.findings ?? [])],
  }
}

async function lookAgain({ L2 }: Layers, { request, exchange }: Sample): Promise<void> {
  const { type } = await L2.lookAgain(request, exchange)
  if (type !== 'allow') throw new Error('The second look did not let a request of the bench pass.')
}

/** Sends the chunks through a layer of the way back: one batch for each chunk, as a model writes them. */
async function guard(layer: Layers['L4' | 'L6' | 'L7'], sample: Sample): Promise<void> {
  const open: AnswerGuard<CompletionChunk> | undefined = layer.openGuard(sample.exchange)
  if (open === undefined) return
  const passed: CompletionChunk[] = []
  for (const chunk of sample.chunks) {
    const taken = open.take([chunk])
    passed.push(...(taken instanceof Promise ? await taken : taken))
  }
  passed.push(...(await open.end()))
  sample.chunks = passed
}

function bodyOf(request: ModelRequest): ChatRequest {
  if (request.kind !== 'chat' || request.remote !== undefined) throw new Error('The bench asks for completions.')
  return request.body
}

async function drain(answer: Answer): Promise<void> {
  if (answer.kind !== 'chunks') throw new Error('The bench reads chunks.')
  for await (const _ of answer.chunks);
}

async function cpuUsOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (const item of items) await work(item)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** One figure for each step. */
export function recordOf(figure: (step: Step) => number): Readonly<Record<Step, number>> {
  return {
    L0: figure('L0'),
    L1: figure('L1'),
    L2: figure('L2'),
    L3: figure('L3'),
    'second look': figure('second look'),
    'L7 look-up': figure('L7 look-up'),
    L5: figure('L5'),
    'L7 remember': figure('L7 remember'),
    L4: figure('L4'),
    L6: figure('L6'),
  }
}
