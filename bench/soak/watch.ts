import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { residentMegabytes } from '../neighbours/gateway-under-load.ts'
import type { ServiceProcess } from '../services.ts'
import { leastOfEach, type Point, slopePerMinute } from './slope.ts'

/** What one process took, over time; bytes in MB of 2^20. */
interface Watched {
  readonly name: string
  /** Resident memory, or `used_memory` of Redis. */
  readonly memory: readonly Point[]
  /** The least of the heap in each stretch; empty where it cannot be had. */
  readonly heap: readonly Point[]
  /** The worst of `nodejs_eventloop_lag_p99_seconds` and `nodejs_eventloop_lag_max_seconds`, in milliseconds. */
  readonly lagMs: { readonly p99: number; readonly max: number }
}

export interface Slopes {
  readonly name: string
  readonly firstMegabytes: number
  readonly lastMegabytes: number
  /** MB a minute. */
  readonly memory: number
  readonly heap: number
  readonly lagMs: Watched['lagMs']
}

const LOOK_EVERY_MS = 2_000
const STRETCH_SECONDS = 20
const MEGABYTE = 1_048_576

interface Kept {
  readonly memory: Point[]
  readonly heap: Point[]
  readonly lagMs: { p99: number; max: number }
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
    const kept = all.get(name) ?? { memory: [], heap: [], lagMs: { p99: 0, max: 0 } }
    all.set(name, kept)
    return kept
  }
  while (!signal.aborted) {
    const atSeconds = (performance.now() - startedMs) / 1_000
    for (const [name, { origin, pid }] of Object.entries(services)) {
      const { memory, heap, lagMs } = of(name)
      memory.push({ atSeconds, value: residentMegabytes(pid).now })
      const text = await fetch(`${origin}/metrics`).then(
        (response) => response.text(),
        () => '',
      )
      const used = gaugeOf(text, 'nodejs_heap_size_used_bytes')
      if (used !== undefined) heap.push({ atSeconds, value: used / MEGABYTE })
      lagMs.p99 = Math.max(lagMs.p99, 1_000 * (gaugeOf(text, 'nodejs_eventloop_lag_p99_seconds') ?? 0))
      lagMs.max = Math.max(lagMs.max, 1_000 * (gaugeOf(text, 'nodejs_eventloop_lag_max_seconds') ?? 0))
    }
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1])
    of('redis').memory.push({ atSeconds, value: used / MEGABYTE })
    await sleep(LOOK_EVERY_MS)
  }
  return [...all].map(([name, kept]) => ({ name, ...kept, heap: leastOfEach(kept.heap, STRETCH_SECONDS) }))
}

/** What a process grew by once it was warm. */
export function slopesOf({ name, memory, heap, lagMs }: Watched, warmUpSeconds: number): Slopes {
  const isWarm = ({ atSeconds }: Point) => atSeconds >= warmUpSeconds
  const warm = memory.filter(isWarm)
  return {
    name,
    firstMegabytes: warm[0]?.value ?? Number.NaN,
    lastMegabytes: warm.at(-1)?.value ?? Number.NaN,
    memory: slopePerMinute(warm),
    heap: slopePerMinute(heap.filter(isWarm)),
    lagMs,
  }
}

function gaugeOf(text: string, name: string): number | undefined {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+-]+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}
