import { asDependencyError } from '@sluice/redis'
import type { SessionConnection } from '../store/session-connection.ts'
import { type FreezeEntry, parseFreezeEntry } from './freeze-entry.ts'

/** Entries per read. */
const CHUNK_ENTRIES = 500

/** Reads up to 500 entries that follow `after`, in order. Throws `dependency_unavailable`. */
export async function readFreezeLog(
  { redis, keys }: Pick<SessionConnection, 'redis' | 'keys'>,
  after: number,
): Promise<FreezeEntry[]> {
  try {
    const entries = await redis.xrange(keys.freezeLog, `(${after}-0`, '+', 'COUNT', CHUNK_ENTRIES)
    return entries.map(([, fields]) => parseFreezeEntry(fields[1]))
  } catch (error) {
    throw asDependencyError(error)
  }
}
