import { createUsersRepository, migrate, openDatabase } from '@sluice/db'
import { startOwnOidc, startOwnPostgres, startOwnRedis } from '@sluice/testkit'
import type { Running } from '../services.ts'
import type { GatewaySurroundings } from './contenders.ts'

interface Surroundings extends GatewaySurroundings {
  readonly redisPid: number | undefined
  /** An access token of one of the users, good for an hour. */
  tokenOf(sub: string): Promise<string>
}

/**
 * Redis, PostgreSQL and an OpenID provider, and in them the given users, each in a group of that name.
 *
 * @param redisUrl of a Redis that is there already; without it one is started.
 */
export async function startSurroundings(
  upstream: string,
  subs: readonly [string, ...string[]] = ['bench'],
  redisUrl?: string,
): Promise<Running<Surroundings>> {
  const users = subs.map((sub) => ({ sub, preferredUsername: sub, groups: ['dept:bench', sub] }))
  const startRedis = async () => (redisUrl === undefined ? await startOwnRedis() : undefined)
  const [redis, postgres, oidc] = await Promise.all([startRedis(), startOwnPostgres(), startOwnOidc({ users })])
  const database = openDatabase(postgres.url)
  await migrate(database)
  const repository = createUsersRepository(database)
  for (const user of users) await repository.upsert({ tenant: 'default', ...user, active: true })
  await database.close()
  const tokenOf = (sub: string) => oidc.tokenFor(sub, { expiresInSeconds: 3_600 })
  return {
    value: {
      redisUrl: redis?.url ?? redisUrl ?? '',
      databaseUrl: postgres.url,
      issuer: oidc.issuer,
      audience: oidc.audience,
      token: await tokenOf(subs[0]),
      upstream,
      redisPid: redis?.pid(),
      tokenOf,
    },
    stop: async () => {
      await Promise.all([redis?.stop(), postgres.stop(), oidc.stop()])
    },
  }
}
