import type { OidcOptions, OidcServer, OidcUser } from '../oidc/oidc-server.ts'
import { createSigningKeys } from '../oidc/signing-keys.ts'
import { startOwnOidc } from '../oidc/start-own-oidc.ts'
import type { PostgresServer } from '../postgres/postgres-server.ts'
import { startOwnPostgres } from '../postgres/start-own-postgres.ts'
import { takeRedisDatabase } from '../redis/redis-database.ts'
import type { RedisServer } from '../redis/redis-server.ts'
import { startOwnRedis } from '../redis/start-own-redis.ts'
import { memoryFolder } from '../system/memory-folder.ts'
import type { OpenIssuer, RedisDatabase, SharedPostgres } from './stack-calls.ts'

/** More than test files, so that no database is taken twice in a run. */
const REDIS_DATABASES = 1_024

/**
 * The servers that all test files of a run share: one Redis, one PostgreSQL and one OpenID provider. Each is started
 * when the first file asks for it. A file gets a Redis database, a PostgreSQL database and an issuer of its own.
 */
export class SharedServers {
  readonly #issuers = new Map<string, OidcServer>()
  #redis: Promise<RedisServer> | undefined
  #postgres: Promise<PostgresServer> | undefined
  #keys: ReturnType<typeof createSigningKeys> | undefined

  async takeRedisDatabase(): Promise<RedisDatabase> {
    this.#redis ??= startOwnRedis({ databases: REDIS_DATABASES })
    const { source, url, port } = await this.#redis
    // A server from the environment has as many databases as its owner gave it; each start takes one of them.
    const own = source === 'environment' ? (await startOwnRedis()).url : await takeRedisDatabase(url, REDIS_DATABASES)
    return { source, url: own, port }
  }

  async findPostgres(): Promise<SharedPostgres> {
    this.#postgres ??= startOwnPostgres({ temporaryIn: memoryFolder() })
    const { source, adminUrl, port } = await this.#postgres
    return { source, adminUrl, port }
  }

  async openIssuer(options: OidcOptions): Promise<OpenIssuer> {
    this.#keys ??= createSigningKeys()
    const keys = await this.#keys
    const server = await startOwnOidc({ ...options, keys })
    this.#issuers.set(server.issuer, server)
    return { issuer: server.issuer, audience: server.audience, port: server.port, keys }
  }

  /** Throws for an issuer that is not open. */
  async setUser(issuer: string, user: OidcUser): Promise<void> {
    const server = this.#issuers.get(issuer)
    if (server === undefined) throw new Error(`There is no issuer ${issuer}.`)
    await server.setUser(user)
  }

  async closeIssuer(issuer: string): Promise<void> {
    const server = this.#issuers.get(issuer)
    this.#issuers.delete(issuer)
    await server?.stop()
  }

  async stop(): Promise<void> {
    const [redis, postgres] = await Promise.all([whenStarted(this.#redis), whenStarted(this.#postgres)])
    await Promise.all([redis?.stop(), postgres?.stop(), ...[...this.#issuers.values()].map((issuer) => issuer.stop())])
  }
}

/** A server that could not be started need not be stopped. */
function whenStarted<Server>(starting: Promise<Server> | undefined): Promise<Server | undefined> {
  return starting?.catch(() => undefined) ?? Promise.resolve(undefined)
}
