import { openDatabase } from '@sluice/db'
import { createRedis, waitForRedis } from '@sluice/redis'
import { describeFailure } from './describe-failure.ts'
import { describeUrl } from './urls.ts'

const TIMEOUT_MS = 2_000

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Tries the stores that the environment names, before anything is started. Throws within 2 s with the variable, the
 * address and the cause when one cannot be used.
 */
export async function requireStores({ REDIS_URL, DATABASE_URL }: Environment): Promise<void> {
  await Promise.all([
    REDIS_URL && requireStore('REDIS_URL', ['redis', 'rediss'], REDIS_URL, tryRedis),
    DATABASE_URL && requireStore('DATABASE_URL', ['postgres', 'postgresql'], DATABASE_URL, tryPostgres),
  ])
}

async function requireStore(
  variable: string,
  protocols: readonly string[],
  url: string,
  attempt: (url: string) => Promise<void>,
): Promise<void> {
  const protocol = URL.parse(url)?.protocol.slice(0, -1)
  if (protocol === undefined || !protocols.includes(protocol)) {
    throw new Error(`${variable} must be a URL that begins with ${protocols[0]}://`)
  }
  await attempt(url).catch((error: unknown) => {
    throw new Error(`${variable}: ${describeUrl(url)} cannot be used (${describeFailure(error)}).`)
  })
}

async function tryRedis(url: string): Promise<void> {
  // The client would keep trying: the first failure is enough here, and says more than that the time is over.
  const failed = Promise.withResolvers<never>()
  const redis = createRedis(url, { connectionName: 'sluice-local', onError: failed.reject })
  try {
    await Promise.race([waitForRedis(redis, TIMEOUT_MS), failed.promise])
  } finally {
    redis.disconnect()
  }
}

async function tryPostgres(url: string): Promise<void> {
  const database = openDatabase(url, { applicationName: 'sluice-local', connectTimeoutMs: TIMEOUT_MS })
  try {
    await database.checkReady()
  } finally {
    await database.close()
  }
}
