import { choosePostgresDirectory, startPostgres, startRedis } from '@sluice/testkit'
import type { ClosingOrder } from './closing-order.ts'
import type { Secrets, StateFolder } from './state-folder.ts'

export interface Stores {
  readonly redisUrl: string
  readonly redisPid: number | undefined
  readonly databaseUrl: string
}

/** Opens Redis and PostgreSQL: those that REDIS_URL and DATABASE_URL name, else private ones that keep their data. */
export async function startStores(
  environment: Readonly<Record<string, string | undefined>>,
  folder: StateFolder,
  secrets: Secrets,
  closing: ClosingOrder,
): Promise<Stores> {
  const [redis, databaseUrl] = await Promise.all([
    environment.REDIS_URL ? { url: environment.REDIS_URL, pid: () => undefined } : privateRedis(folder, closing),
    environment.DATABASE_URL || privatePostgres(folder, secrets, closing),
  ])
  return { redisUrl: redis.url, redisPid: redis.pid(), databaseUrl }
}

async function privateRedis(folder: StateFolder, closing: ClosingOrder) {
  const redis = await startRedis({
    sources: ['binary', 'docker'],
    dataDirectory: folder.redisData,
    logFile: folder.logFile('redis'),
    ownSession: true,
  })
  closing.add('Redis', () => redis.stop())
  return redis
}

async function privatePostgres(folder: StateFolder, secrets: Secrets, closing: ClosingOrder): Promise<string> {
  const postgres = await startPostgres({
    sources: ['binary', 'docker'],
    dataDirectory: await choosePostgresDirectory(folder.postgresData),
    password: secrets.postgresPassword,
    logFile: folder.logFile('postgres'),
    ownSession: true,
  })
  closing.add('PostgreSQL', () => postgres.stop())
  return postgres.url
}
