import { SluiceError } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import type { Redis } from 'ioredis'
import { malformedReply, readTexts } from './replies.ts'
import type { SessionKeys } from './session-keys.ts'
import { readSessionReport } from './session-reply.ts'
import { list, listOfUser } from './session-scripts.ts'
import type { SessionPage, SessionQuery, SessionReport } from './session-store.ts'

const MAX_LIMIT = 100
/** Sessions that one script reads: some hundred microseconds of the server's time. */
const CHUNK_SESSIONS = 200
/** Chunks per page: a search for a rare state costs a few round trips and does not read everything. */
const MAX_CHUNKS = 10

/** Reads one page of sessions, the newest first. Throws `invalid_request`, `dependency_unavailable`. */
export async function listSessions(redis: Redis, keys: SessionKeys, query: SessionQuery): Promise<SessionPage> {
  const { tenant, sub, state, limit } = requireBounds(query)
  const found: SessionReport[] = []
  let below = query.before
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const { sessions, next } = await readChunk(redis, keys, { tenant, sub, below })
    for (const session of sessions) {
      if (tenant !== undefined && session.tenant !== tenant) continue
      if (state !== undefined && session.state !== state) continue
      found.push(session)
      if (found.length === limit) return { sessions: found, next: session.id }
    }
    if (next === undefined) return { sessions: found }
    below = next
  }
  return { sessions: found, ...defined({ next: below }) }
}

/** Throws `invalid_request`. */
function requireBounds(query: SessionQuery): SessionQuery {
  const { tenant, sub, limit, before } = query
  const fail = (param: string) => new SluiceError({ code: 'invalid_request', param })
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw fail('limit')
  if (before !== undefined && (!Number.isSafeInteger(before) || before < 1)) throw fail('before')
  if (sub !== undefined && tenant === undefined) throw fail('tenant')
  return query
}

/** Where a chunk is read: the sessions of all users or of one, below a number. */
interface ChunkPosition {
  readonly tenant: string | undefined
  readonly sub: string | undefined
  readonly below: number | undefined
}

async function readChunk(redis: Redis, keys: SessionKeys, { tenant, sub, below }: ChunkPosition) {
  const userIndex = tenant === undefined || sub === undefined ? undefined : keys.user({ tenant, sub }).sessions
  const reply =
    userIndex === undefined
      ? await list(redis, [keys.index], [keys.base, below === undefined ? '+inf' : `(${below}`, CHUNK_SESSIONS])
      : await listOfUser(redis, [userIndex], [keys.base, below ?? '+inf', CHUNK_SESSIONS])
  if (!Array.isArray(reply) || !Array.isArray(reply[1])) throw malformedReply('list')
  const [next = ''] = readTexts([reply[0]], 'list')
  return { sessions: reply[1].map(readSessionReport), next: next === '' ? undefined : Number(next) }
}
