import { adminService } from '@sluice/admin/service'
import { createPoliciesRepository } from '@sluice/db'
import { gatewayService } from '@sluice/gateway/service'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/* Two gateways and an admin service over one Redis and one PostgreSQL. */

let stub: StubModel
let stack: TestStack
let gateways: readonly RunningService[]
let admin: RunningService

const USERS = [
  { sub: 'alice', groups: ['dept:finance'] },
  { sub: 'bob', groups: ['dept:engineering'] },
  { sub: 'erin', groups: ['role:aigo'] },
  { sub: 'olga', groups: ['dept:finance'], tid: 'other', tenant: 'other' },
]
/** Far beyond what it takes: a busy machine must not fail the test. */
const SOON = { timeout: 15_000, interval: 20 }
/** The net under lost messages is as good as absent, unless a test says otherwise. */
const REFRESH = { POLICY_REFRESH_MS: '3600000', POLICY_STALE_AFTER_MS: '86400000' }

beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model'] })
  const endpoint = { name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      ...REFRESH,
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([endpoint]),
    }),
  })
  gateways = [stack.service, await stack.another({})]
  // The tests read the outbox themselves.
  const env = { ...stack.env, AUDIT_WRITER: 'false' }
  admin = await startService(adminService, { env, logDestination: { write: () => undefined } })
})
afterAll(async () => {
  await admin?.stop()
  await stack?.stop()
  await stub?.stop()
})

const groupsOf = (sub: string) => USERS.find((user) => user.sub === sub)
const tokenOf = (sub: string) =>
  stack.mint({ sub, tid: groupsOf(sub)?.tid ?? 'default', groups: groupsOf(sub)?.groups ?? [] })

let serial = 0
/** Asks a model at a gateway for something that no cache has seen. */
async function ask(gateway: RunningService, sub: string, headers: Record<string, string> = {}): Promise<Response> {
  serial += 1
  const messages = [{ role: 'user', content: `What is number ${serial}?` }]
  return await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(sub)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'stub-model', messages }),
  })
}

const statusOf = async (gateway: RunningService, sub: string) => (await ask(gateway, sub)).status

