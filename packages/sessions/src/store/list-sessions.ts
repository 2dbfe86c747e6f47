import { SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { malformedReply, readTexts } from './replies.ts'
import { list, listOfUser } from './scripts.ts'
import type { SessionKeys } from './session-keys.ts'
import { readSessionReport } from './session-reply.ts'
import type { SessionPage, SessionQuery, SessionReport } from './session-store.ts'

const MOST = 100
/** Sessions that one script looks at: some hundred microseconds of the server's time. */
const CHUNK = 200
/** Chunks for one page, so that a rare state costs a few round trips, not a walk through everything. */
const CHUNKS = 10

/** Reads one page of sessions, the newest first. Throws `invalid_request`, `dependency_unavailable`. */
export async function listSessions(redis: Redis, keys: SessionKeys, query: SessionQuery): Promise<SessionPage> {
  const { tenant, sub, state, limit } = checked(query)
  const found: SessionReport[] = []
  let below = query.before
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
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
  return { sessions: found, ...(below === undefined ? {} : { next: below }) }
}

function checked(query: SessionQuery): SessionQuery {
  const { tenant, sub, limit, before } = query
  const fail = (param: string) => new SluiceError({ code: 'invalid_request', param })
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw fail('limit')
  if (before !== undefined && (!Number.isSafeInteger(before) || before < 1)) throw fail('before')
  if (sub !== undefined && tenant === undefined) throw fail('tenant')
  return query
}

interface Place {
  readonly tenant: string | undefined
  readonly sub: string | undefined
  readonly below: number | undefined
}

async function readChunk(redis: Redis, keys: SessionKeys, { tenant, sub, below }: Place) {
  const ofUser = tenant === undefined || sub === undefined ? undefined : keys.user({ tenant, sub }).sessions
  const reply =
    ofUser === undefined
      ? await list(redis, [keys.index], [keys.base, below === undefined ? '+inf' : `(${below}`, CHUNK])
      : await listOfUser(redis, [ofUser], [keys.base, below ?? '+inf', CHUNK])
  if (!Array.isArray(reply) || !Array.isArray(reply[1])) throw malformedReply('list')
  const [next = ''] = readTexts([reply[0]], 'list')
  return { sessions: reply[1].map(readSessionReport), next: next === '' ? undefined : Number(next) }
}
