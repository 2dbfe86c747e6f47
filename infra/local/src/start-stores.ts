import { choosePostgresDirectory, startOwnPostgres, startOwnRedis } from '@sluice/testkit/local'
import type { ClosingOrder } from './closing-order.ts'
import { keepRunning } from './keep-running.ts'
import { requireStores } from './require-stores.ts'
import type { Secrets, StateFolder } from './state-folder.ts'

interface Stores {
  readonly redisUrl: string
  readonly databaseUrl: string
}

/** What is to happen while a private Redis runs. */
interface RedisWatch {
  print(text: string): void
  /** Gets the process id at the start, and again after each restart. */
  onStart(pid: number | undefined): void
}

/**
 * Opens Redis and PostgreSQL: those that REDIS_URL and DATABASE_URL name, else private ones that keep their data.
 * Throws when one that is named cannot be used.
 */
export async function startStores(
  environment: Readonly<Record<string, string | undefined>>,
  folder: StateFolder,
  secrets: Secrets,
  closing: ClosingOrder,
  watch: RedisWatch,
): Promise<Stores> {
  await requireStores(environment)
  const [redisUrl, databaseUrl] = await Promise.all([
    environment.REDIS_URL || privateRedis(folder, closing, watch),
    environment.DATABASE_URL || privatePostgres(folder, secrets, closing),
  ])
  return { redisUrl, databaseUrl }
}

async function privateRedis(folder: StateFolder, closing: ClosingOrder, watch: RedisWatch): Promise<string> {
  const redis = await startOwnRedis({
    sources: ['binary', 'docker'],
    dataDirectory: folder.redisData,
    logFile: folder.logFile('redis'),
    ownSession: true,
  })
  closing.add('Redis', () => redis.stop())
  watch.onStart(redis.pid())
  closing.add('the watch over Redis', keepRunning(redis, watch.print, watch.onStart))
  return redis.url
}

async function privatePostgres(folder: StateFolder, secrets: Secrets, closing: ClosingOrder): Promise<string> {
  const postgres = await startOwnPostgres({
    sources: ['binary', 'docker'],
    dataDirectory: await choosePostgresDirectory(folder.postgresData),
    password: secrets.postgresPassword,
    logFile: folder.logFile('postgres'),
    ownSession: true,
  })
  closing.add('PostgreSQL', () => postgres.stop())
  return postgres.url
}
