import { resolve } from 'node:path'
import type { RunningService } from '@sluice/service-kit'
import { type ManagedProcess, startProcess, startTcpProxy } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { approvalIdOf } from '../approvals/completion-id.ts'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/*
 * A worker in a process of its own is killed at each step of an approved request; another one comes after it. The model
 * is asked once at most, and nothing is stuck.
 */

const MAIN = resolve(import.meta.dirname, '../main.ts')
const TIMES = { APPROVAL_SWEEP_MS: '100', APPROVAL_LEASE_MS: '2000' }

let stack: GatewayStack
let approvals: TestApprovals
let number = 0
let killed: ManagedProcess | undefined
let next: RunningService | undefined

beforeAll(async () => {
  stack = await startGatewayStack()
  approvals = approvalsOf(stack)
}, 300_000)
afterAll(async () => await stack?.stop())
beforeEach(() => {
  stack.stub.reset()
  stack.stub.respondWith({ text: 'one two three four' })
})
afterEach(async () => {
  await killed?.end('SIGKILL')
  await next?.stop()
  killed = undefined
  next = undefined
})

const startKilled = async (changes: Readonly<Record<string, string>> = {}): Promise<ManagedProcess> => {
  killed = await startProcess({
    name: 'worker',
    command: process.execPath,
    args: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', MAIN],
    env: { ...stack.env, ...TIMES, ...changes, NODE_OPTIONS: '', GATEWAY_ROLE: 'worker' },
    readyText: '"msg":"ready"',
  })
  return killed
}

/** A request that no other test sends, approved. */
async function approved(): Promise<string> {
  number += 1
  const client = await stack.client('alice')
  const content = `Transfer ${number} euros to Bob.`
  const stream = await client.chat.completions.create({
    ...{ model: 'stub-model', stream: true },
    messages: [{ role: 'user', content }],
  })
  let id = ''
  for await (const chunk of stream) id = chunk.id
  await approvals.decide(id, 'approve')
  return id
}

const ref = (completionId: string) => ({ tenant: 'default', id: approvalIdOf(completionId) ?? '' })
const approvalOf = (completionId: string) => approvals.get(ref(completionId))
const until = (completionId: string, state: string) =>
  vi.waitFor(async () => expect((await approvalOf(completionId)).state).toBe(state), { timeout: 30_000, interval: 25 })

/** Holds the row of an approval, so that whoever changes it waits. */
async function lock(completionId: string) {
  const client = await stack.database.pool.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM approvals WHERE id = $1 FOR UPDATE', [ref(completionId).id])
  return {
    /** Resolves when the worker waits for the row. */
    awaited: () =>
      vi.waitFor(
        async () => {
          const { rowCount } = await stack.database.pool.query(
            `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'sluice-gateway-worker'
               AND datname = current_database()`,
          )
          expect(rowCount).toBeGreaterThan(0)
        },
        { timeout: 20_000, interval: 10 },
      ),
    release: async () => {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

describe('a worker that is killed', () => {
  it('before the request is begun: another one carries it out', async () => {
    const id = await approved()
    const row = await lock(id)
    const worker = await startKilled()
    await row.awaited()
    await worker.end('SIGKILL')
    await row.release()
    expect((await approvalOf(id)).state).toBe('approved')
    next = await startWorker(stack)
    await until(id, 'done')
    expect(stack.stub.requestCount).toBe(1)
  }, 60_000)

  it('once the request is begun, before the model has it: nobody sends it again unless it is approved anew', async () => {
    const proxy = await startTcpProxy(stack.stub.port)
    proxy.freeze()
    const baseUrl = proxy.inFrontOf(stack.stub.baseUrl)
    const ENDPOINTS = JSON.stringify([{ name: 'stub', baseUrl, permittedLevel: 7, models: ['stub-model'] }])
    const id = await approved()
    const worker = await startKilled({ ENDPOINTS })
    await until(id, 'started')
    await worker.end('SIGKILL')
    await proxy.stop()
    next = await startWorker(stack)
    await until(id, 'failed')
    expect((await approvalOf(id)).failure).toBe('execution_uncertain')
    expect(stack.stub.requestCount).toBe(0)
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    expect(stack.stub.requestCount).toBe(1)
  }, 60_000)

  it('while the model answers: it ends as uncertain, and is not sent again', async () => {
    const id = await approved()
    const gate = stack.stub.pauseAfter(2)
    const worker = await startKilled()
    await gate.reached
    next = await startWorker(stack)
    await worker.end('SIGKILL')
    await until(id, 'failed')
    expect((await approvalOf(id)).failure).toBe('execution_uncertain')
    expect(stack.stub.requestCount).toBe(1)
    const client = await stack.client('alice')
    await expect(client.chat.completions.retrieve(id)).rejects.toMatchObject({
      status: 502,
      code: 'execution_uncertain',
    })
  }, 60_000)

  it('before the answer is stored: it ends as uncertain, and is not sent again', async () => {
    const id = await approved()
    const gate = stack.stub.pauseAfter(2)
    const worker = await startKilled()
    await gate.reached
    const row = await lock(id)
    gate.release()
    await row.awaited()
    await worker.end('SIGKILL')
    await row.release()
    next = await startWorker(stack)
    await until(id, 'failed')
    expect((await approvalOf(id)).failure).toBe('execution_uncertain')
    expect(stack.stub.requestCount).toBe(1)
  }, 60_000)

  it('after the end: the answer is there, and is not made again', async () => {
    const id = await approved()
    const worker = await startKilled()
    await until(id, 'done')
    await worker.end('SIGKILL')
    next = await startWorker(stack)
    const client = await stack.client('alice')
    const completion = await client.chat.completions.retrieve(id)
    expect(completion.choices[0]?.message.content).toBe('one two three four')
    expect(stack.stub.requestCount).toBe(1)
  }, 60_000)
})

it('a worker that is asked to stop in mid-run says that the end is uncertain; one that has not begun leaves it', async () => {
  const id = await approved()
  const gate = stack.stub.pauseAfter(2)
  const worker = await startWorker(stack)
  await gate.reached
  await worker.stop()
  expect(await approvalOf(id)).toMatchObject({ state: 'failed', failure: 'execution_uncertain' })
  const later = await approved()
  expect((await approvalOf(later)).state).toBe('approved')
}, 60_000)
