import { createUsersRepository, type Database, migrate, openDatabase } from '@sluice/db'
import { readOutbox } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import { problemSchema, type RunningService, startService } from '@sluice/service-kit'
import { createRedisSessionStore, type Session, type SessionStore } from '@sluice/sessions'
import {
  type MintClaims,
  type OidcServer,
  type PostgresServer,
  type RedisLease,
  startOidc,
  startPostgres,
  startRedis,
} from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { adminService } from '../server.ts'

/** The people of the tests, all of tenant `default`; `office` is the subject that every role is tried with. */
export const USERS = [
  { sub: 'office', preferredUsername: 'office', groups: [] },
  { sub: 'carol', preferredUsername: 'carol', groups: ['role:ciso', 'dept:security'] },
  { sub: 'dave', preferredUsername: 'dave', groups: ['role:soc-analyst', 'dept:security'] },
  { sub: 'erin', preferredUsername: 'erin', groups: ['role:aigo', 'dept:finance'] },
  { sub: 'grace', preferredUsername: 'grace', groups: ['role:auditor'] },
  { sub: 'u-alice', preferredUsername: 'alice', email: 'Alice@example.test', groups: ['dept:finance'] },
  { sub: 'u-bob', preferredUsername: 'bob', email: 'bob@example.test', groups: ['dept:engineering'] },
  { sub: 'gone', preferredUsername: 'gone', groups: ['role:ciso'] },
] as const

export type Person = (typeof USERS)[number]['sub']

/** The admin service with real peers around it. */
export interface TestStack {
  readonly url: string
  readonly service: RunningService
  readonly redis: RedisLease
  readonly client: Redis
  readonly database: Database
  readonly oidc: OidcServer
  /** The same session state as the service has. */
  readonly sessions: SessionStore
  /** Everything that the service has logged, as text. */
  logged(): string
  token(claims: MintClaims): Promise<string>
  /** Begins a session of a user as a gateway would. */
  begin(sub: string, options?: { departments?: readonly string[]; tenant?: string; name?: string }): Promise<Session>
  /** A request of one of the people, or with claims of its own, or without a token. */
  call(caller: Person | MintClaims | undefined, method: string, path: string, body?: unknown): Promise<Response>
  /** What stands in the outbox, the oldest first. */
  records(): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Without `ownRedis` it is one of those that test files share; that one is stopped with the rest. */
export async function startTestStack(changes: Record<string, string> = {}, ownRedis?: RedisLease): Promise<TestStack> {
  const [redis, postgres, oidc] = await Promise.all([
    ownRedis ?? startRedis(),
    startPostgres(),
    startOidc({ users: USERS }),
  ])
  const database = openDatabase(postgres.url)
  await seedUsers(database)
  const client = createRedis(redis.url)
  await waitForRedis(client, 5_000)
  const sessions = createRedisSessionStore({ redis: client })
  const lines: string[] = []
  const service = await startService(adminService, {
    env: {
      PORT: '0',
      LOG_LEVEL: 'debug',
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
      OIDC_ISSUER: oidc.issuer,
      OIDC_AUDIENCE: oidc.audience,
      ...changes,
    },
    logDestination: { write: (line: string) => void lines.push(line) },
  })
  const tokens = new Map<string, Promise<string>>()
  const token = (claims: MintClaims) => {
    const key = JSON.stringify(claims)
    const known = tokens.get(key) ?? oidc.mint({ preferred_username: claims.sub, ...claims })
    tokens.set(key, known)
    return known
  }
  const stop = async () => {
    await service.stop()
    client.disconnect()
    await database.close()
    await Promise.all([oidc.stop(), redis.stop(), (postgres as PostgresServer).stop()])
  }
  return {
    ...{ url: service.url, service, redis, client, database, oidc, sessions, token, stop },
    logged: () => lines.join(''),
    begin: (sub, { departments = [], tenant = 'default', name } = {}) =>
      sessions.resolve({
        principal: { tenant, sub, username: sub, groups: [], roles: [], departments, client: 'web' },
        requested: name,
      }),
    call: async (caller, method, path, body) => {
      const claims = typeof caller === 'string' ? { sub: caller, groups: groupsOf(caller) } : caller
      return await fetch(`${service.url}${path}`, {
        method,
        headers: {
          ...(claims === undefined ? {} : { authorization: `Bearer ${await token(claims)}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: bodyOf(body) }),
      })
    },
    records: () => readOutbox(client),
  }
}

/** A response's problem, checked to be in the shape of RFC 9457 with our members. */
export async function problemOf(response: Response) {
  const problem = problemSchema.strict().parse(await response.json())
  if (response.headers.get('content-type') !== 'application/problem+json') throw new Error('not a problem')
  if (problem.status !== response.status) throw new Error('the problem has another status')
  return problem
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)
}

function groupsOf(person: Person): readonly string[] {
  return USERS.find(({ sub }) => sub === person)?.groups ?? []
}

async function seedUsers(database: Database): Promise<void> {
  await migrate(database)
  const users = createUsersRepository(database)
  for (const { groups, ...user } of USERS) {
    await users.upsert({ tenant: 'default', ...user, groups: [...groups], active: user.sub !== 'gone' })
  }
}
