import { completionSchema, policyViolationSchema } from '@sluice/contracts'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type RedisLease, type StubModel, startStubModel } from '@sluice/testkit'
import OpenAI from 'openai'
import { z } from 'zod'
import { gatewayService } from '../server.ts'

/** Who the tests call as: clearances as in the local stack. */
const USERS = [
  { sub: 'alice', preferredUsername: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'bob', preferredUsername: 'bob', groups: ['dept:engineering', 'role:employee'] },
  { sub: 'gone', preferredUsername: 'gone', groups: ['dept:finance'], active: false },
  { sub: 'stranger', preferredUsername: 'stranger', groups: ['dept:finance'], isStored: false },
] as const

export type Caller = (typeof USERS)[number]['sub']

const CLEARANCES = { 'dept:finance': { level: 5 }, 'dept:engineering': { level: 3 } }

/** A response's completion, checked; every completion of the gateway has its metadata. */
export async function completionOf(response: Response) {
  return completionSchema.required({ service_metadata: true }).parse(await response.json())
}

const errorBody = z.strictObject({
  error: z.strictObject({
    ...{ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() },
    policy_violations: z.array(policyViolationSchema).optional(),
  }),
})

/** A response's error, checked to be in OpenAI's shape and nothing more. */
export async function errorOf(response: Response) {
  return errorBody.parse(await response.json()).error
}

/** A gateway with real peers all around it. */
export interface GatewayStack extends TestStack {
  readonly stub: StubModel
  /** The official client, with nothing changed but its base URL and its key. */
  client(caller: Caller, options?: ConstructorParameters<typeof OpenAI>[0]): Promise<OpenAI>
  /** A bare request, for what the official client would not send. */
  post(
    caller: Caller | undefined,
    body: string | Uint8Array | object,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** The same at another address; without a body it is a GET. */
  request(
    caller: Caller | undefined,
    path: string,
    body?: object,
    headers?: Record<string, string>,
    method?: string,
  ): Promise<Response>
}

/**
 * Starts a gateway over Redis, PostgreSQL, an OpenID provider and a stub model.
 *
 * @param changes environment variables to set or change, for example `ENDPOINTS`.
 * @param ownRedis a Redis that the test kills or restarts, instead of a shared one; it is stopped with the rest.
 */
export async function startGatewayStack(
  changes: (stub: StubModel) => Record<string, string> = () => ({}),
  ownRedis?: RedisLease,
): Promise<GatewayStack> {
  const stub = await startStubModel({ models: ['stub-model'] })
  const stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([
        { name: 'stub', baseUrl: stub.baseUrl, apiKey: 'upstream-key', permittedLevel: 7, models: ['stub-model'] },
      ]),
      CLEARANCES: JSON.stringify(CLEARANCES),
      CODENAMES: JSON.stringify([{ term: 'Nightfall', level: 3 }]),
      ...changes(stub),
    }),
    ...(ownRedis === undefined ? {} : { redis: ownRedis }),
  })
  return {
    ...stack,
    stub,
    client: async (caller, options = {}) =>
      new OpenAI({ baseURL: `${stack.url}/v1`, apiKey: await stack.tokenFor(caller), ...options }),
    post: async (caller, body, headers = {}) =>
      fetch(`${stack.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(caller ? { authorization: `Bearer ${await stack.tokenFor(caller)}` } : {}),
          ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    request: async (caller, path, body, headers = {}, method = body === undefined ? 'GET' : 'POST') =>
      fetch(`${stack.url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(caller ? { authorization: `Bearer ${await stack.tokenFor(caller)}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    stop: async () => {
      await stack.stop()
      await stub.stop()
    },
  }
}
