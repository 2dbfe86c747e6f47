import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminService } from '@sluice/admin/service'
import { assessmentService } from '@sluice/assessment-api/service'
import { gatewayService } from '@sluice/gateway/service'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, TestBrowser, type TestStack } from '@sluice/test-stack'
import { findFreePort, type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { consoleClient } from '../console-client.ts'
import { consoleVariables } from '../services.ts'

/* The console over a real gateway and a real assessment API. */

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'bob', groups: ['role:employee'] },
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'erin', groups: ['role:aigo'] },
]
const heldSchema = z.object({ approval_id: z.uuid() })
const CARD = '4111 1111 1111 1111'
const PROMPT = { model: 'stub-model', messages: [{ role: 'user', content: `Repeat after me: my card is ${CARD}.` }] }

let stub: StubModel
let stack: TestStack
let services: readonly RunningService[]
let consoleUrl: string
let project: string

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'sluice-project-'))
  writeFileSync(
    join(project, 'key.py'),
    'from cryptography.hazmat.primitives.asymmetric import rsa\nrsa.generate_private_key(65537, 2048)\n',
  )
  // It answers with what reached it.
  stub = await startStubModel({ models: ['stub-model'], reply: ({ rawBody }) => ({ text: rawBody }) })
  consoleUrl = `http://127.0.0.1:${await findFreePort()}`
  const dataKeys = JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') })
  const clearances = JSON.stringify({ 'dept:finance': { level: 5 }, '*': { level: 0 } })
  stack = await startTestStack(gatewayService, {
    users: USERS,
    webClients: [consoleClient(consoleUrl)],
    env: () => ({
      ...{ DATA_KEYS: dataKeys, CLEARANCES: clearances },
      ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }]),
    }),
  })
  const logDestination = { write: () => undefined }
  const assessment = await startService(assessmentService, {
    env: { PORT: '0', ASSESSMENT_ROOTS: project },
    logDestination,
  })
  const sampleCallers = [{ name: 'alice', title: 'Employee', token: await stack.tokenFor('alice') }]
  const env = {
    ...{ ...stack.env, ...consoleVariables({ consoleUrl, sampleCallers }), AUDIT_WRITER: 'false' },
    ...{ PORT: new URL(consoleUrl).port, GATEWAY_URL: stack.url, ASSESSMENT_API_URL: assessment.url },
  }
  services = [assessment, await startService(adminService, { env, logDestination })]
}, 300_000)
afterAll(async () => {
  for (const service of services ?? []) await service.stop()
  await stack?.stop()
  await stub?.stop()
  rmSync(project, { recursive: true, force: true })
})

async function loggedIn(sub: string): Promise<TestBrowser> {
  const browser = new TestBrowser(consoleUrl)
  await browser.logIn(sub)
  return browser
}

it('asks the gateway as the person, and as a sample user, who see what each of them may', async () => {
  const browser = await loggedIn('bob')
  const ask = async (headers = {}) => {
    const answer = await browser.call('POST', '/console/gateway/v1/chat/completions', PROMPT, headers)
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, expect.stringContaining('layers_executed')])
    return text
  }
  const [bob, alice] = [await ask(), await ask({ 'x-sluice-as': 'alice' })]
  expect([bob.includes(CARD), alice.includes(CARD)]).toEqual([false, true])
})

it('has what somebody asks as a sample user decided by somebody else, and says who asked', async () => {
  const [carol, erin] = [await loggedIn('carol'), await loggedIn('erin')]
  const order = 'Transfer 500 euros to the account of the supplier.'
  const asked = { model: 'stub-model', messages: [{ role: 'user', content: order }] }
  const held = await carol.call('POST', '/console/gateway/v1/chat/completions', asked, { 'x-sluice-as': 'alice' })
  const { service_metadata: said } = z.object({ service_metadata: heldSchema }).parse(await held.json())
  const path = `/admin/approvals/${said.approval_id}`
  const decide = (browser: TestBrowser, decision: string) =>
    browser.call('POST', path, { decision, comment: 'Seen and checked.' })
  for (const decision of ['approve', 'deny']) {
    const own = await decide(carol, decision)
    expect([own.status, await own.json()]).toMatchObject([403, { code: 'action_not_permitted' }])
  }
  expect(await (await carol.call('GET', path)).json()).toMatchObject({ state: 'pending', votes: [] })
  expect(await (await decide(erin, 'approve')).json()).toMatchObject({ state: 'approved' })
  const records = await stack.records()
  const requested = records.find(({ event }) => event === 'approval.requested')
  expect(requested?.request_id).toBe(held.headers.get('x-request-id'))
  const posed = records.filter((one) => one.request_id === requested?.request_id && one.event === 'console.posed')
  expect(posed).toMatchObject([{ actor: 'user:carol', details: { as: 'alice' } }])
})

it('has the assessment API scan, and shows what it found', async () => {
  const browser = await loggedIn('carol')
  const scan = await browser.call('POST', '/console/assessment/v1/scans', { project })
  expect(await scan.json()).toMatchObject({ status: 'completed' })
  const findings = await browser.call('GET', `/console/assessment/v1/findings?project=${encodeURIComponent(project)}`)
  expect(await findings.json()).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ algorithm: 'RSA' })]),
  })
})
