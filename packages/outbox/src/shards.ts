import { hash } from 'node:crypto'
import type { StoredRecord } from '@sluice/contracts'

/** What all keys of the outbox begin with. */
export const KEY_PREFIX = 'sluice:'

/** How many shards there are unless configuration says otherwise. */
export const DEFAULT_SHARDS = 4

/**
 * The stream of a shard. The braces make everything that is kept beside it, under a key that begins the same, stand in
 * one slot of a Redis Cluster.
 */
export function keyOfShard(keyPrefix: string, shard: number): string {
  return `${keyPrefix}{outbox:${shard}}`
}

/** What is kept once for all shards. */
export function commonKey(keyPrefix: string, name: string): string {
  return `${keyPrefix}{outbox}:${name}`
}

/**
 * The shard of a record, 0 to `shards` - 1: all records of a session are in one, in their order. A record without a
 * session goes by its tenant and user.
 */
export function shardOf(record: StoredRecord, shards: number): number {
  const sessionId = sessionOf(record)
  // Sessions are numbered by microseconds, so the numbers themselves spread evenly.
  if (sessionId !== undefined) return sessionId % shards
  return Number.parseInt(hash('sha256', userOf(record), 'hex').slice(0, 8), 16) % shards
}

export function sessionOf(record: StoredRecord): number | undefined {
  return record.kind === 'refusals' ? undefined : record.session_id
}

/** A text that stands for the user of a tenant, or for a tenant itself; no two have the same. */
export function userOf({ tenant, sub }: { readonly tenant: string; readonly sub?: string | undefined }): string {
  return JSON.stringify([tenant, sub ?? null])
}
