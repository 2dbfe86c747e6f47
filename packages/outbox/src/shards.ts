import { hash } from 'node:crypto'
import type { StoredRecord } from '@sluice/contracts'

/**
 * The stream of a shard. The braces make everything that is kept beside it, under a key that begins the same, stand in
 * one slot of a Redis Cluster.
 */
export function keyOfShard(keyPrefix: string, shard: number): string {
  return `${keyPrefix}{outbox:${shard}}`
}

/** The shard of a record, 0 to `shards` - 1: all records about one user of a tenant are in one, in their order. */
export function shardOf({ tenant, sub }: StoredRecord, shards: number): number {
  if (shards === 1) return 0
  const digest = hash('sha256', JSON.stringify([tenant, sub ?? null]), 'hex')
  return Number.parseInt(digest.slice(0, 8), 16) % shards
}
