import type { ChatRequest, CompletionChunk } from '@sluice/contracts'
import { AbortScope, Disclosed, type Exchange, type Layers } from '@sluice/pipeline'
import { normalFormOf } from '@sluice/semantic-match'
import type { Bench, BenchReport } from '../bench.ts'
import { alignColumns, type FlagValues, wholeNumber } from '../command-line.ts'
import { median } from '../gateway/statistics.ts'
import { createLayersInMemory, EVENTS, originOf, runtimeForBench } from '../pipeline/layers-in-memory.ts'
import { ANSWER_LENGTH, type CacheMemory, measureMemory } from './cache-memory.ts'

const BATCH = 500
/** Long enough for the compiler to have seen every path often. */
const WARM_UP_ROUNDS = 3

/** Requests of a batch, by what the cache does with them. `n` makes a question that was not asked before. */
const CASES = {
  'the very same request': () => 'How do I change the oil of a small motorcycle?',
  'the same in other words': () => 'Hi, could you please tell me how to change the oil of a small motorbike? Thanks!',
  'another question': (n: number) => `How do I change the oil of motorcycle number ${n}?`,
  'another question, with a token': (n: number) => `How does PERSON_0000000000 change the oil of motorcycle ${n}?`,
} as const

const LENGTHS = [100, 1_000, 4_096] as const

/** What L7 costs where no store is in the way, what a normal form costs, and what answers take in a real Redis. */
export const cacheBench: Bench = {
  summary: 'CPU of looking for an answer: the same request, the same in other words, another; memory of the answers',
  flags: {
    rounds: { type: 'string', default: '9', value: 'N', summary: `Rounds of ${BATCH} requests, the median counts.` },
    entries: { type: 'string', default: '100000', value: 'N', summary: 'Answers to store in a private Redis.' },
  },
  run: async (flags, progress) => {
    const rounds = roundsOf(flags)
    const entries = wholeNumber(flags, 'entries', { max: 1_000_000 })
    progress.start(rounds + WARM_UP_ROUNDS + 2)
    const layers = await layersWithAnswer()
    const costs = new Map<string, number[]>()
    for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
      progress.step(round < WARM_UP_ROUNDS ? 'warming up' : `round ${round - WARM_UP_ROUNDS + 1}`)
      for (const [name, us] of await playRound(layers, round)) {
        if (round >= WARM_UP_ROUNDS) costs.set(name, [...(costs.get(name) ?? []), us])
      }
    }
    return report(rounds, costs, await measureMemory(entries, (doing) => progress.step(doing)))
  },
}

function roundsOf(flags: FlagValues): number {
  return wholeNumber(flags, 'rounds', { max: 1_000 })
}

/** Layers over a cache that has the answer to the first case. Other answers are not remembered. */
async function layersWithAnswer(): Promise<Layers> {
  const entries = new Map<string, string>()
  const cache = {
    find: async (key: string) => ({ answer: entries.get(key), generation: '0' }),
    store: async (key: string, answer: string) => void entries.set(key, answer),
  }
  const layers = createLayersInMemory(undefined, cache)
  const exchange = exchangeOf(CASES['the very same request']())
  const decision = await decide(layers, exchange)
  if (decision.type !== 'allow') throw new Error('The first request of the bench was answered from memory.')
  const guard = layers.L7.openGuard({ ...exchange, facts: { ...exchange.facts, ...decision.facts } })
  await guard?.take([ANSWER])
  await guard?.end()
  return layers
}

async function playRound(layers: Layers, round: number): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>()
  for (const [name, questionOf] of Object.entries(CASES)) {
    const exchanges = Array.from({ length: BATCH }, (_, i) => exchangeOf(questionOf(round * BATCH + i)))
    const expected = name.startsWith('another') ? 'allow' : 'answer'
    costs.set(
      name,
      await cpuUsOf(exchanges, async (exchange) => {
        const { type } = await decide(layers, exchange)
        if (type !== expected) throw new Error(`A request of the bench, ${name}, was met with ${type}.`)
      }),
    )
  }
  for (const length of LENGTHS) {
    const texts = Array.from({ length: 50 }, (_, i) => `What is ${i}? `.padEnd(length, PROSE).slice(0, length))
    costs.set(`normal form of ${length} characters`, await cpuUsOf(texts, normalFormOf))
  }
  return costs
}

const PROSE =
  'Explain how the old engines of the boats were repaired in Norway, and list three parts that were replaced. '

/** An answer in one chunk. */
const ANSWER: CompletionChunk = {
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench-model' },
  choices: [{ index: 0, delta: { role: 'assistant', content: 'Drain it first. '.repeat(50) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 200, total_tokens: 210 },
}

function decide(layers: Layers, exchange: Exchange) {
  return layers.L7.decide(exchange.origin.request, exchange)
}

function exchangeOf(content: string): Exchange {
  const body: ChatRequest = { model: 'bench-model', messages: [{ role: 'user', content }], temperature: 0 }
  const origin = originOf(1, body)
  const runtime = runtimeForBench()
  return {
    origin,
    runtime,
    scope: new AbortScope(runtime.signal, origin.principal, runtime.clock),
    facts: {},
    findings: [],
    disclosed: new Disclosed(),
    account: () => ({ events: EVENTS, violations: [], cacheHit: false, alerts: [] }),
  }
}

/** CPU microseconds of each item, on average. */
async function cpuUsOf<T>(items: readonly T[], work: (item: T) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (const item of items) await work(item)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / items.length
}

function report(rounds: number, costs: ReadonlyMap<string, readonly number[]>, memory: CacheMemory): BenchReport {
  const medians = [...costs].map(([name, values]) => [name, median(values)] as const)
  const rows = medians.map(([name, us]) => [name, us.toFixed(1).padStart(8)] as const)
  const cpu = `CPU µs; median of ${rounds} rounds, the store in memory\n\n${alignColumns(rows)}`
  return {
    text: `${cpu}\n\n${memoryText(memory)}`,
    data: { rounds, cpuUs: Object.fromEntries(medians), memory },
    faults: [],
  }
}

function memoryText(memory: CacheMemory): string {
  const { entries, usedBytes, countedBytes, boundBytes, usedAtBoundBytes, keptAtBound } = memory
  const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`
  return `Memory of ${entries} answers of ${ANSWER_LENGTH} characters in a Redis of their own\n\n${alignColumns([
    ['used, as Redis says', `${mib(usedBytes)}, ${Math.round(usedBytes / entries)} bytes each`],
    ['counted, which CACHE_BYTES bounds', `${mib(countedBytes)}, ${Math.round(countedBytes / entries)} bytes each`],
    [`with CACHE_BYTES of ${mib(boundBytes)}`, `${mib(usedAtBoundBytes)} used, ${keptAtBound} answers kept`],
  ])}`
}
