import type { Redis } from 'ioredis'
import { DROP_GROUP } from './consume/scripts.ts'
import { measureShard } from './measure/measure-shard.ts'
import { REQUIRED_GROUP } from './required-group.ts'
import { agreeOnShards } from './shard-count.ts'
import { commonKey, DEFAULT_SHARDS, keyOfShard } from './shards.ts'

const KEY_PREFIX = 'sluice:'

/** A consumer group of the outbox, over all shards. */
interface OutboxGroup {
  readonly name: string
  /** Shards that know it. */
  readonly shards: number
  /** Records that it has not acknowledged. */
  readonly lag: number
  /** Since one of its shards was last served, in milliseconds, the longest; undefined where one never was. */
  readonly unservedMs: number | undefined
}

/** The groups of the outbox, as many as there are, by name. Throws `dependency_unavailable`. */
export async function listGroups(redis: Redis): Promise<readonly OutboxGroup[]> {
  const groups = new Map<string, OutboxGroup>()
  for (const shard of await allShards(redis)) {
    for (const { name, lag, unservedMs } of (await measureShard(redis, KEY_PREFIX, shard)).groups) {
      const known = groups.get(name) ?? { name, shards: 0, lag: 0, unservedMs: 0 }
      const longest =
        known.unservedMs === undefined || unservedMs === undefined ? undefined : Math.max(known.unservedMs, unservedMs)
      groups.set(name, { name, shards: known.shards + 1, lag: known.lag + lag, unservedMs: longest })
    }
  }
  return [...groups.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Why a group was not dropped. */
type DropFault = 'unknown' | 'required' | 'served'

/** Tells why a group may not be dropped; undefined where it may. */
export async function findDropFault(redis: Redis, name: string): Promise<DropFault | undefined> {
  if (name === REQUIRED_GROUP) return 'required'
  if (!(await listGroups(redis)).some((group) => group.name === name)) return 'unknown'
  const members = commonKey(KEY_PREFIX, `members:${name}`)
  return (await redis.exists(members)) === 1 ? 'served' : undefined
}

/**
 * Takes a group away from every shard, and with it what only that group had not taken. Returns the shards that a
 * process serves for it all the same: there it stays.
 */
export async function dropGroup(redis: Redis, name: string): Promise<readonly number[]> {
  const served: number[] = []
  for (const shard of await allShards(redis)) {
    const key = keyOfShard(KEY_PREFIX, shard)
    if ((await DROP_GROUP(redis, [key, `${key}:${name}:lease`, `${key}:served`], [name])) === -1) served.push(shard)
  }
  return served
}

async function allShards(redis: Redis): Promise<readonly number[]> {
  const shards = await agreeOnShards(redis, KEY_PREFIX, DEFAULT_SHARDS)
  return Array.from({ length: shards }, (_, shard) => shard)
}
