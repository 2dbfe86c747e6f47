import type { OpenContext } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import { type MeasuredShard, measureShard } from './measure-shard.ts'

const MEASURE_EVERY_MS = 5_000
/** A group that no consumer has served for so long is named in the log. */
const UNSERVED_MS = 60_000
const WARN_EVERY_MS = 300_000
/** Series per shard at most. */
const MAX_GROUPS = 16

interface Measured {
  readonly keyPrefix: string
  readonly shards: number
}

/**
 * Shows every five seconds what waits in the outbox and for whom, also where this service appends nothing. It warns of
 * a group that nobody serves: what it has not taken stays, until the outbox is full.
 */
export function publishMeasurements(context: OpenContext<object>, redis: Redis, { keyPrefix, shards }: Measured): void {
  const { clock, logger, onClose } = context
  const show = openGauges(context)
  const warnedAtMs = new Map<string, number>()

  function warn(measured: readonly MeasuredShard[]): void {
    for (const [group, lag] of unservedGroups(measured)) {
      const nowMs = clock.monotonicMs()
      if (nowMs < (warnedAtMs.get(group) ?? Number.NEGATIVE_INFINITY) + WARN_EVERY_MS) continue
      warnedAtMs.set(group, nowMs)
      logger.warn({ group, records: lag }, 'a group of the outbox is served by nobody; its records stay')
    }
  }

  async function measure(): Promise<void> {
    const numbers = Array.from({ length: shards }, (_, shard) => shard)
    try {
      const measured = await Promise.all(numbers.map((shard) => measureShard(redis, keyPrefix, shard)))
      show(measured)
      warn(measured)
    } catch {
      // Without Redis nothing is appended, and each append says so. The next measurement is in five seconds.
    }
  }

  void measure()
  const timer = setInterval(() => void measure(), MEASURE_EVERY_MS)
  timer.unref()
  onClose('outbox measurements', () => clearInterval(timer))
}

function openGauges({ metrics }: Pick<OpenContext<object>, 'metrics'>): (measured: readonly MeasuredShard[]) => void {
  const records = metrics.gauge({ name: 'sluice_outbox_records', help: 'Records that wait in the outbox.' })
  const memory = metrics.gauge({ name: 'sluice_outbox_bytes', help: 'Memory of Redis that the outbox takes.' })
  const age = metrics.gauge({
    name: 'sluice_outbox_oldest_seconds',
    help: 'Age of the oldest record that waits in a shard.',
    labelNames: ['shard'],
  })
  const lag = metrics.gauge({
    name: 'sluice_outbox_lag_records',
    help: 'Records of a shard that a group has not acknowledged.',
    labelNames: ['group', 'shard'],
  })
  const unserved = metrics.gauge({
    name: 'sluice_outbox_unserved_seconds',
    help: 'Time since a consumer of the group held the shard; -1 where none ever has.',
    labelNames: ['group', 'shard'],
  })
  return (measured) => {
    records.set(measured.reduce((sum, each) => sum + each.records, 0))
    memory.set(measured.reduce((sum, each) => sum + each.bytes, 0))
    lag.reset()
    unserved.reset()
    for (const [shard, { ageMs, groups }] of measured.entries()) {
      age.set({ shard: `${shard}` }, ageMs / 1_000)
      for (const group of groups.slice(0, MAX_GROUPS)) {
        const labels = { group: group.name, shard: `${shard}` }
        lag.set(labels, group.lag)
        unserved.set(labels, group.unservedMs === undefined ? -1 : group.unservedMs / 1_000)
      }
    }
  }
}

/** The groups that nobody serves in one shard or more, with what waits for them there. */
function unservedGroups(measured: readonly MeasuredShard[]): ReadonlyMap<string, number> {
  const unserved = new Map<string, number>()
  for (const { groups } of measured) {
    for (const { name, lag, unservedMs } of groups.slice(0, MAX_GROUPS)) {
      if (unservedMs === undefined || unservedMs < UNSERVED_MS) continue
      unserved.set(name, (unserved.get(name) ?? 0) + lag)
    }
  }
  return unserved
}
