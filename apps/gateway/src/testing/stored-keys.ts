import { crc32 } from 'node:zlib'
import { newApiKey } from '@sluice/auth'
import { createApiKeysRepository, type Database, type StoredApiKey } from '@sluice/db'
import type { Redis } from 'ioredis'

const CHECKSUM_LENGTH = 6
const YEAR_MS = 365 * 86_400_000

/** Stores a key of alice, as the admin service does, and returns what its caller sends. */
export async function storeKey(database: Database, changes: Partial<StoredApiKey> = {}) {
  const { id, secretHash, text } = newApiKey()
  const createdAt = new Date()
  const key = {
    ...{ id, tenant: 'default', sub: 'alice', name: 'ci', groups: ['dept:finance'], departments: ['finance'] },
    ...{ secretHash, models: undefined, wires: undefined, requestsPerMinute: undefined },
    ...{ createdBy: 'user:alice', createdAt, expiresAt: new Date(createdAt.getTime() + YEAR_MS) },
    ...changes,
  }
  const repository = createApiKeysRepository(database)
  await repository.insert(key, 1_000, async () => undefined)
  return { id, text, repository }
}

/** Everything that a Redis database and a PostgreSQL database hold, as text. */
export async function everythingStored(redis: Redis, { pool }: Database): Promise<string> {
  const found: string[] = []
  for (const key of await redis.keys('*')) found.push(key, JSON.stringify(await contentOf(redis, key)))
  const { rows: tables } = await pool.query(`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name
    FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT to_jsonb(stored)::text AS text FROM ${name} AS stored`)
    found.push(...rows.map(({ text }) => String(text)))
  }
  return found.join('\n')
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key)
  if (type === 'string') return await redis.get(key)
  if (type === 'hash') return await redis.hgetall(key)
  if (type === 'set') return await redis.smembers(key)
  if (type === 'zset') return await redis.zrange(key, '0', '-1')
  if (type === 'stream') return await redis.xrange(key, '-', '+')
  return await redis.lrange(key, 0, -1)
}

/** A key with the same id, another secret, and the checksum of that: only its hash can show that nobody made it. */
export function forgeSecret(text: string): string {
  const end = text.indexOf('_') + 1
  const forged = `${text.slice(0, end)}${newApiKey().text.slice(end, -CHECKSUM_LENGTH)}`
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(forged))
  return `${forged}${checksum.toString('base64url')}`
}
