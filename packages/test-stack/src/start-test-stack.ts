import { type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { outboxKey, readOutbox } from '@sluice/outbox/testing'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RunningService, type ServiceConfig, type ServiceDefinition, startService } from '@sluice/service-kit'
import { createRedisSessionStore, type SessionStore } from '@sluice/sessions'
import {
  type MintClaims,
  type OidcServer,
  type RedisLease,
  startOidc,
  startPostgres,
  startRedis,
  type WebClient,
} from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { storeUsers, type TestUser } from './test-user.ts'

const CONNECT_TIMEOUT_MS = 5_000

type Environment = Readonly<Record<string, string>>

interface TestStackOptions {
  readonly users: readonly TestUser[]
  /** Clients that browsers log in through. */
  readonly webClients?: readonly WebClient[]
  /** Variables of the service beside those of its stores and its provider, or instead of them. */
  readonly env?: (oidc: OidcServer) => Environment
  /** A Redis that the test kills or restarts; it is stopped with the rest. By default it is a shared one. */
  readonly redis?: RedisLease | Promise<RedisLease>
}

/** A service with real peers around it. */
export interface TestStack {
  readonly url: string
  readonly service: RunningService
  readonly redis: RedisLease
  readonly redisClient: Redis
  readonly database: Database
  readonly databaseUrl: string
  readonly oidc: OidcServer
  /** The variables that the service was started with. */
  readonly env: Environment
  /** The same session state as the service has. */
  readonly sessions: SessionStore
  /** Starts the service once more over the same stores, with these variables changed. It stops with the rest. */
  another(changes: Environment): Promise<RunningService>
  /** Everything that the services have logged, as text. */
  logged(): string
  /** A user's access token, the same one each time. */
  tokenFor(sub: string): Promise<string>
  /** A token that the provider has signed with these claims, the same one each time. */
  mint(claims: MintClaims): Promise<string>
  /** The records in the outbox, the oldest first. */
  records(): Promise<Record<string, unknown>[]>
  /** The same but for the clearances of sessions, which stand before other records, and empties the outbox. */
  takeRecords(): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Starts a service over a Redis, a database with these users, and an OpenID provider that knows them. */
export async function startTestStack<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  options: TestStackOptions,
): Promise<TestStack> {
  const { users } = options
  const [redis, postgres, oidc] = await Promise.all([
    options.redis ?? startRedis(),
    startPostgres(MIGRATED),
    startOidc({ users, webClients: options.webClients ?? [] }),
  ])
  const database = openDatabase(postgres.url)
  await storeUsers(database, users)
  const redisClient = createRedis(redis.url)
  await waitForRedis(redisClient, CONNECT_TIMEOUT_MS)
  const lines: string[] = []
  const services: RunningService[] = []
  const env = {
    PORT: '0',
    LOG_LEVEL: 'debug',
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
    OIDC_ISSUER: oidc.issuer,
    OIDC_AUDIENCE: oidc.audience,
    // In one stream the records of all sessions have one order.
    OUTBOX_SHARDS: '1',
    // A gateway fills its pool of 4,096 masks when it starts, which takes a thread two seconds.
    EVIDENCE_MASKS: '128',
    ...options.env?.(oidc),
  }
  const start = async (changes: Environment) => {
    const logDestination = { write: (line: string) => void lines.push(line) }
    const service = await startService(definition, { env: { ...env, ...changes }, logDestination })
    services.push(service)
    return service
  }
  const service = await start({})
  return {
    url: service.url,
    service,
    redis,
    redisClient,
    database,
    databaseUrl: postgres.url,
    oidc,
    env,
    sessions: createRedisSessionStore({ redis: redisClient }),
    another: start,
    logged: () => lines.join(''),
    tokenFor: remember((sub) => oidc.tokenFor(sub)),
    mint: remember((claims) => oidc.mint({ preferred_username: claims.sub, ...claims })),
    records: () => readOutbox(redisClient),
    takeRecords: async () => {
      const records = await readOutbox(redisClient)
      await redisClient.del(outboxKey())
      return records.filter(({ kind }) => kind !== 'clearance')
    },
    stop: async () => {
      await Promise.all(services.map((running) => running.stop()))
      redisClient.disconnect()
      await database.close()
      await Promise.all([oidc.stop(), redis.stop(), postgres.stop()])
    },
  }
}

/** Signing costs more than a request: equal input gets the token that was obtained first. */
function remember<Input>(obtain: (input: Input) => Promise<string>): (input: Input) => Promise<string> {
  const tokens = new Map<string, Promise<string>>()
  return (input) => {
    const key = JSON.stringify(input)
    const token = tokens.get(key) ?? obtain(input)
    tokens.set(key, token)
    return token
  }
}
