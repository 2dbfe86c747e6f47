import { SluiceError } from '@sluice/contracts'
import { asDependencyError, checkRedis } from '@sluice/redis'
import { defined } from '@sluice/service-kit/async'
import type { Redis } from 'ioredis'
import { DEFAULT_IDLE_TIMEOUT_MS } from '../config.ts'
import { ACKNOWLEDGED_KEPT_MS } from '../freeze/acknowledge.ts'
import { listLeases } from '../lease/lease.ts'
import type { SessionSuspicions } from '../suspicion/session-suspicions.ts'
import { listSessions } from './list-sessions.ts'
import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import { parseRequestedSession } from './requested-session.ts'
import { revokedClient } from './revoked-client.ts'
import { createSessionKeys } from './session-keys.ts'
import { readFreezeState, readSession, readSessionReport } from './session-reply.ts'
import {
  continueNumbered,
  continueOrBegin,
  inspect,
  inspectAcknowledgements,
  inspectClient,
  inspectUser,
} from './session-scripts.ts'
import type { OpenSession, ResolveRequest, SessionStore, UserRef } from './session-store.ts'

/** Users of one page. */
const MAX_FROZEN = 100

interface RedisSessionStoreOptions {
  /** A client as `createRedis` makes it. The server must not evict keys (`maxmemory-policy noeviction`). */
  readonly redis: Redis
  /** What every key begins with; `sluice` by default. */
  readonly keyPrefix?: string
  /** A session that is not used for this long ends; 1,800,000 (30 minutes) by default. */
  readonly idleTimeoutMs?: number
  /**
   * Makes the secret of a session that begins, or has none yet; sealed, because Redis keeps it. Sessions have an empty
   * secret by default, which seals nothing: only a service that sends requests to models needs to name one.
   */
  readonly newSecret?: (user: UserRef) => string
  /** Sessions that one user can have at a time; 10,000 by default. */
  readonly maxSessionsPerUser?: number
  /** Told of what each record that is looked up says of signs of attacks. */
  readonly suspicions?: Pick<SessionSuspicions, 'learn'>
}

/** Creates the session store over Redis. Continuing or beginning a session takes one round trip. */
export function createRedisSessionStore(options: RedisSessionStoreOptions): SessionStore {
  const { redis, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS, maxSessionsPerUser = 10_000, newSecret = () => '' } = options
  const keys = createSessionKeys(options.keyPrefix)

  async function resolve({ principal, requested }: ResolveRequest): Promise<OpenSession> {
    const { tenant, sub, client } = principal
    const requestedSession = parseRequestedSession(requested)
    const { part, pointer, clientPart } = keys.user(principal)
    const departments = JSON.stringify(principal.departments)
    const args = [...[keys.base, part, tenant, sub, idleTimeoutMs], departments, newSecret({ tenant, sub })]
    if (requestedSession.kind === 'id') {
      const { id } = requestedSession
      return resolved(await continueNumbered(redis, [keys.session(id)], [...args, id, clientPart(client)]))
    }
    const name = requestedSession.kind === 'name' ? requestedSession.name : undefined
    const pointerKey = pointer(client, name)
    const more = [client, name ?? '', maxSessionsPerUser, clientPart(client)]
    return resolved(await continueOrBegin(redis, [pointerKey], [...args, ...more]))
  }

  /** Throws as `readResolved` does. */
  function resolved(reply: unknown): OpenSession {
    const { session, suspicion } = readResolved(reply)
    // The session was last seen at this moment.
    options.suspicions?.learn(session.id, suspicion, session.lastSeenMs)
    return session
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
      const freezeState = readFreezeState(readTexts(reply[0], 'user'))
      const sessions = readWholeNumber(readTexts([reply[1]], 'user')[0], 'user')
      return { sessions, ...defined({ freezeState }) }
    },
    async frozenUsers({ tenant, limit, after }) {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_FROZEN) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const from = after === undefined ? '-' : `(${after}`
      return await ask(() => redis.zrange(keys.frozenUsers(tenant), from, '+', 'BYLEX', 'LIMIT', 0, limit))
    },
    countFrozenUsers: (tenant) => ask(() => redis.zcard(keys.frozenUsers(tenant))),
    async acknowledgements(ref) {
      const args = [keys.base, ACKNOWLEDGED_KEPT_MS]
      const reply = await inspectAcknowledgements(redis, [keys.user(ref).marker], args)
      if (!Array.isArray(reply)) throw malformedReply('acknowledgements')
      if (reply.length === 0) return undefined
      return readAcknowledgements(reply)
    },
    leases: () => listLeases({ redis, keys }),
    async requireUnstopped(ref) {
      const { marker, part, clientPart } = keys.user(ref)
      const [state] = readTexts(
        [await inspectClient(redis, [marker], [keys.base, part, clientPart(ref.client)])],
        'stop',
      )
      if (state === 'frozen') throw new SluiceError('session_frozen')
      if (state === 'revoked') throw revokedClient()
      if (state !== 'active') throw malformedReply('stop')
    },
    list: (query) => listSessions(redis, keys, query),
    checkReady: () => checkRedis(redis),
  }
}

function readAcknowledgements(reply: readonly unknown[]) {
  const [acknowledged = [], gateways = []] = [reply[0], reply[1]].map((names) => readTexts(names, 'acknowledgements'))
  const missing = gateways.filter((gateway) => !acknowledged.includes(gateway))
  return { acknowledged: acknowledged.toSorted(), missing: missing.toSorted() }
}

/** Throws `dependency_unavailable`. */
async function ask<Reply>(command: () => Promise<Reply>): Promise<Reply> {
  try {
    return await command()
  } catch (error) {
    throw asDependencyError(error)
  }
}

/** Throws `session_frozen`, `token_invalid`, `session_not_permitted`, `too_many_sessions`. */
function readResolved(reply: unknown): { readonly session: OpenSession; readonly suspicion: string } {
  const [outcome, ...fields] = readTexts(reply, 'continue')
  switch (outcome) {
    case 'active':
      return {
        session: { ...readSession('active', fields), secret: fields[8] ?? '' },
        suspicion: fields[9] ?? '',
      }
    case 'frozen':
      throw new SluiceError('session_frozen')
    case 'revoked':
      throw revokedClient()
    case 'missing':
      throw new SluiceError('session_not_permitted')
    case 'too-many':
      throw new SluiceError('too_many_sessions')
    default:
      throw malformedReply('continue')
  }
}
