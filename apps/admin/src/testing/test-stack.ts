import { problemSchema } from '@sluice/service-kit'
import type { Session } from '@sluice/sessions'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import type { MintClaims, RedisLease, WebClient } from '@sluice/testkit'
import { expect } from 'vitest'
import { adminService } from '../server.ts'

/** The people of the tests, all of tenant `default`; `office` is the subject that every role is tried with. */
const USERS = [
  { sub: 'office', preferredUsername: 'office', groups: [] },
  { sub: 'carol', preferredUsername: 'carol', groups: ['role:ciso', 'dept:security'] },
  { sub: 'dave', preferredUsername: 'dave', groups: ['role:soc-analyst', 'dept:security'] },
  { sub: 'erin', preferredUsername: 'erin', groups: ['role:aigo', 'dept:finance'] },
  { sub: 'grace', preferredUsername: 'grace', groups: ['role:auditor'] },
  { sub: 'u-alice', preferredUsername: 'alice', email: 'Alice@example.test', groups: ['dept:finance'] },
  { sub: 'u-bob', preferredUsername: 'bob', email: 'bob@example.test', groups: ['dept:engineering'] },
  { sub: 'gone', preferredUsername: 'gone', groups: ['role:ciso'], active: false },
] as const

/** The key that the services of a test seal and open with. */
const DATA_KEYS = JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') })

type Person = (typeof USERS)[number]['sub']

/** The admin service with real peers around it. */
export interface AdminStack extends TestStack {
  /** Begins a session of a user as a gateway would. */
  begin(sub: string, options?: { departments?: readonly string[]; tenant?: string; name?: string }): Promise<Session>
  /** Sends a request as one of the people, with other claims, or without a token. */
  call(caller: Person | MintClaims | undefined, method: string, path: string, body?: unknown): Promise<Response>
}

interface AdminStackOptions {
  /** One that the test kills. */
  readonly redis?: RedisLease | undefined
  readonly webClients?: readonly WebClient[]
}

/** Starts the admin service with these variables. */
export async function startAdminStack(
  env: Record<string, string> = {},
  { redis, webClients = [] }: AdminStackOptions = {},
): Promise<AdminStack> {
  const stack = await startTestStack(adminService, {
    users: USERS,
    webClients,
    // Tests read the outbox themselves.
    env: () => ({ AUDIT_WRITER: 'false', DATA_KEYS, ...env }),
    ...(redis === undefined ? {} : { redis }),
  })
  return {
    ...stack,
    begin: (sub, { departments = [], tenant = 'default', name } = {}) =>
      stack.sessions.resolve({
        principal: { tenant, sub, username: sub, groups: [], roles: [], departments, client: 'web' },
        requested: name,
      }),
    call: async (caller, method, path, body) => {
      const claims = typeof caller === 'string' ? { sub: caller, groups: groupsOf(caller) } : caller
      return await fetch(`${stack.url}${path}`, {
        method,
        headers: {
          ...(claims === undefined ? {} : { authorization: `Bearer ${await stack.mint(claims)}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: bodyOf(body) }),
      })
    },
  }
}

/** A time as answers give it. */
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** The body of a response that must be a 200. */
export async function okJson(response: Response) {
  expect(response.status).toBe(200)
  return await response.json()
}

/** A response's problem, checked to be in the shape of RFC 9457 with our members. */
export async function problemOf(response: Response) {
  const problem = problemSchema.strict().parse(await response.json())
  if (response.headers.get('content-type') !== 'application/problem+json') throw new Error('not a problem')
  if (problem.status !== response.status) throw new Error('the problem has another status')
  return problem
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function groupsOf(person: Person): readonly string[] {
  return USERS.find(({ sub }) => sub === person)?.groups ?? []
}
