import { Redis } from 'ioredis'
import type { OidcOptions, OidcServer, OidcUser } from '../oidc/oidc-server.ts'
import { createSigningKeys } from '../oidc/signing-keys.ts'
import { startOwnOidc } from '../oidc/start-own-oidc.ts'
import type { PostgresServer } from '../postgres/postgres-server.ts'
import { startOwnPostgres } from '../postgres/start-own-postgres.ts'
import type { RedisServer } from '../redis/redis-server.ts'
import { startOwnRedis } from '../redis/start-own-redis.ts'
import type { LeasedRedis, OpenIssuer, RedisRequest, SharedPostgres } from './stack-calls.ts'

interface PooledRedis {
  readonly id: number
  readonly server: RedisServer
  isLeased: boolean
}

/**
 * The servers that all test files of a run share. Each is started when the first file asks for it.
 *
 * A Redis is lent to one file at a time and emptied in between, because channels, `FLUSHALL` and `CONFIG` concern a whole
 * server: there are as many as files that run side by side. PostgreSQL gives each file its own database, and the OpenID
 * provider its own issuer.
 */
export class SharedServers {
  readonly #redis: PooledRedis[] = []
  readonly #issuers = new Map<string, OidcServer>()
  #lastId = 0
  #postgres: Promise<PostgresServer> | undefined
  #keys: ReturnType<typeof createSigningKeys> | undefined

  async leaseRedis({ exclusive }: RedisRequest): Promise<LeasedRedis> {
    const known = this.#redis.find(({ isLeased }) => !isLeased)
    if (known !== undefined) {
      known.isLeased = true
      await flush(known.server.url)
      return leaseOf(known)
    }
    this.#lastId += 1
    const id = this.#lastId
    const server = await startOwnRedis(exclusive ? { sources: ['docker', 'binary'] } : {})
    const pooled = { id, server, isLeased: true }
    // A database of a server that is not ours is taken anew each time.
    if (server.source !== 'environment') this.#redis.push(pooled)
    return leaseOf(pooled)
  }

  /** Ends a lease. Another file may get the same server. */
  returnRedis(id: number): void {
    const pooled = this.#redis.find((candidate) => candidate.id === id)
    if (pooled !== undefined) pooled.isLeased = false
  }

  async findPostgres(): Promise<SharedPostgres> {
    this.#postgres ??= startOwnPostgres()
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
    const postgres = await this.#postgres?.catch(() => undefined)
    const servers = [...this.#issuers.values(), ...this.#redis.map(({ server }) => server)]
    await Promise.all([postgres?.stop(), ...servers.map((server) => server.stop())])
  }
}

function leaseOf({ id, server }: PooledRedis): LeasedRedis {
  const { source, url, port } = server
  return { id, source, url, port }
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  try {
    await client.flushall()
  } finally {
    client.disconnect()
  }
}
