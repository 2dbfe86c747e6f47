import { asDependencyError } from '@sluice/redis'
import type { Redis } from 'ioredis'
import type { HeldSubject } from '../mapping-holds.ts'
import { slotOf } from './state-map-keys.ts'

const SCAN_COUNT = 1_000

/** Where the values of a session lie. */
interface StoredSession {
  readonly sessionId: number
  /** As the account names it. */
  readonly name: string
  readonly keys: readonly [newer: string, older: string, secrets: string, ends: string]
}

/** Waits for a command. Throws `dependency_unavailable`. */
export async function answered<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    throw asDependencyError(error)
  }
}

/** The sessions of a user, or the one that is meant, of which something is stored: found by a scan of all keys. */
export async function storedSessions(
  redis: Redis,
  keyPrefix: string,
  subject: HeldSubject,
): Promise<readonly StoredSession[]> {
  const { base, user } = slotOf(keyPrefix, subject)
  const prefix = `${base}${user}:`
  const found = new Map<string, StoredSession>()
  let cursor = '0'
  do {
    const [next, keys] = await answered(redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', SCAN_COUNT))
    cursor = next
    for (const key of keys) {
      const session = sessionOf(key, prefix, base)
      const isMeant = session !== undefined && (subject.sessionId ?? session.sessionId) === session.sessionId
      if (isMeant) found.set(session.name, session)
    }
  } while (cursor !== '0')
  return [...found.values()]
}

/** A pattern finds more than its letters say, so the key itself is looked at. */
const SESSION_KEY = /^(\d{1,16}):([A-Za-z0-9_-]{16})(?::old)?$/

function sessionOf(key: string, prefix: string, base: string): StoredSession | undefined {
  if (!key.startsWith(prefix)) return undefined
  const [, sessionId, digest] = SESSION_KEY.exec(key.slice(prefix.length)) ?? []
  if (sessionId === undefined || digest === undefined) return undefined
  const newer = `${prefix}${sessionId}:${digest}`
  return {
    ...{ sessionId: Number(sessionId), name: newer.slice(base.length) },
    keys: [newer, `${newer}:old`, `${prefix}${sessionId}:secrets`, `${base}ends`],
  }
}
