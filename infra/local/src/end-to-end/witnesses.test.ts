import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { adminService } from '@sluice/admin/service'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type ManagedProcess, startProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/* An admin service whose log two witnesses cosign, each a process of its own, and an auditor. */

const ORIGIN = 'log.example.org/tlog'
const USERS = [
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'grace', groups: ['role:auditor'] },
  { sub: 'alice', groups: ['dept:finance'] },
]
/** Far beyond what it takes: a busy machine must not fail the test. */
const SOON = { timeout: 30_000, interval: 50 }
const TOOLS = resolve(import.meta.dirname, '../../../../tools')
const ON_SOURCES = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning']
const TLOG_KEY = Buffer.alloc(32, 9).toString('base64')

const folder = mkdtempSync(join(tmpdir(), 'witnesses-'))
const running: ManagedProcess[] = []
const stacks: TestStack[] = []
let logKeys: readonly string[]
let witnesses: readonly { url: string; keys: readonly string[]; output: () => string }[]
let stack: TestStack

/** Starts `npm run witness` for the keys of a log. */
async function startWitness(name: string) {
  let written = ''
  const log = logKeys.flatMap((key) => ['--log', key])
  const args = ['--state', join(folder, name), '--name', `witness.example/${name}`, '--port', '0', ...log]
  running.push(
    await startProcess({
      ...{ name, command: process.execPath, args: [...ON_SOURCES, join(TOOLS, 'witness/witness.ts'), ...args] },
      onOutput: (text) => {
        written += text
      },
      readyText: 'For the log: ',
    }),
  )
  const output = () => written
  const line = await vi.waitFor(() => /TLOG_WITNESSES=(.*)\n/.exec(written)?.[1] ?? expect.fail('no keys'), SOON)
  const [{ url, keys }] = JSON.parse(line)
  return { url: String(url), keys: keys as readonly string[], output }
}

/** An admin service with a database of its own, which signs the log with the key of the operator. */
async function startAdmin(env: Record<string, string>) {
  const started = await startTestStack(adminService, {
    users: USERS,
    env: () => ({
      ...{ AUDIT_WRITER: 'true', TLOG_KEY, TLOG_ORIGIN: ORIGIN, TLOG_CHECKPOINT_MS: '100' },
      ...{ DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }), ...env },
    }),
  })
  stacks.push(started)
  return started
}

async function call(at: TestStack, sub: string, path: string, body?: object): Promise<Response> {
  const { groups = [] } = USERS.find((user) => user.sub === sub) ?? {}
  return await fetch(`${at.url}${path}`, {
    headers: {
      authorization: `Bearer ${await at.mint({ sub, groups })}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
}

async function freeze(at: TestStack, user: string) {
  const answer = await call(at, 'carol', `/admin/users/${user}/freeze`, { reason: 'A test.', force: true })
  expect(answer.status).toBe(200)
}

/** The size of the published checkpoint, 0 for none. */
async function publishedSize(at: TestStack): Promise<number> {
  const answer = await fetch(`${at.url}/tlog/checkpoint`)
  return answer.status === 404 ? 0 : Number((await answer.text()).split('\n')[1])
}

/** Runs `npm run audit -- verify` with both witnesses. */
async function verify(file: string, ...args: string[]) {
  const known = witnesses.flatMap(({ keys }) => keys.slice(0, 1)).flatMap((key) => ['--witness', key])
  const path = join(TOOLS, 'audit/audit.ts')
  const command = [...ON_SOURCES, path, 'verify', file, '--key', logKeys[0] ?? '', ...known, ...args]
  return await new Promise<{ code: number | null; text: string }>((resolve) => {
    const child = execFile(process.execPath, command, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    )
  })
}

async function exportTrail(at: TestStack, name: string): Promise<string> {
  const answer = await call(at, 'grace', '/admin/audit-log?format=proof')
  expect(answer.status).toBe(200)
  const file = join(folder, name)
  writeFileSync(file, await answer.text())
  return file
}

beforeAll(async () => {
  // The keys stand in the log of the service.
  const first = await startAdmin({})
  const started = first
    .logged()
    .split('\n')
    .find((line) => line.includes('the log of the audit trail is signed'))
  logKeys = JSON.parse(started ?? '{}').keys
  await first.service.stop()
  witnesses = [await startWitness('w1'), await startWitness('w2')]
  const TLOG_WITNESSES = JSON.stringify(witnesses.map(({ url, keys }) => ({ url, keys })))
  stack = await startAdmin({ TLOG_WITNESSES, TLOG_QUORUM: '2' })
}, 300_000)
afterAll(async () => {
  await Promise.all(stacks.map((one) => one.stop()))
  await Promise.all(running.map((one) => one.end()))
  rmSync(folder, { recursive: true })
})

describe('a log with two witnesses', () => {
  it('is published with the cosignatures of both, and verified by an auditor who knows them', async () => {
    for (const user of ['u1', 'u2', 'u3']) await freeze(stack, user)
    await vi.waitFor(async () => expect(await publishedSize(stack)).toBeGreaterThanOrEqual(3), SOON)
    const file = await exportTrail(stack, 'trail.ndjson')
    const { code, text } = await verify(file, '--log', `${stack.url}/tlog`)
    expect(text).toContain('Cosigned by: witness.example/w1, witness.example/w2.')
    expect(code).toBe(0)
  })

  it('is not published where its operator signs another one with its key: a fork is told by each witness', async () => {
    const TLOG_WITNESSES = JSON.stringify(witnesses.map(({ url, keys }) => ({ url, keys })))
    const fork = await startAdmin({ TLOG_WITNESSES, TLOG_QUORUM: '2' })
    const size = await publishedSize(stack)
    // Until the fork is as large as what the witnesses know, and beyond.
    for (let index = 0; index < size + 2; index += 1) await freeze(fork, `f${index}`)
    await vi.waitFor(() => {
      for (const { output } of witnesses) {
        expect(output()).toMatch(/FORK: log\.example\.org\/tlog|does not continue its last tree/)
      }
    }, SOON)
    expect(await publishedSize(fork)).toBe(0)
    expect(fork.logged()).toContain('a witness gave no cosignature')
  })
})
