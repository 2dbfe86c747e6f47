import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runRedTeam } from './redteam.ts'

const GROUPS = { alice: ['dept:finance'], bob: ['dept:engineering'], ice: ['dept:finance'], zoe: ['dept:finance'] }
const USERS = [
  ...(['alice', 'bob', 'ice'] as const).map((sub) => ({ sub, groups: GROUPS[sub] })),
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'zoe', tenant: 'acme', tid: 'acme', groups: GROUPS.zoe },
]

let stub: StubModel
let stack: TestStack
let admin: RunningService

beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model'] })
  stub.respondWith(({ body }) => `You wrote: ${JSON.stringify(body.messages)}`)
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }]),
      CLEARANCES: JSON.stringify({ 'dept:finance': { level: 5 }, 'dept:engineering': { level: 3 } }),
      CODENAMES: JSON.stringify([{ term: 'Nightfall', level: 3 }]),
      SHOW_SENT: 'true',
    }),
  })
  const env = { ...stack.env, AUDIT_WRITER: 'false' }
  admin = await startService(adminService, { env, logDestination: { write: () => undefined } })
  const frozen = await fetch(`${admin.url}/admin/users/ice/freeze`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await stack.mint({ sub: 'carol', groups: ['role:ciso'] })}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ reason: 'red team' }),
  })
  expect(frozen.status).toBe(200)
}, 300_000)
afterAll(async () => {
  await admin?.stop()
  await stack?.stop()
  await stub?.stop()
})

const reportSchema = z.object({
  requests: z.int(),
  counts: z.record(z.string(), z.int()),
  attacks: z.array(z.object({ id: z.string(), group: z.string(), result: z.string(), reason: z.string() })),
})

/** Plays attacks, and gives what became of each by its id. */
async function play(url: string, more: readonly string[]) {
  const printed: string[] = []
  const args = ['--url', url, '--model', 'stub-model', '--patience-s', '1', '--json', ...more]
  const exitCode = await runRedTeam(
    args,
    (text) => printed.push(text),
    () => undefined,
  )
  const report = reportSchema.parse(JSON.parse(printed.join('\n')))
  return { exitCode, report, results: new Map(report.attacks.map((one) => [one.id, `${one.result}: ${one.reason}`])) }
}

it('sees a whole deployment stop every attack but for those that it has no patience for', async () => {
  const { exitCode, report, results } = await play(stack.url, [
    ...['--token', await stack.tokenFor('alice'), '--other-token', await stack.tokenFor('bob')],
    ...['--frozen-token', await stack.tokenFor('ice'), '--other-tenant-token', await stack.tokenFor('zoe')],
    ...['--expired-token', await stack.mint({ sub: 'alice', exp: Math.floor(Date.now() / 1000) - 3600 })],
    ...['--admin', admin.url, '--codename', 'Nightfall'],
  ])
  const open = Array.from(results).filter(([, seen]) => !seen.startsWith('stopped'))
  expect(open.map(([id]) => id)).toEqual(['slow-head', 'slow-body'])
  expect(open.map(([, seen]) => seen)).toEqual(Array(2).fill(expect.stringMatching(/^could not tell: .*--patience-s/)))
  expect(exitCode).toBe(0)
  expect(report.attacks.length).toBeGreaterThan(75)
  expect(report.requests).toBeLessThan(400)
}, 180_000)

it('says NOT stopped where layers are off, and ends with 1', async () => {
  const open = await stack.another({
    JAILBREAK_THRESHOLDS: JSON.stringify({ observe: 1, block: 1 }),
    DETECTION: JSON.stringify({ default: { EMAIL_ADDRESS: { find: 'never' } } }),
  })
  const names = ['jailbreak-plain', 'jailbreak-tool-result', 'leak-email', 'leak-card', 'token-none']
  const { exitCode, results } = await play(open.url, [
    ...['--token', await stack.tokenFor('alice'), '--only', names.join(',')],
  ])
  expect(Object.fromEntries(results)).toEqual({
    'jailbreak-plain': 'NOT stopped: the model was asked',
    'jailbreak-tool-result': 'NOT stopped: the model was asked',
    'leak-email': 'NOT stopped: the value went to the model',
    'leak-card': 'stopped: it went without the value',
    'token-none': 'stopped: 401 token_invalid',
  })
  expect(exitCode).toBe(1)
})

it('cannot tell what was sent where the gateway does not show it', async () => {
  const quiet = await stack.another({ SHOW_SENT: 'false' })
  const { exitCode, results } = await play(quiet.url, [
    '--token',
    await stack.tokenFor('alice'),
    '--only',
    'leak-email',
  ])
  expect(results.get('leak-email')).toMatch(/^could not tell: .*SHOW_SENT is off/)
  expect(exitCode).toBe(2)
})

/** A deployment that does the same to everything. */
async function playAgainst(answer: RequestListener, only: string) {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const token = await stack.tokenFor('alice')
    const others = ['--other-token', token, '--frozen-token', token, '--expired-token', token, '--admin', url]
    return await play(url, ['--token', token, ...others, '--only', only])
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a deployment', () => {
  it('that lets everything pass stops none of what a token, a role or a layer must stop', async () => {
    const metadata = { session_id: 1, approval_required: false, cache_hit: true }
    const { exitCode, report } = await playAgainst((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const content = Buffer.concat(chunks).toString()
        const sent = [{ text: content }]
        const choices = [{ message: { role: 'assistant', content }, finish_reason: 'stop' }]
        response.end(JSON.stringify({ id: 'resp_1234', choices, service_metadata: { ...metadata, sent } }))
      })
    }, 'jailbreaks,tokens,admin,acts,leak-email,leak-card,frozen-user,cached-answer,response-of-another,session-of-another')
    expect(report.attacks.filter(({ result }) => result !== 'NOT stopped').map(({ id }) => id)).toEqual([])
    expect(exitCode).toBe(1)
  })

  it('that refuses everything has stopped nothing that could be told', async () => {
    const { exitCode, report } = await playAgainst((request, response) => {
      request.resume()
      response.writeHead(403).end('{}')
    }, 'jailbreaks,tokens,admin,acts,leaks')
    expect(new Set(report.attacks.map(({ result }) => result))).toEqual(new Set(['could not tell']))
    expect(exitCode).toBe(2)
  })
})

it.each([
  [['--token', 'x'], /--url is missing/],
  [['--url', 'http://127.0.0.1'], /--token is missing/],
  [['--url', 'http://gateway.example', '--token', 'x'], /gateway\.example is not loopback/],
  [['--url', 'http://127.0.0.1', '--token', 'x', '--admin', 'http://10.0.0.1'], /10\.0\.0\.1 is not loopback/],
  [['--url', 'http://127.0.0.1.example', '--token', 'x'], /is not loopback/],
  [['--url', 'ftp://127.0.0.1', '--token', 'x'], /--url is no http address/],
  [['--url', 'http://127.0.0.1', '--token', '@/nowhere'], /the file of a token could not be read/],
  [['--url', 'http://127.0.0.1:1', '--token', 'x', '--only', 'nothing'], /there is no attack nothing/],
  [['--patience'], /patience/],
])('refuses %j', async (args, message) => {
  const notes: string[] = []
  const print = (text: string) => expect.unreachable(text)
  expect(await runRedTeam(args, print, (line) => notes.push(line))).toBe(2)
  expect(notes.join('\n')).toMatch(message)
})
