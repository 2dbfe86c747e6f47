import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { cpuTimeUs } from '../gateway/process-cpu.ts'
import { startSurroundings } from '../gateway/surroundings.ts'
import type { AliceCall, AliceReply } from '../neighbours/alice-process.ts'
import { MEMORY_CASES } from '../neighbours/cases.ts'
import { startChild } from '../neighbours/child.ts'
import { residentMegabytes, startBenchGateway, startModelServer } from '../neighbours/gateway-under-load.ts'
import { endingWhatWasStarted, type Keep } from '../services.ts'
import { type MemoryResult, missesOf, renderMemory, type Sample } from './memory.ts'

const SAMPLE_EVERY_MS = 500
/** How long after a case the memory is read again, to tell what stays from what was in use. */
const AFTERWARDS_MS = 10_000
const FULL_SPEED = 'full-speed'

/** Resident memory of the gateway, and memory of Redis, at full speed and under what fills them. */
export const hostileBench: Bench = {
  summary: 'memory of the gateway and of Redis under giant answers, large bodies, a full cache, and at full speed',
  flags: {
    case: { type: 'string', default: 'all', value: 'LIST', summary: `Cases: ${Object.keys(MEMORY_CASES).join(', ')}.` },
    seconds: { type: 'string', default: '20', value: 'N', summary: 'Length of each case but full-speed.' },
    'full-seconds': { type: 'string', default: '180', value: 'N', summary: 'Length of the case full-speed.' },
    users: { type: 'string', default: '20', value: 'N', summary: 'Users who share the work.' },
    'node-options': { type: 'string', value: 'TEXT', summary: 'NODE_OPTIONS of the gateway in place of its own.' },
    checkout: { type: 'string', value: 'FOLDER', summary: 'Measure the built gateway of another checkout.' },
    source: { type: 'boolean', default: false, summary: 'Run the gateway from its sources, not as built.' },
    targets: { type: 'boolean', default: false, summary: 'End with code 1 where a target is missed.' },
  },
  run: (flags, progress) => {
    const settings = readSettings(flags)
    return endingWhatWasStarted((keep) => measure(settings, keep, progress))
  },
}

interface Settings {
  readonly cases: readonly string[]
  readonly seconds: number
  readonly fullSeconds: number
  readonly users: number
  readonly nodeOptions: string | undefined
  readonly checkout: string | undefined
  readonly fromSource: boolean
  readonly targets: boolean
}

function readSettings(flags: FlagValues): Settings {
  const cases = flags.case === 'all' ? Object.keys(MEMORY_CASES) : String(flags.case).split(',')
  const unknown = cases.find((name) => !Object.hasOwn(MEMORY_CASES, name))
  if (unknown !== undefined) throw new UsageError(`There is no case '${unknown}'.`)
  return {
    cases,
    seconds: wholeNumber(flags, 'seconds', { max: 600 }),
    fullSeconds: wholeNumber(flags, 'full-seconds', { max: 3_600 }),
    users: wholeNumber(flags, 'users', { max: 100 }),
    nodeOptions: typeof flags['node-options'] === 'string' ? flags['node-options'] : undefined,
    checkout: typeof flags.checkout === 'string' ? flags.checkout : undefined,
    fromSource: flags.source === true,
    targets: flags.targets === true,
  }
}

type Surroundings = Awaited<ReturnType<typeof startSurroundings>>['value']

async function measure(settings: Settings, keep: Keep, progress: Progress): Promise<BenchReport> {
  progress.start(settings.cases.length)
  const upstream = keep(await startModelServer())
  const results: MemoryResult[] = []
  for (const name of settings.cases) {
    progress.step(name)
    const users = Array.from({ length: settings.users }, (_, index) => `user-${index + 1}`)
    // Stores of its own for each case: what one leaves in Redis is not the next one's.
    const around = await startSurroundings(upstream, ['first', ...users])
    try {
      results.push(await playCase(name, settings, around.value, users))
    } finally {
      await around.stop()
    }
  }
  return {
    text: renderMemory(results, settings.users),
    data: { settings, cases: results },
    faults: settings.targets ? results.flatMap(missesOf) : [],
  }
}

async function playCase(
  name: string,
  settings: Settings,
  around: Surroundings,
  users: readonly string[],
): Promise<MemoryResult> {
  const seconds = name === FULL_SPEED ? settings.fullSeconds : settings.seconds
  const gateway = await startBenchGateway(around, { ...settings, withoutQuotas: name === FULL_SPEED })
  const alice = startChild<AliceCall, AliceReply>('./alice-process.ts')
  const redis = new Redis(around.redisUrl)
  try {
    const { origin, pid } = gateway.value
    const tokens = await Promise.all(users.map(around.tokenOf))
    await alice.value.call({ do: 'prepare', name, origin, tokens })
    const before = await sample(pid, redis, 0)
    const beforeUs = cpuTimeUs(pid)
    const end = new AbortController()
    const sampling = takeSamples(pid, redis, end.signal)
    const statuses = await alice.value
      .call({ do: 'play', seconds }, seconds * 1_000 + 120_000)
      .finally(() => end.abort())
    const samples = await sampling
    const cpuSeconds = (cpuTimeUs(pid) - beforeUs) / 1e6
    await sleep(AFTERWARDS_MS)
    const after = await sample(pid, redis, seconds + AFTERWARDS_MS / 1_000)
    return { name, seconds, statuses, before, samples, after, cpuSeconds, peakMegabytes: residentMegabytes(pid).peak }
  } finally {
    redis.disconnect()
    await alice.stop()
    await gateway.stop()
  }
}

async function takeSamples(pid: number, redis: Redis, signal: AbortSignal): Promise<Sample[]> {
  const startedMs = performance.now()
  const samples: Sample[] = []
  while (!signal.aborted) {
    samples.push(await sample(pid, redis, (performance.now() - startedMs) / 1_000))
    await sleep(SAMPLE_EVERY_MS)
  }
  return samples
}

async function sample(pid: number, redis: Redis, atSeconds: number): Promise<Sample> {
  const info = await redis.info('memory')
  const redisBytes = Number(/^used_memory:(\d+)/m.exec(info)?.[1])
  return { atSeconds, gatewayMegabytes: residentMegabytes(pid).now, redisBytes }
}
