import type { Redis } from 'ioredis'
import { z } from 'zod'
import { keyOfShard } from '../shards.ts'

const record = z.record(z.string(), z.unknown())

/** The stream of the first shard, for tests that fill, trim or spoil it. */
export function outboxKey(keyPrefix = 'sluice:'): string {
  return keyOfShard(keyPrefix, 0)
}

/** The records that wait in an outbox of `shards` shards, shard by shard, oldest first. */
export async function readOutbox(redis: Redis, keyPrefix = 'sluice:', shards = 1): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  for (let shard = 0; shard < shards; shard++) {
    for (const [, fields] of await redis.xrange(keyOfShard(keyPrefix, shard), '-', '+')) {
      const [name, json] = fields
      if (name !== 'record' || json === undefined) throw new Error('An entry of the outbox has another form.')
      records.push(record.parse(JSON.parse(json)))
    }
  }
  return records
}
