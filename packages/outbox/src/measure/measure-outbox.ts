import type { Redis } from 'ioredis'
import { KEY_PREFIX } from '../shards.ts'
import { measureShard } from './measure-shard.ts'

/** What waits in the outbox. */
export interface MeasuredOutbox {
  readonly records: number
  /** Of the oldest record, in milliseconds; 0 where none waits. */
  readonly oldestMs: number
  /** How many records each consumer group has not acknowledged, by its name. */
  readonly waiting: ReadonlyMap<string, number>
}

/** Looks at all shards, in constant time each. Throws `dependency_unavailable`. */
export async function measureOutbox(redis: Redis, shards: number): Promise<MeasuredOutbox> {
  const numbers = Array.from({ length: shards }, (_, shard) => shard)
  const measured = await Promise.all(numbers.map((shard) => measureShard(redis, KEY_PREFIX, shard)))
  const waiting = new Map<string, number>()
  for (const { groups } of measured) {
    for (const { name, lag } of groups) waiting.set(name, (waiting.get(name) ?? 0) + lag)
  }
  return {
    records: measured.reduce((sum, { records }) => sum + records, 0),
    oldestMs: Math.max(0, ...measured.map(({ ageMs }) => ageMs)),
    waiting,
  }
}
