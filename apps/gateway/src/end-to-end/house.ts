import { completionSchema } from '@sluice/contracts'
import { createUsersRepository, migrate, openDatabase } from '@sluice/db'
import { type RunningService, startService } from '@sluice/service-kit'
import {
  type OidcServer,
  type RedisLease,
  type StubModel,
  startOidc,
  startPostgres,
  startRedis,
  startStubModel,
} from '@sluice/testkit'
import OpenAI from 'openai'
import { z } from 'zod'
import { gatewayService } from '../server.ts'

/** Who the tests call as: clearances as in the local stack. */
export const USERS = [
  { sub: 'alice', preferredUsername: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'bob', preferredUsername: 'bob', groups: ['dept:engineering', 'role:employee'] },
  { sub: 'gone', preferredUsername: 'gone', groups: ['dept:finance'] },
  { sub: 'stranger', preferredUsername: 'stranger', groups: ['dept:finance'] },
] as const

export type Caller = (typeof USERS)[number]['sub']

export const CLEARANCES = { 'dept:finance': { level: 5 }, 'dept:engineering': { level: 3 } }

/** A response's completion, checked; every completion of the gateway has its metadata. */
export async function completionOf(response: Response) {
  return completionSchema.required({ service_metadata: true }).parse(await response.json())
}

const errorBody = z.strictObject({
  error: z.strictObject({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() }),
})

/** A response's error, checked to be in OpenAI's shape and nothing more. */
export async function errorOf(response: Response) {
  return errorBody.parse(await response.json()).error
}

/** A gateway with real peers all around it. */
export interface House {
  readonly url: string
  readonly gateway: RunningService
  readonly redis: RedisLease
  readonly oidc: OidcServer
  readonly stub: StubModel
  /** Starts one more gateway over the same stores, with these variables changed, and tells its address. */
  another(changes: Record<string, string>): Promise<RunningService>
  /** Everything that the gateway has logged, as text. */
  logged(): string
  token(caller: Caller): Promise<string>
  /** The official client, with nothing changed but its base URL and its key. */
  client(caller: Caller, options?: ConstructorParameters<typeof OpenAI>[0]): Promise<OpenAI>
  /** A bare request, for what the official client would not send. */
  post(
    caller: Caller | undefined,
    body: string | Uint8Array | object,
    headers?: Record<string, string>,
  ): Promise<Response>
  stop(): Promise<void>
}

/**
 * Starts Redis, PostgreSQL, an OpenID provider, a stub model and the gateway.
 *
 * @param changes environment variables to set or change, for example `ENDPOINTS`.
 * @param ownRedis instead of one that test files share; it is stopped with the rest.
 */
export async function startHouse(
  changes: (stub: StubModel) => Record<string, string> = () => ({}),
  ownRedis?: RedisLease,
): Promise<House> {
  const [redis, postgres, oidc, stub] = await Promise.all([
    ownRedis ?? startRedis(),
    startPostgres(),
    startOidc({ users: USERS }),
    startStubModel({ models: ['stub-model'] }),
  ])
  await seedUsers(postgres.url)
  const lines: string[] = []
  const env = {
    PORT: '0',
    LOG_LEVEL: 'debug',
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
    OIDC_ISSUER: oidc.issuer,
    OIDC_AUDIENCE: oidc.audience,
    DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
    ENDPOINTS: JSON.stringify([
      { name: 'stub', baseUrl: stub.baseUrl, apiKey: 'upstream-key', permittedLevel: 7, models: ['stub-model'] },
    ]),
    CLEARANCES: JSON.stringify(CLEARANCES),
    CODENAMES: JSON.stringify([{ term: 'Nightfall', level: 3 }]),
    ...changes(stub),
  }
  const logDestination = { write: (line: string) => void lines.push(line) }
  const gateway = await startService(gatewayService, { env, logDestination })
  const others: RunningService[] = []
  const tokens = new Map<Caller, string>()
  const token = async (caller: Caller) => {
    const known = tokens.get(caller) ?? (await oidc.tokenFor(caller))
    tokens.set(caller, known)
    return known
  }
  return {
    url: gateway.url,
    gateway,
    redis,
    oidc,
    stub,
    another: async (changed) => {
      const other = await startService(gatewayService, { env: { ...env, ...changed }, logDestination })
      others.push(other)
      return other
    },
    logged: () => lines.join(''),
    token,
    client: async (caller, options = {}) =>
      new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: await token(caller), ...options }),
    post: async (caller, body, headers = {}) =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(caller ? { authorization: `Bearer ${await token(caller)}` } : {}),
          ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    stop: async () => {
      await Promise.all([gateway, ...others].map((service) => service.stop()))
      await Promise.all([stub.stop(), oidc.stop(), redis.stop(), postgres.stop()])
    },
  }
}

async function seedUsers(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl)
  await migrate(database)
  const users = createUsersRepository(database)
  for (const { sub, preferredUsername, groups } of USERS) {
    if (sub === 'stranger') continue
    await users.upsert({ tenant: 'default', sub, preferredUsername, groups: [...groups], active: sub !== 'gone' })
  }
  await database.close()
}
