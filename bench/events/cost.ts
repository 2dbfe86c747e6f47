import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRedisOutbox } from '@sluice/outbox'
import { AbortScope, Disclosed, type Exchange, type Layers } from '@sluice/pipeline'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import { startOwnRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { median, percentile } from '../gateway/statistics.ts'
import { createLayersInMemory, EVENTS, originOf, runtimeForBench } from '../pipeline/layers-in-memory.ts'
import { SCENARIOS } from '../pipeline/scenarios.ts'

const SHARDS = 4
const SESSIONS = 200
/** Requests under way at a time. */
const CONCURRENCIES = [1, 16, 64] as const
/** Turns of the event loop between two requests of one client, at most: requests do not arrive all at once. */
const MAX_PAUSE_TURNS = 3
const CONNECT_TIMEOUT_MS = 10_000

/** What a request sends to Redis before its record: values to restore, and a look at the cache. */
const WRITE = `redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`
const FIND = `return redis.call('GET', KEYS[1])`
const SEALED = `k1.${'x'.repeat(80)}`

const VARIANTS = ['without a record', 'record made', 'record made and appended'] as const
type Variant = (typeof VARIANTS)[number]

interface Cost {
  readonly cpuMicros: number
  readonly p50Micros: number
  readonly p99Micros: number
}

export interface CostRow extends Cost {
  readonly concurrency: number
  readonly variant: Variant
}

interface CostSettings {
  readonly rounds: number
  readonly requests: number
}

/**
 * What a request costs without a record, with one that goes nowhere, and with one in the outbox: what a request sends
 * to Redis anyway, then the evidence layer's work on a short answer. Rounds take turns, and the median counts.
 */
export async function measureCost({ rounds, requests }: CostSettings): Promise<readonly CostRow[]> {
  const server = await startOwnRedis({ sources: ['binary'] })
  const redis = createRedis(server.url, { commandTimeoutMs: CONNECT_TIMEOUT_MS })
  try {
    await waitForRedis(redis, CONNECT_TIMEOUT_MS)
    const works = openWorks(redis)
    const rows: CostRow[] = []
    for (const concurrency of CONCURRENCIES) {
      const costs = new Map<Variant, Cost[]>(VARIANTS.map((variant) => [variant, []]))
      // The first round only warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const variant of VARIANTS) {
          await redis.flushdb()
          const cost = await measure(works[variant], concurrency, requests)
          if (round > 0) costs.get(variant)?.push(cost)
        }
      }
      for (const [variant, each] of costs) rows.push({ concurrency, variant, ...medianOf(each) })
    }
    return rows
  } finally {
    redis.disconnect()
    await server.stop()
  }
}

type Work = (request: number) => Promise<unknown>

function openWorks(redis: Redis): Readonly<Record<Variant, Work>> {
  const commands = new CommandBatcher(redis)
  const [write, find] = [commands.define(WRITE), commands.define(FIND)]
  const outbox = createRedisOutbox(commands, { clock: systemClock, shards: SHARDS })
  const before: Work = (request) =>
    Promise.all([
      write([`{s:default:${request % SESSIONS}}:map`], [60_000, 'PERSON_0123456789', SEALED]),
      find([`answer:${request}`], []),
    ])
  const [{ request: bodyOf, answer } = failWithoutScenario()] = SCENARIOS
  const chunks = answer(bodyOf(0))
  const made = createLayersInMemory().L6
  const appended = createLayersInMemory(outbox).L6
  const work =
    (layer: Layers['L6'] | undefined): Work =>
    async (request) => {
      // There is one whether or not it is recorded.
      const exchange = exchangeOf(request, layer === undefined ? '' : newId())
      await before(request)
      const guard = layer?.openGuard<(typeof chunks)[number]>(exchange)
      guard?.take(chunks)
      await guard?.end()
    }
  return {
    'without a record': work(undefined),
    'record made': work(made),
    'record made and appended': work(appended),
  }
}

function exchangeOf(number: number, recordId: string): Exchange {
  const origin = originOf(number, { model: 'bench-model', messages: [] })
  const runtime = { ...runtimeForBench(), recordId }
  const session = { ...origin.session, id: 1_000_000 + (number % SESSIONS) }
  return {
    origin: { ...origin, session },
    runtime,
    scope: new AbortScope(runtime.signal, origin.principal, runtime.clock),
    facts: { endpoint: 'bench' },
    findings: [],
    disclosed: new Disclosed(),
    account: () => ({ events: EVENTS, violations: [], cacheHit: false, alerts: [] }),
  }
}

async function measure(work: Work, concurrency: number, requests: number): Promise<Cost> {
  const latencies: number[] = []
  let left = requests
  const client = async () => {
    while (left > 0) {
      const request = left--
      for (let turn = request % (MAX_PAUSE_TURNS + 1); turn > 0; turn--) await nextTurn()
      const startedMs = performance.now()
      await work(request)
      latencies.push(performance.now() - startedMs)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, client))
  const { user, system } = process.cpuUsage(before)
  latencies.sort((a, b) => a - b)
  return {
    cpuMicros: (user + system) / requests,
    p50Micros: percentile(latencies, 0.5) * 1_000,
    p99Micros: percentile(latencies, 0.99) * 1_000,
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    cpuMicros: median(costs.map(({ cpuMicros }) => cpuMicros)),
    p50Micros: median(costs.map(({ p50Micros }) => p50Micros)),
    p99Micros: median(costs.map(({ p99Micros }) => p99Micros)),
  }
}

function failWithoutScenario(): never {
  throw new Error('The bench of the pipeline has no scenario.')
}
