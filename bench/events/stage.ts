import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUsersRepository, type Database, migrate, openDatabase } from '@sluice/db'
import { createRedis, waitForRedis } from '@sluice/redis'
import {
  findFreePort,
  type KafkaServer,
  type RedisServer,
  startOwnOidc,
  startOwnPostgres,
  startOwnRedis,
} from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { DATA_KEYS, type GatewaySurroundings, gatewayEnvironment } from '../gateway/contenders.ts'
import type { Keep, Running } from '../services.ts'

const PASSWORD = 'bench'
const USER = { sub: 'bench', preferredUsername: 'bench', groups: ['dept:bench', 'role:auditor'] }
const CONNECT_TIMEOUT_MS = 10_000

/** Redis with its append-only file, PostgreSQL that keeps its data over a restart, and an OpenID provider. */
export interface Stage {
  readonly redis: RedisServer
  readonly postgres: Restartable
  /** The bench's own connections: it looks past the services. */
  readonly redisClient: Redis
  readonly database: Database
  readonly around: Omit<GatewaySurroundings, 'upstream'>
}

/** The environment of a service over these servers. */
export function environmentOf({ around }: Stage): Readonly<Record<string, string>> {
  return {
    REDIS_URL: around.redisUrl,
    DATABASE_URL: around.databaseUrl,
    OIDC_ISSUER: around.issuer,
    OIDC_AUDIENCE: around.audience,
    DATA_KEYS,
  }
}

/** A server that can be away for a while. */
interface Restartable {
  readonly url: string
  end(): Promise<void>
  start(): Promise<void>
}

/** The environment of a worker that publishes what stands in the outbox. It carries out no approved requests here. */
export function relayEnvironment(stage: Stage, { brokers }: KafkaServer): Readonly<Record<string, string>> {
  const upstream = 'http://127.0.0.1:1/v1'
  return {
    ...gatewayEnvironment({ ...stage.around, upstream }),
    GATEWAY_ROLE: 'worker',
    KAFKA_BROKERS: brokers.join(','),
  }
}

export async function startStage(keep: Keep): Promise<Stage> {
  const redis = keep(ending(await startOwnRedis({ sources: ['binary'] })))
  const postgres = keep(await startPostgres())
  const oidc = keep(ending(await startOwnOidc({ users: [USER] })))
  const database = openDatabase(postgres.url)
  keep({ value: database, stop: () => database.close() })
  await migrate(database)
  await createUsersRepository(database).upsert({ tenant: 'default', ...USER, active: true })
  const redisClient = createRedis(redis.url, { commandTimeoutMs: CONNECT_TIMEOUT_MS })
  keep({ value: redisClient, stop: async () => redisClient.disconnect() })
  await waitForRedis(redisClient, CONNECT_TIMEOUT_MS)
  return {
    ...{ redis, postgres, redisClient, database },
    around: {
      ...{ redisUrl: redis.url, databaseUrl: postgres.url, issuer: oidc.issuer, audience: oidc.audience },
      token: await oidc.tokenFor(USER.sub, { expiresInSeconds: 3_600 }),
    },
  }
}

/** With a folder of its own its writes are durable, as they are in production. */
async function startPostgres(): Promise<Running<Restartable>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'sluice-bench-postgres-'))
  const launch = async (port: number) =>
    await startOwnPostgres({ dataDirectory, port, password: PASSWORD, sources: ['binary'] })
  let running = await launch(await findFreePort())
  const { port, url } = running
  return {
    value: {
      url,
      end: () => running.stop(),
      start: async () => {
        running = await launch(port)
      },
    },
    stop: async () => {
      await running.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** A server whose own `stop` ends it. */
export function ending<T extends { stop(): Promise<void> }>(server: T): Running<T> {
  return { value: server, stop: () => server.stop() }
}
