import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { keyProviderSchema, openKeyProvider, unwrapDataKey, wrapDataKey } from '@sluice/keys'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, type StubVault, startStubModel, startStubVault } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/*
 * A gateway and an admin service over one Redis and one PostgreSQL, with data keys that a stub of Vault unwraps: keys
 * that are changed, and persons and sessions that are erased.
 */

const USERS = [
  { sub: 'alice', groups: ['role:employee', 'dept:finance'] },
  { sub: 'zoe', groups: ['role:employee', 'dept:finance'] },
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'lena', groups: ['role:legal-counsel'] },
  { sub: 'grace', groups: ['role:auditor'] },
]
const CLEARANCES = { '*': { level: 5 } }
const SOON = { timeout: 30_000, interval: 100 }
const SSN = '536-22-8145'
const TOKEN = /US_SSN_\w{10}/

const folder = mkdtempSync(join(tmpdir(), 'sluice-erasures-'))
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
let vault: StubVault
let stub: StubModel
let stack: TestStack
let admin: RunningService
let provider: ReturnType<typeof openKeyProvider>
let first: string

beforeAll(async () => {
  vault = await startStubVault({ token: 'a-token' })
  writeFileSync(join(folder, 'token'), 'a-token\n')
  const options = { kind: 'vault-transit', address: vault.url, key: 'sluice', tokenFile: join(folder, 'token') }
  provider = openKeyProvider(keyProviderSchema.parse(options), clock)
  first = await wrapDataKey(provider, 'k1', Buffer.alloc(32, 7))
  stub = await startStubModel({ models: ['stub-model'], reply: 'Done.' })
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      WRAPPED_DATA_KEYS: JSON.stringify({ k1: first }),
      KEY_PROVIDER: JSON.stringify(options),
      ENDPOINTS: JSON.stringify([{ name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] }]),
      CLEARANCES: JSON.stringify(CLEARANCES),
    }),
  })
  const env = { ...stack.env, TLOG_KEY: Buffer.alloc(32, 9).toString('base64'), TLOG_ORIGIN: 'sluice.example/tlog' }
  admin = await startService(adminService, { env, logDestination: { write: () => undefined } })
}, 300_000)
afterAll(async () => {
  await admin?.stop()
  await stack?.stop()
  await stub?.stop()
  await vault?.stop()
  rmSync(folder, { recursive: true })
})

function tokenOf(sub: string): Promise<string> {
  return stack.mint({ sub, groups: USERS.find((known) => known.sub === sub)?.groups ?? [], tid: 'default' })
}