async function administer(method: string, path: string, body?: object): Promise<Response> {
  return await fetch(`${admin.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf('erin')}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function post(id: string, text: string): Promise<void> {
  const response = await administer('POST', '/admin/policies', { id, description: 'For a test.', text })
  expect(response.status).toBe(201)
}

async function remove(id: string, version = 1): Promise<void> {
  expect((await administer('DELETE', `/admin/policies/${id}?version=${version}`)).status).toBe(200)
}

const FORBID_FINANCE = 'forbid (principal in Department::"finance", action == Action::"invoke", resource);'
const ASK_WHY = 'forbid (principal, action == Action::"invokeWithReason", resource) unless { context.reasonGiven };'

/** The versions of the policy that the records of a caller's requests name, the oldest first. */
async function policyVersions(sub: string): Promise<unknown[]> {
  return (await stack.records()).filter((record) => record['sub'] === sub).map((record) => record['policy_version'])
}

const errorSchema = z.object({ error: z.looseObject({ code: z.string(), policy_violations: z.array(z.unknown()) }) })

describe('a policy that is posted', () => {
  it('holds at every gateway at once, for the tenant of its author, and no longer when it is deleted', async () => {
    expect(await Promise.all(gateways.map((gateway) => statusOf(gateway, 'alice')))).toEqual([200, 200])
    await post('no-finance', FORBID_FINANCE)
    for (const gateway of gateways) {
      await vi.waitFor(async () => expect(await statusOf(gateway, 'alice')).toBe(403), SOON)
      expect(await statusOf(gateway, 'bob')).toBe(200)
      expect(await statusOf(gateway, 'olga')).toBe(200)
    }
    const refused = errorSchema.parse(await (await ask(stack.service, 'alice')).json()).error
    expect(refused).toMatchObject({
      code: 'action_not_permitted',
      policy_violations: [{ policy_id: 'no-finance', layer: 'L0', action: 'blocked', severity: 'high' }],
    })
    await remove('no-finance')
    for (const gateway of gateways) {
      await vi.waitFor(async () => expect(await statusOf(gateway, 'alice')).toBe(200), SOON)
    }
  })

  it('changes the version that records name, and its end brings the earlier one back', async () => {
    await ask(stack.service, 'bob')
    await post('no-finance', FORBID_FINANCE)
    await vi.waitFor(async () => expect(await statusOf(stack.service, 'alice')).toBe(403), SOON)
    await ask(stack.service, 'bob')
    await remove('no-finance', 3)
    await vi.waitFor(async () => expect(await statusOf(stack.service, 'alice')).toBe(200), SOON)
    await ask(stack.service, 'bob')
    const [before, during, after] = (await policyVersions('bob')).slice(-3)
    expect(during).not.toBe(before)
    expect(after).toBe(before)
  })

  it('can ask for a reason, which is recorded without what is sensitive in it', async () => {
    await post('say-why', ASK_WHY)
    await vi.waitFor(async () => expect(await statusOf(stack.service, 'bob')).toBe(403), SOON)
    const refused = await ask(stack.service, 'bob')
    expect(refused.headers.get('x-should-retry')).toBe('false')
    expect(errorSchema.parse(await refused.json()).error).toMatchObject({
      code: 'reason_required',
      policy_violations: [{ policy_id: 'say-why', action: 'blocked' }],
    })
    const asked = stub.requestCount
    const answered = await ask(stack.service, 'bob', { 'x-reason': 'Ticket 12, for ann@example.org' })
    expect(answered.status).toBe(200)
    expect(stub.requestCount).toBe(asked + 1)
    const records = (await stack.records()).filter(({ sub, outcome }) => sub === 'bob' && outcome === 'answered')
    expect(records.at(-1)).toMatchObject({ reason: 'Ticket 12, for EMAIL_ADDRESS' })
    for (const reason of ['', ' ', 'x'.repeat(1_001)]) {
      const malformed = await ask(stack.service, 'bob', { 'x-reason': reason })
      expect([malformed.status, (await errorOf(malformed)).param]).toEqual([400, 'x-reason'])
    }
    await remove('say-why')
    await vi.waitFor(async () => expect(await statusOf(stack.service, 'bob')).toBe(200), SOON)
  })

  it('is on record before it holds: while it cannot be recorded, nothing changes', async () => {
    await stack.redisClient.set('sluice:{outbox:0}-kept', '1')
    await stack.redisClient.rename('sluice:{outbox:0}', 'sluice:{outbox:0}-kept')
    // An outbox that is no stream takes no record.
    await stack.redisClient.set('sluice:{outbox:0}', 'spoilt')
    try {
      const order = { id: 'unrecorded', description: 'For a test.', text: FORBID_FINANCE }
      expect((await administer('POST', '/admin/policies', order)).status).toBe(503)
    } finally {
      await stack.redisClient.rename('sluice:{outbox:0}-kept', 'sluice:{outbox:0}')
    }
    expect((await administer('GET', '/admin/policies/unrecorded/history')).status).toBe(404)
    expect(await statusOf(stack.service, 'alice')).toBe(200)
  })
})

describe('a change whose message was lost', () => {
  it('is found by the clock', async () => {
    const quick = await stack.another({ POLICY_REFRESH_MS: '100' })
    expect(await statusOf(quick, 'alice')).toBe(200)
    const policies = createPoliciesRepository(stack.database)
    const statement = { description: 'For a test.', text: FORBID_FINANCE, immutable: false, enabled: true }
    const change = { kind: 'created', id: 'unannounced', statement } as const
    const unheard = { tenant: 'default', change, by: 'user:erin' }
    expect(await policies.change(unheard, async () => undefined)).toMatchObject({ type: 'changed' })
    await vi.waitFor(async () => expect(await statusOf(quick, 'alice')).toBe(403), SOON)
    // The others were not told, and their clock is slow.
    expect(await statusOf(stack.service, 'alice')).toBe(200)
    await remove('unannounced')
  })
})

async function errorOf(response: Response) {
  return z.object({ error: z.looseObject({ param: z.string().nullable() }) }).parse(await response.json()).error
}
