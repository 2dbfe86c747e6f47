import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/* A gateway and an admin service over one Redis and one PostgreSQL: what an auditor gets, and verifies without them. */

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'zoe', groups: ['role:employee'] },
  { sub: 'grace', groups: ['role:auditor'] },
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'lena', groups: ['role:legal-counsel'] },
  { sub: 'olga', groups: ['role:auditor'], tid: 'other', tenant: 'other' },
]
const TOOLS = resolve(import.meta.dirname, '../../../../tools')
const ON_SOURCES = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning']
const SOON = { timeout: 30_000, interval: 100 }
const CLEARANCES = { '*': { level: 0 }, 'dept:finance': { level: 4 } }

const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
let stub: StubModel
let stack: TestStack
let admin: RunningService
/** Of the log. */
let key: string
beforeAll(async () => {
  stub = await startStubModel({ models: ['stub-model'], reply: 'Done.' })
  const endpoints = [
    { name: 'strict', baseUrl: stub.baseUrl, permittedLevel: 3, models: ['strict-model'] },
    { name: 'stub', baseUrl: stub.baseUrl, permittedLevel: 5, models: ['stub-model'] },
  ]
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify(endpoints),
      CLEARANCES: JSON.stringify(CLEARANCES),
    }),
  })
  const env = {
    ...stack.env,
    ...{
      TLOG_KEY: Buffer.alloc(32, 9).toString('base64'),
      TLOG_ORIGIN: 'sluice.example/tlog',
      TLOG_CHECKPOINT_MS: '200',
    },
    ...{ AUDIT_WRITER: 'true', EVIDENCE_WAIT_MS: '30000' },
  }
  let logged = ''
  const logDestination = {
    write: (text: string) => {
      logged += text
    },
  }
  admin = await startService(adminService, { env, logDestination })
  const line = logged.split('\n').find((one) => one.includes('the log of the audit trail is signed'))
  key = JSON.parse(line ?? '{}').keys[0]
  writeFileSync(join(folder, 'keys'), `${key}\n`)
}, 300_000)
afterAll(async () => {
  await admin?.stop()
  await stack?.stop()
  await stub?.stop()
  rmSync(folder, { recursive: true })
})

function tokenOf(sub: string): Promise<string> {
  const user = USERS.find((known) => known.sub === sub)
  return stack.mint({ sub, groups: user?.groups ?? [], tid: user?.tid ?? 'default' })
}

