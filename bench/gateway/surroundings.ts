import { createUsersRepository, migrate, openDatabase } from '@sluice/db'
import { startOidc, startPostgres, startRedis } from '@sluice/testkit'
import type { GatewaySurroundings, Running } from './contenders.ts'

/** Redis, PostgreSQL and an OpenID provider, and in them one user who may see everything. */
export async function startSurroundings(upstream: string): Promise<Running<GatewaySurroundings>> {
  const user = { sub: 'bench', preferredUsername: 'bench', groups: ['dept:bench'] }
  const [redis, postgres, oidc] = await Promise.all([startRedis(), startPostgres(), startOidc({ users: [user] })])
  const database = openDatabase(postgres.url)
  await migrate(database)
  await createUsersRepository(database).upsert({ tenant: 'default', ...user, active: true })
  await database.close()
  return {
    value: {
      redisUrl: redis.url,
      databaseUrl: postgres.url,
      issuer: oidc.issuer,
      audience: oidc.audience,
      token: await oidc.tokenFor(user.sub, { expiresInSeconds: 3_600 }),
      upstream,
    },
    stop: async () => {
      await Promise.all([redis.stop(), postgres.stop(), oidc.stop()])
    },
  }
}
