import { SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { asDependencyError } from '../redis/dependency-error.ts'
import { checkRedis } from '../redis/redis-client.ts'
import { changeSessionState, changeUserState } from './freeze.ts'
import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import { parseRequestedSession } from './requested-session.ts'
import { allocate, begin, continueCurrent, continueNumbered, inspect } from './scripts.ts'
import { createSessionKeys } from './session-keys.ts'
import type {
  Cause,
  ResolveRequest,
  Session,
  SessionRef,
  SessionState,
  SessionStore,
  UserRef,
} from './session-store.ts'

export interface RedisSessionStoreOptions {
  /** A client as `createRedis` makes it. The server must not evict keys (`maxmemory-policy noeviction`). */
  readonly redis: Redis
  /** What every key begins with; `sluice` by default. */
  readonly keyPrefix?: string
  /** A session that is not used for this long ends; 1,800,000 (30 minutes) by default. */
  readonly idleTimeoutMs?: number
  /**
   * How often the note of whose session a number is, kept in another slot, is renewed at most; it lasts four times as
   * long. 21,600,000 (6 hours) by default, and never less than the idle time-out.
   */
  readonly ownerRenewalMs?: number
}

/** What a script tells of a session that can be used. */
interface Touched {
  readonly session: Session
  readonly previousSeenMs: number
}

/**
 * Keeps sessions in Redis. Continuing one takes one round trip, beginning one takes three. A lookup by number happens
 * among the caller's own keys, so the session of another user cannot be reached.
 */
export function createRedisSessionStore(options: RedisSessionStoreOptions): SessionStore {
  const { redis, idleTimeoutMs = 1_800_000 } = options
  const keys = createSessionKeys(options.keyPrefix ?? 'sluice')
  const ownerRenewalMs = Math.max(options.ownerRenewalMs ?? 21_600_000, idleTimeoutMs)
  const ownerLifetimeMs = 4 * ownerRenewalMs

  async function resolveNumbered(user: UserRef, id: number): Promise<Session> {
    const { base, marker, session } = keys.user(user)
    const reply = await continueNumbered(redis, [marker, session(id)], [base, idleTimeoutMs, id])
    const touched = readTouched(reply, user) ?? refuse('session_not_permitted')
    return await withOwnerRenewed(touched)
  }

  async function resolveCurrent(user: UserRef, client: string, name: string | undefined): Promise<Session> {
    const { base, marker, session, pointerSuffix } = keys.user(user)
    const suffix = pointerSuffix(client, name)
    const pointer = `${base}${suffix}`
    const found = readTouched(await continueCurrent(redis, [marker, pointer], [base, idleTimeoutMs]), user)
    if (found !== undefined) return await withOwnerRenewed(found)

    const allocated = await allocate(redis, [keys.sequence], [keys.ownerPrefix, writeOwner(user), ownerLifetimeMs])
    const id = readWholeNumber(String(allocated), 'allocate')
    const facts = [base, idleTimeoutMs, id, suffix, client, name ?? '']
    const begun = readTouched(await begin(redis, [marker, pointer, session(id)], facts), user)
    return (begun ?? fail('begin')).session
  }

  /** Once per period, at the first use after its start. A renewal that fails leaves room for three more. */
  async function withOwnerRenewed({ session, previousSeenMs }: Touched): Promise<Session> {
    if (Math.floor(session.lastSeenMs / ownerRenewalMs) !== Math.floor(previousSeenMs / ownerRenewalMs)) {
      await attempt(() => redis.set(keys.owner(session.id), writeOwner(session), 'PX', ownerLifetimeMs))
    }
    return session
  }

  async function changeSession(ref: SessionRef, state: SessionState, cause: Cause) {
    const { base, session } = keys.user(ref)
    const record = session(ref.sessionId)
    return await changeSessionState(redis, { record, base, sessionId: ref.sessionId, idleTimeoutMs, state, cause })
  }

  return {
    async resolve({ principal, requested }: ResolveRequest) {
      const { tenant, sub, client } = principal
      const wish = parseRequestedSession(requested)
      if (wish.kind === 'id') return await resolveNumbered({ tenant, sub }, wish.id)
      return await resolveCurrent({ tenant, sub }, client, wish.kind === 'name' ? wish.name : undefined)
    },
    async find(id) {
      if (!Number.isSafeInteger(id) || id < 1) return undefined
      const note = await attempt(() => redis.get(keys.owner(id)))
      if (note === null) return undefined
      const user = readOwner(note)
      const { marker, session } = keys.user(user)
      const [state, ...facts] = readTexts(await inspect(redis, [marker, session(id)], [id]), 'inspect')
      if (state === 'missing') return undefined
      return state === 'active' || state === 'frozen' ? readSession(state, facts, user).session : fail('inspect')
    },
    async freeze(ref, cause) {
      // First the note, so that whatever is frozen can be found and unfrozen.
      await attempt(() => redis.persist(keys.owner(ref.sessionId)))
      return await changeSession(ref, 'frozen', cause)
    },
    async unfreeze(ref, cause) {
      const transition = await changeSession(ref, 'active', cause)
      if (transition?.changed) await attempt(() => redis.pexpire(keys.owner(ref.sessionId), ownerLifetimeMs))
      return transition
    },
    freezeUser: async (ref, cause) =>
      await changeUserState(redis, { marker: keys.user(ref).marker, state: 'frozen', cause }),
    unfreezeUser: async (ref, cause) =>
      await changeUserState(redis, { marker: keys.user(ref).marker, state: 'active', cause }),
    checkReady: () => checkRedis(redis),
  }
}

/** Undefined where there is no such session. Throws `session_frozen`. */
function readTouched(reply: unknown, user: UserRef): Touched | undefined {
  const [outcome, ...facts] = readTexts(reply, 'continue')
  switch (outcome) {
    case 'missing':
      return undefined
    case 'frozen':
      return refuse('session_frozen')
    case 'active':
      return readSession('active', facts, user)
    default:
      return fail('continue')
  }
}

function readSession(state: SessionState, facts: readonly string[], { tenant, sub }: UserRef): Touched {
  const [id, createdAtMs, lastSeenMs, client, name, previousSeenMs] = facts
  if (client === undefined || name === undefined) return fail('session')
  const session = {
    id: readWholeNumber(id, 'session'),
    state,
    createdAtMs: readWholeNumber(createdAtMs, 'session'),
    lastSeenMs: readWholeNumber(lastSeenMs, 'session'),
    tenant,
    sub,
    client,
    ...(name === '' ? {} : { name }),
  }
  return { session, previousSeenMs: readWholeNumber(previousSeenMs, 'session') }
}

function writeOwner({ tenant, sub }: UserRef): string {
  return JSON.stringify([tenant, sub])
}

function readOwner(note: string): UserRef {
  const [tenant, sub] = readTexts(attemptParse(note), 'owner')
  return tenant === undefined || sub === undefined ? fail('owner') : { tenant, sub }
}

function attemptParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('owner')
  }
}

async function attempt<T>(command: () => Promise<T>): Promise<T> {
  try {
    return await command()
  } catch (error) {
    throw asDependencyError(error)
  }
}

function refuse(code: 'session_frozen' | 'session_not_permitted'): never {
  throw new SluiceError(code)
}

function fail(script: string): never {
  throw malformedReply(script)
}
