import type { Redis } from 'ioredis'
import { fromEntry } from '../entry.ts'
import { keyOfShard } from '../shards.ts'

/** The stream of the first shard, for tests that fill, trim or spoil it. */
export function outboxKey(keyPrefix = 'sluice:'): string {
  return keyOfShard(keyPrefix, 0)
}

/** The records that wait in an outbox of `shards` shards, shard by shard, oldest first. */
export async function readOutbox(redis: Redis, keyPrefix = 'sluice:', shards = 1): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = []
  for (let shard = 0; shard < shards; shard++) {
    for (const [, fields] of await redis.xrange(keyOfShard(keyPrefix, shard), '-', '+')) {
      records.push({ ...fromEntry(fields).record })
    }
  }
  return records
}
