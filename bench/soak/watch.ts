import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { residentMegabytes } from '../neighbours/gateway-under-load.ts'
import type { ServiceProcess } from '../services.ts'
import { leastOfEach, medianOfEach, type Point, slopePerMinute } from './slope.ts'

/** What one process took, over time; bytes in MB of 2^20. */
interface Watched {
  readonly name: string
  /** Resident memory, or `used_memory` of Redis. */
  readonly memory: readonly Point[]
  /** The least of the heap in each stretch; empty where it cannot be had. */
  readonly heap: readonly Point[]
  /** `nodejs_eventloop_lag_p99_seconds` and `nodejs_eventloop_lag_max_seconds`, each since the look before. */
  readonly lagP99: readonly Point[]
  readonly lagMax: readonly Point[]
}

export interface Slopes {
  readonly name: string
  readonly firstMegabytes: number
  readonly lastMegabytes: number
  /** The median of each fifth of the time, warm-up included: whether what grows comes to an end. */
  readonly fifths: readonly number[]
  /** MB a minute. */
  readonly memory: number
  readonly heap: number
  /** The worst delays of the event loop once it was warm, in milliseconds; NaN where none was told. */
  readonly lagMs: { readonly p99: number; readonly max: number }
}

const LOOK_EVERY_MS = 2_000
const STRETCH_SECONDS = 20
const MEGABYTE = 1_048_576

interface Kept {
  readonly memory: Point[]
  readonly heap: Point[]
  readonly lagP99: Point[]
  readonly lagMax: Point[]
}

/** Looks at all processes until `signal` aborts. */
export async function watch(
  services: Readonly<Record<string, ServiceProcess>>,
  redis: Redis,
  signal: AbortSignal,
): Promise<readonly Watched[]> {
  const startedMs = performance.now()
  const all = new Map<string, Kept>()
  const of = (name: string) => {
    const kept = all.get(name) ?? { memory: [], heap: [], lagP99: [], lagMax: [] }
    all.set(name, kept)
    return kept
  }
  while (!signal.aborted) {
    const atSeconds = (performance.now() - startedMs) / 1_000
    for (const [name, { origin, pid }] of Object.entries(services)) {
      const { memory, heap, lagP99, lagMax } = of(name)
      memory.push({ atSeconds, value: residentMegabytes(pid).now })
      const text = await fetch(`${origin}/metrics`).then(
        (response) => response.text(),
        () => '',
      )
      const used = gaugeOf(text, 'nodejs_heap_size_used_bytes')
      if (used !== undefined) heap.push({ atSeconds, value: used / MEGABYTE })
      const [p99, max] = ['p99', 'max'].map((which) => gaugeOf(text, `nodejs_eventloop_lag_${which}_seconds`))
      if (p99 !== undefined) lagP99.push({ atSeconds, value: p99 })
      if (max !== undefined) lagMax.push({ atSeconds, value: max })
    }
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1])
    of('redis').memory.push({ atSeconds, value: used / MEGABYTE })
    await sleep(LOOK_EVERY_MS)
  }
  return [...all].map(([name, kept]) => ({ name, ...kept, heap: leastOfEach(kept.heap, STRETCH_SECONDS) }))
}

/** What a process grew by once it was warm. */
export function slopesOf({ name, memory, heap, lagP99, lagMax }: Watched, warmUpSeconds: number): Slopes {
  const isWarm = ({ atSeconds }: Point) => atSeconds >= warmUpSeconds
  const warm = memory.filter(isWarm)
  const worstMs = (lags: readonly Point[]) => {
    const values = lags.filter(isWarm).map(({ value }) => value)
    return values.length === 0 ? Number.NaN : 1_000 * Math.max(...values)
  }
  return {
    name,
    firstMegabytes: warm[0]?.value ?? Number.NaN,
    lastMegabytes: warm.at(-1)?.value ?? Number.NaN,
    fifths: medianOfEach(memory, 5),
    memory: slopePerMinute(warm),
    heap: slopePerMinute(heap.filter(isWarm)),
    lagMs: { p99: worstMs(lagP99), max: worstMs(lagMax) },
  }
}

function gaugeOf(text: string, name: string): number | undefined {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+-]+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}
