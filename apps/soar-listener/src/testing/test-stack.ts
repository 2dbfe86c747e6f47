import { createHmac, randomUUID } from 'node:crypto'
import { type ControlRecord, controlRecordSchema, type Principal } from '@sluice/contracts'
import { createUsersRepository, type UsersRepository } from '@sluice/db'
import { systemClock } from '@sluice/service-kit'
import {
  connectSessions,
  createFreezeControl,
  createSessionGate,
  type FreezeControl,
  type SessionGate,
  type SessionStore,
} from '@sluice/sessions'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import type { OidcServer, RedisLease } from '@sluice/testkit'
import { z } from 'zod'
import { soarListenerService } from '../server.ts'

/** Whom commands are about. `mia` is the name of two people in two tenants, who share an address too. */
const USERS = [
  { tenant: 'default', sub: 'alice', preferredUsername: 'alice.a', email: 'Alice@Example.com', active: true },
  { tenant: 'default', sub: 'bob', preferredUsername: 'bob.b', email: 'bob@example.com', active: true },
  { tenant: 'default', sub: 'gone', preferredUsername: 'gone', email: 'gone@example.com', active: false },
  { tenant: 'default', sub: 'u-17', preferredUsername: 'mia', email: 'mia@example.com', active: true },
  { tenant: 'acme', sub: 'u-17', preferredUsername: 'Mia', email: 'mia@example.com', active: true },
] as const

export const SECRETS = {
  current: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  next: `whsec_${Buffer.alloc(24, 2).toString('base64')}`,
  expired: `whsec_${Buffer.alloc(32, 3).toString('base64')}`,
  other: `whsec_${Buffer.alloc(32, 4).toString('base64')}`,
}

/** The variable with the callers that may send commands. */
const CALLERS_ENV = {
  SOAR_CALLERS: JSON.stringify({
    xsoar: [SECRETS.current, SECRETS.next, { secret: SECRETS.expired, notAfter: '2020-01-01T00:00:00Z' }],
    tines: [SECRETS.other],
  }),
  SOAR_CLIENTS: 'svc,splunk,o-1',
}

const problemSchema = z.strictObject({
  type: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string().optional(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
})

/** A response's error, checked to be an RFC 9457 problem and nothing more. */
export async function problemOf(response: Response) {
  return problemSchema.parse(await response.json())
}

interface SigningOptions {
  readonly secret?: string
  readonly id?: string
  readonly timestamp?: number
}

/** The headers of a message signed as Standard Webhooks has it, from its text rather than from our code. */
export function signHeaders(body: string | Buffer, options: SigningOptions = {}): Record<string, string> {
  const { secret = SECRETS.current, id = `msg_${randomUUID()}`, timestamp = Math.floor(Date.now() / 1_000) } = options
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

/** What living gateways go by. */
const GATEWAY_KEYS = /:(?:gateways|freeze-sequence|freeze-log|acknowledged:[0-9]+)$/

/** A SOAR listener with real peers all around it. */
export interface ListenerStack extends Omit<TestStack, 'takeRecords'> {
  readonly users: UsersRepository
  /** Freezes and unfreezes as another service would, without audit records. */
  readonly control: FreezeControl
  /** Sends a body; objects are written as JSON. */
  post(body: string | Buffer | object, headers: Record<string, string>): Promise<Response>
  /** Sends a command as the caller `xsoar`, signed. */
  command(command: object, headers?: Record<string, string>): Promise<Response>
  /** The freeze state of a user, as the session store has it. */
  freezeStateOf(tenant: string, sub: string): Promise<Awaited<ReturnType<SessionStore['findUser']>>['freezeState']>
  /** Ends every freeze, for the next test. */
  unfreezeAll(): Promise<void>
  /** The records in the outbox, and empties it. */
  takeRecords(): Promise<ControlRecord[]>
  /** Begins a session of a user. */
  beginSession(user: { tenant: string; sub: string }, client?: string): ReturnType<SessionStore['resolve']>
  /** Makes look-ups of users wait until the returned function is called, or fail after 2 seconds. */
  holdLookUps(): Promise<() => Promise<void>>
  /** A gateway that applies freezes; its `stop` must come before that of the listener. */
  openGateway(): Promise<SessionGate>
}

/**
 * Starts the listener over Redis, PostgreSQL and an OpenID provider, with the given variables changed, and over a Redis
 * that the test configures where it gives one.
 */
export async function startListenerStack(
  changes: (oidc: OidcServer) => Record<string, string> = () => ({}),
  ownRedis?: RedisLease,
): Promise<ListenerStack> {
  const stack = await startTestStack(soarListenerService, {
    users: USERS,
    env: (oidc) => ({ ...CALLERS_ENV, ...changes(oidc) }),
    ...(ownRedis === undefined ? {} : { redis: ownRedis }),
  })
  const { redisClient, redis, sessions, database } = stack
  const connection = connectSessions({
    redis: redisClient,
    redisUrl: redis.url,
    clock: systemClock,
    onError: () => undefined,
  })
  const outbox = { append: async () => undefined }
  const control = createFreezeControl({ connection, sessions, outbox, service: 'test' })
  const post: ListenerStack['post'] = (body, headers) =>
    fetch(`${stack.url}/soar/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    })
  return {
    ...stack,
    users: createUsersRepository(database),
    control,
    post,
    command: (command, headers = {}) => {
      const body = JSON.stringify(command)
      return post(body, { ...signHeaders(body), ...headers })
    },
    freezeStateOf: async (tenant, sub) => (await sessions.findUser({ tenant, sub })).freezeState,
    unfreezeAll: async () => {
      const keys = await redisClient.keys('sluice:{sessions}:*')
      const own = keys.filter((key) => !GATEWAY_KEYS.test(key))
      if (own.length > 0) await redisClient.del(own)
    },
    takeRecords: async () => (await stack.takeRecords()).map((record) => controlRecordSchema.parse(record)),
    beginSession: (user, name = 'web') => sessions.resolve({ principal: principalOf(user, name) }),
    holdLookUps: async () => {
      const connection = await database.pool.connect()
      await connection.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
      return async () => {
        await connection.query('ROLLBACK')
        connection.release()
      }
    },
    openGateway: async () => {
      const gate = createSessionGate({ connection, sessions })
      await gate.start()
      return gate
    },
    stop: async () => {
      control.close()
      await stack.stop()
    },
  }
}

export function principalOf({ tenant, sub }: { tenant: string; sub: string }, client = 'web'): Principal {
  return { tenant, sub, username: sub, groups: [], roles: [], departments: [], client }
}
