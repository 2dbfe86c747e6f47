import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/* A gateway, a worker and an admin service over one Redis and one PostgreSQL: what people see of a held request. */

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'erin', groups: ['role:aigo'] },
  { sub: 'heidi', groups: ['dept:finance', 'role:dept-admin'] },
  { sub: 'ivan', groups: ['dept:sales', 'role:dept-admin'] },
  // She approves, and asks.
  { sub: 'judy', groups: ['dept:finance', 'role:ciso'] },
  { sub: 'olga', groups: ['role:ciso'], tid: 'other', tenant: 'other' },
]
const SOON = { timeout: 30_000, interval: 50 }
const CLEARANCES = { '*': { level: 0 }, 'role:ciso': { level: 7 }, 'role:dept-admin': { level: 2 } }

let stub: StubModel
let stack: TestStack
let services: readonly RunningService[]
let adminUrl: string

beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model'], reply: 'Done.' })
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }]),
      CLEARANCES: JSON.stringify(CLEARANCES),
    }),
  })
  const logDestination = { write: () => undefined }
  const env = { ...stack.env, AUDIT_WRITER: 'false', APPROVAL_SWEEP_MS: '100' }
  const admin = await startService(adminService, { env, logDestination })
  services = [admin, await startService(gatewayWorkerService, { env, logDestination })]
  adminUrl = admin.url
}, 300_000)
afterAll(async () => {
  for (const service of services ?? []) await service.stop()
  await stack?.stop()
  await stub?.stop()
})

function tokenOf(sub: string): Promise<string> {
  const user = USERS.find((known) => known.sub === sub)
  return stack.mint({ sub, groups: user?.groups ?? [], tid: user?.tid ?? 'default' })
}

const clientOf = async (sub: string) =>
  new OpenAI({ baseURL: `${stack.url}/v1`, apiKey: await tokenOf(sub), maxRetries: 0 })

let number = 0
function order() {
  number += 1
  const content = `Transfer ${number} euros to the account of Mr. James Miller, SSN 536-22-8145.`
  return { model: 'stub-model', messages: [{ role: 'user' as const, content }] }
}

async function call(sub: string, method: string, path: string, body?: object) {
  return await fetch(`${adminUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(sub)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const approvalSchema = z.looseObject({
  id: z.string(),
  state: z.string(),
  requester: z.object({ sub: z.string(), username: z.string(), departments: z.array(z.string()) }),
  votes: z.array(z.looseObject({ by: z.string(), comment: z.string() })),
  request: z.looseObject({ messages: z.array(z.object({ role: z.string(), content: z.string() })) }).optional(),
  withheld: z.number().optional(),
})
const listSchema = z.object({ data: z.array(approvalSchema), next: z.string().optional() })

async function hold(sub = 'alice') {
  const client = await clientOf(sub)
  const { id } = await client.chat.completions.create(order())
  return { client, id, path: `/admin/approvals/${id.replace('chatcmpl-', '')}` }
}

const viewOf = async (sub: string, path: string) => approvalSchema.parse(await (await call(sub, 'GET', path)).json())
const decide = (sub: string, path: string, decision: string) =>
  call(sub, 'POST', path, { decision, comment: 'Seen and checked.' })

describe('a held request', () => {
  it('is found, read as far as the clearance goes, approved, and carried out', async () => {
    const { client, id, path } = await hold()
    const before = stub.requestCount
    const listed = listSchema.parse(await (await call('heidi', 'GET', '/admin/approvals?state=pending')).json())
    expect(listed.data.map((one) => one.id)).toContain(id.replace('chatcmpl-', ''))
    expect(JSON.stringify(listed)).not.toMatch(/Miller|536-22/)

    const whole = await viewOf('carol', path)
    expect(whole.request?.messages[0]?.content).toContain('Mr. James Miller, SSN 536-22-8145')
    expect(whole).toMatchObject({ state: 'pending', withheld: 0, requester: { sub: 'alice' }, category: 'F' })
    const part = await viewOf('heidi', path)
    expect(part.request?.messages[0]?.content).toMatch(/James Miller, SSN US_SSN_\w{10}\./)
    expect(part.withheld).toBe(1)

    expect((await client.chat.completions.retrieve(id)).choices[0]?.finish_reason).toBe('content_filter')
    const approved = await decide('heidi', path, 'approve')
    expect(approvalSchema.parse(await approved.json())).toMatchObject({
      state: 'approved',
      votes: [{ by: 'user:heidi', comment: 'Seen and checked.' }],
    })
    await vi.waitFor(async () => {
      expect((await client.chat.completions.retrieve(id)).choices[0]?.message.content).toBe('Done.')
    }, SOON)
    expect(stub.requestCount).toBe(before + 1)
    const events = (await stack.records()).map(({ event, actor }) => `${event} ${actor}`)
    expect(events).toContain('approval.viewed user:carol')
    expect(events).toContain('approval.approved user:heidi')
  })

  it('that is denied ends with an error, and no model is asked', async () => {
    const { client, id, path } = await hold()
    const before = stub.requestCount
    expect((await decide('erin', path, 'deny')).status).toBe(200)
    await expect(client.chat.completions.retrieve(id)).rejects.toMatchObject({ status: 403, code: 'approval_denied' })
    expect((await decide('carol', path, 'approve')).status).toBe(409)
    expect(stub.requestCount).toBe(before)
  })

  it('is decided by nobody who sent it, and read by nobody of another department or tenant', async () => {
    const own = await hold('judy')
    expect((await decide('judy', own.path, 'approve')).status).toBe(403)
    const { path } = await hold()
    for (const sub of ['ivan', 'olga']) {
      expect((await call(sub, 'GET', path)).status).toBe(404)
      expect((await decide(sub, path, 'approve')).status).toBe(404)
    }
    expect((await call('alice', 'GET', path)).status).toBe(403)
    const listed = listSchema.parse(await (await call('ivan', 'GET', '/admin/approvals')).json())
    expect(listed.data).toEqual([])
  })

  it('is carried out once where two approve at the same time', async () => {
    const { client, id, path } = await hold()
    const before = stub.requestCount
    const decisions = await Promise.all([decide('carol', path, 'approve'), decide('erin', path, 'approve')])
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await vi.waitFor(async () => {
      expect((await client.chat.completions.retrieve(id)).choices[0]?.message.content).toBe('Done.')
    }, SOON)
    expect(stub.requestCount).toBe(before + 1)
  })

  it.each([
    ['no decision', {}],
    ['another word', { decision: 'yes', comment: 'x' }],
    ['no comment', { decision: 'approve', comment: '' }],
    ['more than that', { decision: 'approve', comment: 'x', by: 'carol' }],
  ])('takes no decision with %s', async (_what, body) => {
    const { path } = await hold()
    expect((await call('carol', 'POST', path, body)).status).toBe(400)
  })
})
