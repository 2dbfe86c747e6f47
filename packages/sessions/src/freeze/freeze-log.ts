import { asDependencyError } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { SessionKeys } from '../store/session-keys.ts'
import { type FreezeEntry, parseFreezeEntry } from './freeze-entry.ts'

/** Entries read in one go. */
const CHUNK = 500

/** Reads up to 500 entries that follow `after`, in order. Throws `dependency_unavailable`. */
export async function readFreezeLog(redis: Redis, keys: SessionKeys, after: number): Promise<FreezeEntry[]> {
  try {
    const entries = await redis.xrange(keys.freezeLog, `(${after}-0`, '+', 'COUNT', CHUNK)
    return entries.map(([, fields]) => parseFreezeEntry(fields[1]))
  } catch (error) {
    throw asDependencyError(error)
  }
}