async function call(sub: string, method: string, path: string, body?: object) {
  return await fetch(`${admin.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(sub)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const erase = async (order: object) => await call('lena', 'POST', '/admin/erasures', { reason: 'Asked for.', ...order })

const completionSchema = z.looseObject({
  id: z.string(),
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string() }) })),
  service_metadata: z.looseObject({ session_id: z.number(), approval_id: z.string().optional() }),
})

/** Asks as a user; the model says `reply`. */
async function ask(sub: string, content: string, reply: string, { url = stack.url, session = '' } = {}) {
  stub.respondWith(reply)
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      ...{
        authorization: `Bearer ${await tokenOf(sub)}`,
        'content-type': 'application/json',
        'cache-control': 'no-store',
      },
      ...(session === '' ? {} : { 'x-session-id': session }),
    },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content }] }),
  })
  if (response.status !== 200) return { status: response.status, text: await response.text(), session: 0 }
  const answer = completionSchema.parse(await response.json())
  const { session_id: id } = answer.service_metadata
  return { status: 200, text: answer.choices[0]?.message.content ?? '', session: id, id: answer.id }
}

/** Has a session store a value; returns its token. */
async function store(sub: string, session = '') {
  const asked = await ask(sub, `My SSN is ${SSN}.`, 'Noted.', { session })
  const [token = ''] = TOKEN.exec(JSON.stringify(stub.lastRequest().body)) ?? []
  expect([asked.status, token]).toEqual([200, expect.stringMatching(TOKEN)])
  return { token, session: asked.session }
}

/** What a user reads where the model says a token of an earlier request. */
const restored = async (sub: string, token: string, options: { url?: string; session?: string } = {}) =>
  (await ask(sub, `Say it again (${Math.random()}).`, `It is ${token}.`, options)).text

const sealedIn = async () => {
  const keys = await stack.redisClient.keys('sluice:{m:*')
  return keys.filter((key) => !/:(ends|bytes)$/.test(key))
}

describe('data keys that a provider has wrapped', () => {
  it('are unwrapped once, when a service starts', async () => {
    const asked = vault.requests.length
    const { token, session } = await store('alice')
    expect(await restored('alice', token, { session: String(session) })).toBe(`It is ${SSN}.`)
    expect(vault.requests.length).toBe(asked)
  })

  it('are changed while sessions go on, and wrapped anew once the key of the provider is changed', async () => {
    const { token, session } = await store('alice')
    vault.rotate()
    const second = await wrapDataKey(provider, 'k2', Buffer.alloc(32, 8))
    const again = await wrapDataKey(provider, 'k1', await unwrapDataKey(provider, 'k1', first))
    vault.destroyBefore(2)
    const wrapped = { WRAPPED_DATA_KEYS: JSON.stringify({ k1: again, k2: second }) }
    const next = await stack.another(wrapped)
    const through = { url: next.url, session: String(session) }
    // A gateway that has just begun has no masks for its records yet.
    await vi.waitFor(async () => expect(await restored('alice', token, through)).toBe(`It is ${SSN}.`), SOON)
    await expect(stack.another({})).rejects.toThrow(/WRAPPED_DATA_KEYS\.k1: the key provider has not unwrapped it/)
    // Both services go on without their provider.
    vault.failWith({ type: 'cut' }, { type: 'cut' }, { type: 'cut' })
    await expect(stack.another(wrapped)).rejects.toThrow(/KEY_PROVIDER: .*no answer/)
    expect(await restored('alice', token, { session: String(session) })).toBe(`It is ${SSN}.`)
  })
})

describe('erasing a session', () => {
  it('leaves nothing that could be opened, and the other sessions as they were', async () => {
    const kept = await store('alice', 'other')
    const { token, session } = await store('alice', 'gone')
    const held = await ask('alice', `Transfer 5 euros to the account with SSN ${SSN}.`, 'Done.', { session: 'gone' })
    const approval = `/admin/approvals/${String(held.id).replace('chatcmpl-', '')}`
    expect(await (await call('carol', 'GET', approval)).text()).toContain(SSN)
    const glass = await breakGlass(session)
    expect(await glass()).toContain(SSN)
    const backup = await dumpOf(session)
    expect(backup.length).toBeGreaterThan(1)

    const answer = await erase({ session_id: session })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ keys: 1, sessions: 1, mappings: 1, approvals: 1 }),
    ])
    expect((await sealedIn()).filter((key) => key.includes(String(session)))).toEqual([])
    expect(await glass()).not.toContain(SSN)
    expect(await (await call('carol', 'GET', approval)).text()).not.toContain(SSN)
    expect((await ask('alice', 'Go on.', 'Yes.', { session: String(session) })).status).toBe(403)
    const begun = await ask('alice', 'Go on.', `It is ${token}.`, { session: 'gone' })
    expect([begun.session === session, begun.text]).toEqual([false, `It is ${token}.`])
    expect(await restored('alice', kept.token, { session: 'other' })).toBe(`It is ${SSN}.`)

    // Whoever brings the values back from a copy of Redis cannot open them, and the session does not go on.
    for (const { key, dump } of backup) await stack.redisClient.restore(key, 0, dump, 'REPLACE')
    const page = await glass()
    expect(page).toContain('layer_failed')
    expect(page).not.toContain(SSN)
    const again = await ask('alice', 'Go on.', `It is ${token}.`, { session: String(session) })
    expect([again.status, again.text.includes(SSN)]).toEqual([403, false])
  }, 120_000)

  it('is on record, without its records, and refused under a legal hold', async () => {
    const { session } = await store('zoe')
    const holding = await call('lena', 'POST', '/admin/legal-holds', { user: 'zoe', reason: 'A case.' })
    const hold = z.looseObject({ id: z.string() }).parse(await holding.json())
    expect((await erase({ session_id: session })).status).toBe(409)
    expect((await ask('zoe', 'Go on.', 'Yes.', { session: String(session) })).status).toBe(200)
    await call('lena', 'DELETE', `/admin/legal-holds/${hold.id}`)
    const rowsOf = async () => {
      const query = 'SELECT sub, record, erased_by FROM audit_events WHERE session_id = $1 AND type = $2'
      const { rows } = await stack.database.pool.query(query, [session, 'request.answered'])
      return rows
    }
    await vi.waitFor(async () => expect(await rowsOf()).toHaveLength(2), SOON)
    const answer = await erase({ session_id: session })
    const { id } = z.looseObject({ id: z.string(), erased: z.int().min(2) }).parse(await answer.json())
    expect(await rowsOf()).toEqual(Array(2).fill({ sub: null, record: null, erased_by: id }))
    const recorded = async () => await (await call('grace', 'GET', `/admin/audit-log?id=${id}`)).text()
    await vi.waitFor(async () => expect(await recorded()).toContain('person.erased'), SOON)
    expect(await recorded()).toContain(`"session":"${session}"`)
    expect(await recorded()).not.toContain('zoe')
    for (const sub of ['carol', 'grace', 'alice']) {
      expect((await call(sub, 'POST', '/admin/erasures', { session_id: session, reason: 'Mine.' })).status).toBe(403)
    }
    expect((await erase({ session_id: 17 })).status).toBe(404)
  }, 120_000)
})

it('erases a person in all sessions, by the command', async () => {
  const sessions = [await store('zoe', 'one'), await store('zoe', 'two')]
  const refused = await runCommand('grace', '--user', 'zoe', '--reason', 'Asked for.')
  expect(refused).toEqual({ code: 1, text: expect.stringContaining('status 403') })
  const { code, text } = await runCommand('lena', '--user', 'zoe', '--reason', 'Asked for.')
  expect([code, JSON.parse(text)]).toEqual([0, expect.objectContaining({ keys: 2, mappings: 2 })])
  for (const { token, session } of sessions) {
    expect((await ask('zoe', 'Go on.', 'Yes.', { session: String(session) })).status).toBe(403)
    expect(await restored('zoe', token)).toBe(`It is ${token}.`)
  }
  const { rows } = await stack.database.pool.query(
    'SELECT sealed FROM session_keys WHERE sub = $1 AND session_id = $2',
    ['zoe', sessions[0]?.session],
  )
  expect(rows).toEqual([{ sealed: null }])
}, 120_000)

/** Runs `npm run erase` as somebody. */
async function runCommand(sub: string, ...args: string[]) {
  const command = join(import.meta.dirname, '../../../../tools/erase/erase.ts')
  const options = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', command, ...args]
  const env = { ...process.env, ADMIN_URL: admin.url, ADMIN_TOKEN: await tokenOf(sub) }
  return await new Promise<{ code: number | null; text: string }>((done) => {
    const child = execFile(process.execPath, options, { env }, (_error, stdout, stderr) =>
      done({ code: child.exitCode, text: stdout + stderr }),
    )
  })
}

/** Opens the glass over a session; returns what reads its first page. */
async function breakGlass(session: number) {
  const opening = { session_id: session, reason: 'A test.', duration_minutes: 5, entity_types: ['US_SSN'] }
  const opened = await (await call('lena', 'POST', '/admin/break-glass', opening)).json()
  const { id } = z.looseObject({ id: z.string() }).parse(opened)
  expect((await call('carol', 'POST', `/admin/break-glass/${id}/confirm`, { reason: 'Yes.' })).status).toBe(200)
  return async () => await (await call('lena', 'GET', `/admin/break-glass/${id}/mappings`)).text()
}

/** All that Redis keeps of a session, as a backup would have it. */
async function dumpOf(session: number) {
  const keys = (await stack.redisClient.keys('sluice:*')).filter((key) => key.includes(String(session)))
  const dumps = keys.map(async (key) => ({ key, dump: (await stack.redisClient.dumpBuffer(key)) ?? Buffer.alloc(0) }))
  return await Promise.all(dumps)
}