async function call(sub: string, method: string, path: string, body?: object) {
  return await fetch(`${admin.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await tokenOf(sub)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const ask = async (content: string, model = 'stub-model', sub = 'alice') => {
  const client = new OpenAI({ baseURL: `${stack.url}/v1`, apiKey: await tokenOf(sub), maxRetries: 0 })
  const body = { model, messages: [{ role: 'user' as const, content }] }
  const { data, request_id } = await client.chat.completions.create(body).withResponse()
  return { ...data, requestId: String(request_id) }
}

/** A record is in the trail some moments after its answer. */
async function bundleOf(id: string): Promise<string> {
  const fetched = async () => {
    const response = await call('grace', 'GET', `/admin/evidence/${id}`)
    return { status: response.status, text: await response.text() }
  }
  const { status, text } = await vi.waitFor(async () => {
    const one = await fetched()
    expect(one.status, one.text).not.toBe(404)
    return one
  }, SOON)
  expect([status, text]).toEqual([200, expect.stringContaining('"bundle":1')])
  return text
}

const QUIET = { logDestination: { write: () => undefined } }

let files = 0
/** Verifies files as an auditor does, in a folder of their own. */
async function verify(...texts: string[]) {
  return await verifyWith([], ...texts)
}

async function verifyWith(flags: readonly string[], ...texts: string[]) {
  files += 1
  const own = join(folder, `files-${files}`)
  mkdirSync(own)
  for (const [index, text] of texts.entries()) writeFileSync(join(own, `${index}`), text)
  return await runTool('verify-evidence/verify-evidence.ts', own, '--root-keys', join(folder, 'keys'), ...flags)
}

async function runTool(path: string, ...args: string[]) {
  const command = [...ON_SOURCES, join(TOOLS, path), ...args]
  return await new Promise<{ code: number | null; text: string }>((done) => {
    const child = execFile(process.execPath, command, (_error, stdout, stderr) =>
      done({ code: child.exitCode, text: stdout + stderr }),
    )
  })
}

async function range(): Promise<string> {
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 3_600_000].map((at) => new Date(at).toISOString())
  const response = await call('grace', 'GET', `/admin/evidence?from=${from}&to=${to}`)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.stringContaining('"range":1')])
  return text
}

describe('the evidence of requests', () => {
  it('is proved in a bundle that shows nobody, and verifies offline', async () => {
    const { id } = await ask('Write to Mr. James Miller, SSN 536-22-8145, that all is well.')
    const bundle = await bundleOf(id)
    expect(bundle).toContain('"state":"proved"')
    expect(bundle).not.toMatch(/Miller|alice|finance|536-22/)
    expect(bundle).toContain('[[\\"stub\\",5]]')
    const { code, text } = await verify(bundle)
    expect([code, text]).toEqual([0, expect.stringMatching(/proved/)])
    expect(bundle.length).toBeLessThan(12_288)
    for (const [from, to] of [
      ['\\"permitted\\":5', '\\"permitted\\":6'],
      ['\\"decision\\":\\"answered\\"', '\\"decision\\":\\"aborted\\"'],
      ['\\"sequence\\":', '\\"sequence\\":1'],
    ] as const) {
      expect(bundle).toContain(from)
      expect(await verify(bundle.replace(from, to))).toMatchObject({ code: 1, text: expect.stringContaining('FAULT') })
    }
  }, 120_000)

  it('is there of a held and of a refused one, too', async () => {
    const held = await ask('Transfer 500 euros to the account of Mr. James Miller, SSN 536-22-8145.')
    const refused = await ask('My card is 4111 1111 1111 1111, SSN 536-22-8145.', 'strict-model').catch(
      (error: unknown) => (error as { requestID: string }).requestID,
    )
    const bundles = [await bundleOf(held.requestId), await bundleOf(String(refused))]
    expect(bundles[0]).toContain('\\"decision\\":\\"held\\"')
    expect(bundles[1]).toContain('\\"decision\\":\\"denied\\"')
    expect(await verify(...bundles)).toMatchObject({ code: 0 })
  }, 120_000)

  it('of a whole time shows what was removed, and what was erased', async () => {
    const { id } = await ask('Hello.')
    await bundleOf(id)
    const whole = await range()
    const { code, text } = await verify(whole)
    expect([code, text]).toEqual([0, expect.stringContaining('proved')])
    const lines = whole.trimEnd().split('\n')
    const without = [...lines.slice(0, -2), lines.at(-1)].join('\n')
    expect(await verify(`${without}\n`)).toMatchObject({ code: 1, text: expect.stringContaining('FAULT') })
    // One who is not proved by the time of the erasure never will be.
    const erased = await ask('Good-bye.', 'stub-model', 'zoe')
    await expect
      .poll(async () => (await call('grace', 'GET', `/admin/audit-log?id=${erased.id.slice(9)}`)).json(), SOON)
      .toMatchObject({ data: [{}] })
    expect((await call('lena', 'POST', '/admin/erasures', { user: 'zoe', reason: 'Asked for.' })).status).toBe(200)
    await expect.poll(async () => (await bundleOf(erased.id)).includes('"erasure"'), SOON).toBe(true)
    const after = await verify(await bundleOf(erased.id))
    expect(after.code).toBe(0)
    const all = await verify(await range())
    expect([all.code, all.text]).toEqual([0, expect.stringMatching(/erased|proved/)])
    // The log has the record of an erasure behind all that it destroyed, the freezes of the erasure among it.
    expect(all.text).not.toContain('the record of the erasure is not shown')
  }, 120_000)

  it('answers a challenge, with an export of the trail for the records that are no requests', async () => {
    await bundleOf((await ask('Hello again.')).id)
    const whole = await vi.waitFor(async () => {
      const text = await range()
      expect(text).not.toContain('"state":"pending"')
      return text
    }, SOON)
    const rows = whole.split('\n').filter((line) => line.startsWith('{"evidence"'))
    const positions = rows.map((line) => Number(/\\"position\\":(\d+)/.exec(line)?.[1]))
    const [from, to, count] = [Math.min(...positions), Math.max(...positions) + 1, positions.length]
    const choice = ['--seed', 'a beacon', '--by', 'position', '--from', from, '--to', to, '--count', count].map(String)
    const chosen = await runTool('verify-evidence/verify-evidence.ts', 'choose', ...choice)
    expect(chosen.code).toBe(0)
    const challenge = join(folder, 'challenge')
    writeFileSync(challenge, chosen.text)
    const alone = await verifyWith(['--challenge', challenge], whole)
    expect(alone).toMatchObject({ code: 1, text: expect.stringContaining('says to be no request') })
    expect(alone.text).not.toContain('it has neither a proof nor an opening')
    const exported = await (await call('grace', 'GET', '/admin/audit-log?format=proof')).text()
    const both = await verifyWith(['--challenge', challenge], whole, exported)
    expect([both.code, both.text]).toEqual([0, expect.stringContaining('Each number of the challenge has a proof')])
    const altered = exported.replace('"event":"evidence.read"', '"event":"evidence.seen"')
    expect(altered).not.toBe(exported)
    const other = await verifyWith(['--challenge', challenge], whole, altered)
    expect(other).toMatchObject({ code: 1, text: expect.stringContaining('not the one that was committed to') })
  }, 120_000)

  it('answers for the leaves that an auditor names', async () => {
    await bundleOf((await ask('Hello again.')).id)
    const choice = ['--seed', 'Dice: 3, 5, 1.', '--count', '4', '--from', '0', '--to', '6']
    const chosen = (await runTool('verify-evidence/verify-evidence.ts', 'choose', ...choice)).text
    const asked = await call('grace', 'POST', '/admin/evidence/challenges', JSON.parse(chosen))
    expect(asked.status).toBe(201)
    const { id } = (await asked.json()) as { readonly id: string }
    const path = `/admin/evidence/challenges/${id}`
    const read = async () => (await call('grace', 'GET', path)).json()
    const answered = expect.objectContaining({ state: expect.stringMatching(/proved|opened|erased/), late: false })
    await expect.poll(read, SOON).toMatchObject({ leaves: Array(4).fill(answered) })
    const own = join(folder, 'named')
    mkdirSync(own)
    writeFileSync(join(own, 'challenge.json'), chosen)
    writeFileSync(join(own, 'answers.ndjson'), await (await call('grace', 'GET', `${path}?format=bundles`)).text())
    const challenge = ['--challenge', join(own, 'challenge.json')]
    const verifier = ['verify-evidence/verify-evidence.ts', own, '--root-keys', join(folder, 'keys')] as const
    expect(await runTool(...verifier, ...challenge)).toMatchObject({ code: 0 })
    writeFileSync(join(own, 'answers.ndjson'), await bundleOf((await ask('Hello.')).id))
    expect(await runTool(...verifier, ...challenge)).toMatchObject({ code: 1 })
  }, 120_000)

  it('belongs to its tenant, and to auditors', async () => {
    const { id } = await ask('Hello.')
    await bundleOf(id)
    expect((await call('olga', 'GET', `/admin/evidence/${id}`)).status).toBe(404)
    expect((await call('alice', 'GET', `/admin/evidence/${id}`)).status).toBe(403)
    expect((await call('grace', 'GET', '/admin/evidence/nothing')).status).toBe(404)
    const old = '/admin/evidence?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z'
    expect((await call('grace', 'GET', old)).status).toBe(404)
  }, 120_000)

  it('of a held request is found by the id that its caller has, and leads to its answer once it is carried out', async () => {
    const { id } = await ask('Transfer 70 euros to the account of the supplier.')
    expect(await bundleOf(id)).toContain('\\"decision\\":\\"held\\"')
    expect((await call('olga', 'GET', `/admin/evidence/${id}`)).status).toBe(404)
    expect((await call('alice', 'GET', `/admin/evidence/${id}`)).status).toBe(403)

    const { env } = stack
    const worker = await startService(gatewayWorkerService, { env: { ...env, APPROVAL_SWEEP_MS: '100' }, ...QUIET })
    try {
      const path = `/admin/approvals/${id.replace('chatcmpl-', '')}`
      const decided = await call('carol', 'POST', path, { decision: 'approve', comment: 'Seen.' })
      expect(decided.status).toBe(200)
      await expect.poll(() => bundleOf(id), SOON).toContain('\\"decision\\":\\"answered\\"')
    } finally {
      await worker.stop()
    }
  }, 120_000)

  it('is replayed from what the gateway has kept', async () => {
    const { id } = await ask('Summarise: all is well.')
    const recordId = id.slice('chatcmpl-'.length)
    await bundleOf(id)
    const exported = await (await call('grace', 'GET', '/admin/audit-log?format=proof')).text()
    const file = join(folder, 'export.ndjson')
    writeFileSync(file, exported)
    const documents = join(folder, 'documents')
    mkdirSync(documents)
    const replay = () =>
      runTool('replay/replay-decisions.ts', file, '--documents', documents, '--key', key, '--request', recordId)
    const lacking = await replay()
    expect(lacking.code).toBe(3)
    const digests = /Missing texts, by digest: (.*)/.exec(lacking.text)?.[1]?.split(' ') ?? []
    expect(digests).toHaveLength(4)
    for (const digest of digests) {
      const response = await call('grace', 'GET', `/admin/policy-documents/${digest}`)
      expect(response.status).toBe(200)
      writeFileSync(join(documents, digest), await response.text())
    }
    expect(await replay()).toMatchObject({ code: 0, text: expect.stringContaining('1 of 1 requests') })
  }, 120_000)
})
