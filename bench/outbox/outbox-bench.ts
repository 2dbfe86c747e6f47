import { setImmediate as nextTurn } from 'node:timers/promises'
import { startOwnRedis } from '@sluice/testkit'
import type { Bench, BenchReport } from '../bench.ts'
import { type FlagValues, wholeNumber } from '../command-line.ts'
import { median, percentile } from '../gateway/statistics.ts'
import { openStoreCommands, type Variant } from './store-commands.ts'

const CONCURRENCIES = [1, 32, 256]
/** Turns of the event loop between two requests of one client, at most: requests do not arrive all at once. */
const MAX_PAUSE_TURNS = 3

const APPEND = `
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then
  return false
end
redis.call('XADD', KEYS[1], '*', 'record', ARGV[2])
return 1
`
const WRITE = `
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`
const FIND = `return redis.call('GET', KEYS[1])`
/** About the length of a request's record, and of a sealed value. */
const RECORD = JSON.stringify({ record: 'x'.repeat(700) })
const SEALED = `k1.${'x'.repeat(80)}`

type Work = (run: Variant['run'], request: number) => Promise<unknown>

const append: Work = (run) => run(APPEND, ['{outbox:0}'], [1_000_000_000, RECORD])

const WORKS: Readonly<Record<string, Work>> = {
  'append a record': append,
  'a request: mapping and look-up, then the record': async (run, request) => {
    const write = run(WRITE, [`{s:acme:${request % 200}}:map`], [60_000, 'PERSON_0123456789', SEALED])
    await Promise.all([write, run(FIND, [`answer:${request}`], [])])
    await append(run, request)
  },
}

interface Cost {
  readonly cpuMicros: number
  readonly p50Micros: number
}

interface Row extends Cost {
  readonly work: string
  readonly concurrency: number
  readonly variant: string
}

/** What the ways to send the commands of requests cost the client. */
export const outboxBench: Bench = {
  summary: 'CPU and latency of what a request writes to Redis: a command each, autopipelined, batched',
  flags: {
    rounds: { type: 'string', default: '5', value: 'N', summary: 'Rounds, of which the median counts.' },
    requests: { type: 'string', default: '10000', value: 'N', summary: 'Requests in a round.' },
  },
  run: async (flags, progress) => {
    const settings = { rounds: wholeNumber(flags, 'rounds'), requests: wholeNumber(flags, 'requests') }
    const server = await startOwnRedis({ sources: ['docker', 'binary'] })
    const commands = await openStoreCommands(server.url)
    const rows: Row[] = []
    progress.start(Object.keys(WORKS).length * CONCURRENCIES.length * (settings.rounds + 1))
    try {
      for (const [name, work] of Object.entries(WORKS)) {
        for (const concurrency of CONCURRENCIES) {
          const rounds = new Map(commands.variants.map(({ name: variant }) => [variant, [] as Cost[]]))
          // The first round only warms up.
          for (let round = 0; round <= settings.rounds; round++) {
            progress.step(`${name}, ${concurrency} at once`)
            for (const variant of commands.variants) {
              await commands.empty()
              const cost = await measure(variant, work, concurrency, settings.requests)
              if (round > 0) rounds.get(variant.name)?.push(cost)
            }
          }
          for (const [variant, costs] of rounds) rows.push({ work: name, concurrency, variant, ...medianOf(costs) })
        }
      }
    } finally {
      commands.close()
      await server.stop()
    }
    return report(flags, rows)
  },
}

async function measure(variant: Variant, work: Work, concurrency: number, requests: number): Promise<Cost> {
  const latencies: number[] = []
  let left = requests
  const client = async () => {
    while (left > 0) {
      const request = left--
      for (let turn = request % (MAX_PAUSE_TURNS + 1); turn > 0; turn--) await nextTurn()
      const startedMs = performance.now()
      await work(variant.run, request)
      latencies.push(performance.now() - startedMs)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: concurrency }, client))
  const { user, system } = process.cpuUsage(before)
  latencies.sort((a, b) => a - b)
  return { cpuMicros: (user + system) / requests, p50Micros: percentile(latencies, 0.5) * 1_000 }
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    cpuMicros: median(costs.map(({ cpuMicros }) => cpuMicros)),
    p50Micros: median(costs.map(({ p50Micros }) => p50Micros)),
  }
}

function report(flags: FlagValues, rows: readonly Row[]): BenchReport {
  const lines = rows.map(({ work, concurrency, variant, cpuMicros, p50Micros }) =>
    [
      work.padEnd(50),
      `${concurrency} at once`.padStart(12),
      variant.padStart(14),
      `${cpuMicros.toFixed(1)} us CPU`.padStart(16),
      `${p50Micros.toFixed(0)} us p50`.padStart(14),
    ].join(''),
  )
  return { text: lines.join('\n'), data: { rounds: flags.rounds, requests: flags.requests, rows }, faults: [] }
}
