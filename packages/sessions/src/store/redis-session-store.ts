import { SluiceError } from '@sluice/contracts'
import { checkRedis } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { changeSessionState, changeUserState } from './freeze.ts'
import { listSessions } from './list-sessions.ts'
import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import { parseRequestedSession } from './requested-session.ts'
import { continueNumbered, continueOrBegin, inspect, inspectUser } from './scripts.ts'
import { createSessionKeys } from './session-keys.ts'
import { readNote, readSession, readSessionReport } from './session-reply.ts'
import type { ResolveRequest, Session, SessionStore } from './session-store.ts'

export interface RedisSessionStoreOptions {
  /** A client as `createRedis` makes it. The server must not evict keys (`maxmemory-policy noeviction`). */
  readonly redis: Redis
  /** What every key begins with; `sluice` by default. */
  readonly keyPrefix?: string
  /** A session that is not used for this long ends; 1,800,000 (30 minutes) by default. */
  readonly idleTimeoutMs?: number
  /** Sessions that one user can have at a time; 10,000 by default. */
  readonly maxSessionsPerUser?: number
}

/** Keeps sessions in Redis. Continuing or beginning one takes one round trip. */
export function createRedisSessionStore(options: RedisSessionStoreOptions): SessionStore {
  const { redis, idleTimeoutMs = 1_800_000, maxSessionsPerUser = 10_000 } = options
  const keys = createSessionKeys(options.keyPrefix)

  async function resolve({ principal, requested }: ResolveRequest): Promise<Session> {
    const { tenant, sub, client } = principal
    const wish = parseRequestedSession(requested)
    const { part, pointer } = keys.user(principal)
    const facts = [keys.base, part, tenant, sub, idleTimeoutMs, JSON.stringify(principal.departments)]
    if (wish.kind === 'id') {
      return readTouched(await continueNumbered(redis, [keys.session(wish.id)], [...facts, wish.id]))
    }
    const name = wish.kind === 'name' ? wish.name : undefined
    return readTouched(
      await continueOrBegin(redis, [pointer(client, name)], [...facts, client, name ?? '', maxSessionsPerUser]),
    )
  }

  return {
    resolve,
    async find(id) {
      if (!Number.isSafeInteger(id) || id < 1) return undefined
      const reply = await inspect(redis, [keys.session(id)], [keys.base, id])
      return Array.isArray(reply) && reply.length === 0 ? undefined : readSessionReport(reply)
    },
    async findUser(ref) {
      const { marker, part } = keys.user(ref)
      const reply = await inspectUser(redis, [marker], [keys.base, part])
      if (!Array.isArray(reply)) throw malformedReply('user')
      const note = readNote(readTexts(reply[0], 'user'))
      const sessions = readWholeNumber(readTexts([reply[1]], 'user')[0], 'user')
      return { sessions, ...(note === undefined ? {} : { note }) }
    },
    list: async (query) => await listSessions(redis, keys, query),
    freeze: async (ref, cause) => await changeSessionState(redis, keys, ref, { state: 'frozen', cause, idleTimeoutMs }),
    unfreeze: async (ref, cause) =>
      await changeSessionState(redis, keys, ref, { state: 'active', cause, idleTimeoutMs }),
    freezeUser: async (ref, cause) => await changeUserState(redis, keys, ref, { state: 'frozen', cause }),
    unfreezeUser: async (ref, cause) => await changeUserState(redis, keys, ref, { state: 'active', cause }),
    checkReady: () => checkRedis(redis),
  }
}

/** Throws `session_frozen`, `session_not_permitted`, `too_many_sessions`. */
function readTouched(reply: unknown): Session {
  const [outcome, ...facts] = readTexts(reply, 'continue')
  switch (outcome) {
    case 'active':
      return readSession('active', facts)
    case 'frozen':
      throw new SluiceError('session_frozen')
    case 'missing':
      throw new SluiceError('session_not_permitted')
    case 'too-many':
      throw new SluiceError('too_many_sessions')
    default:
      throw malformedReply('continue')
  }
}
