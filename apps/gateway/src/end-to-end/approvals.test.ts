import { APPROVAL_JOBS, APPROVAL_QUEUE, APPROVAL_QUEUE_PREFIX } from '@sluice/approvals'
import { createUsersRepository } from '@sluice/db'
import { type RunningService, systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, type FreezeControl } from '@sluice/sessions'
import { Queue, QueueEvents } from 'bullmq'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { approvalIdOf } from '../approvals/completion-id.ts'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { storeKey } from '../testing/stored-keys.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* Held requests from the client to the model and back: gateway, worker and stores are real. */

let stack: GatewayStack
let worker: RunningService | undefined
let approvals: TestApprovals
let control: FreezeControl
let number = 0

const ALICE = { tenant: 'default', sub: 'alice' }
const ORDER = { reason: 'reported by the SOC', actor: 'user:carol' }

beforeAll(async () => {
  stack = await startGatewayStack()
  approvals = approvalsOf(stack)
  const { redisClient, redis, sessions } = stack
  const onError = () => undefined
  const connection = connectSessions({ redis: redisClient, redisUrl: redis.url, clock: systemClock, onError })
  control = createFreezeControl({ connection, sessions, outbox: { append: async () => undefined }, service: 'test' })
})
afterAll(async () => {
  await worker?.stop()
  control?.close()
  await stack?.stop()
})
beforeEach(async () => {
  worker ??= await startWorker(stack)
  stack.stub.respondWith({ text: 'Done.' })
})

const stopWorker = async () => {
  await worker?.stop()
  worker = undefined
}

/** A risky request that no other test sends. */
function risky(text = '') {
  number += 1
  const content = `Transfer ${number} euros to the account of Mr. James Miller, SSN 536-22-8145.${text}`
  return { model: 'stub-model', messages: [{ role: 'user' as const, content }] }
}

const ref = (completionId: string) => ({ tenant: 'default', id: approvalIdOf(completionId) ?? '' })

/** Waits until an approval is in a state. */
const until = (completionId: string, state: string) =>
  vi.waitFor(async () => expect((await approvals.get(ref(completionId))).state).toBe(state), {
    timeout: 20_000,
    interval: 25,
  })

async function refusalOf(work: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OpenAI.APIError)) throw new Error('the request was not refused', { cause: error })
  return error
}

describe('an approved request', () => {
  it.each([
    ['short', ''],
    ['long', ` ${'Thank you very much. '.repeat(2_000)}`],
  ])('is carried out, and its caller fetches the answer under the same id: a %s one', async (_, text) => {
    const client = await stack.client('alice')
    const body = risky(text)
    const before = stack.stub.requestCount
    const { id } = await client.chat.completions.create(body)
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    expect(stack.stub.requestCount).toBe(before + 1)
    const sent = JSON.stringify(stack.stub.lastRequest().body)
    expect(sent).not.toContain('536-22-8145')
    const done = await client.chat.completions.retrieve(id)
    expect(done).toMatchObject({
      ...{ id, object: 'chat.completion', model: 'stub-model' },
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }],
      service_metadata: {
        approval_required: false,
        approval_id: approvalIdOf(id),
        layers_executed: ['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'],
      },
    })
  })

  it('is charged to the API key that it came with, and refused where that has too little left', async () => {
    const { text: apiKey, id: key } = await storeKey(stack.database, { spending: { tokensPerDay: 2_000 } })
    const client = await stack.client('alice', { apiKey })
    const usage = { prompt_tokens: 1_000, completion_tokens: 900, total_tokens: 1_900 }
    stack.stub.respondWith({ text: 'Done.', usage })
    const { id } = await client.chat.completions.create(risky())
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    const before = stack.stub.requestCount
    const { id: next } = await client.chat.completions.create(risky())
    await approvals.decide(next, 'approve')
    await until(next, 'failed')
    expect(stack.stub.requestCount).toBe(before)
    const records = await stack.records()
    const ofKey = records.filter(({ usage: used }) => JSON.stringify(used ?? {}).includes(key))
    expect(ofKey).toMatchObject([
      { outcome: 'answered', usage: { input_tokens: 1_000, output_tokens: 900, api_key: key } },
    ])
    expect(records).toContainEqual(expect.objectContaining({ outcome: 'denied', code: 'budget_exceeded' }))
  })

  it('shows the values of its answer by the clearance of the moment', async () => {
    const client = await stack.client('alice')
    const { id } = await client.chat.completions.create(risky())
    stack.stub.respondWith(({ body }) => `Sent: ${JSON.stringify(body.messages)}`)
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    const content = (await approvals.contentOf(ref(id))).answer ?? ''
    expect(content).not.toContain('536-22-8145')
    const seen = (await client.chat.completions.retrieve(id)).choices[0]?.message.content ?? ''
    expect(seen).toContain('536-22-8145')
    const strict = await stack.another({ CLEARANCES: '{}' })
    const baseURL = `${strict.url}/v1`
    const later = await (await stack.client('alice', { baseURL })).chat.completions.retrieve(id)
    expect(later.choices[0]?.message.content).not.toContain('536-22-8145')
    expect(later.choices[0]?.message.content).toMatch(/US_SSN_[0-9A-Z]+/)
    await strict.stop()
  })

  it('is shown to nobody while its session is frozen', async () => {
    const client = await stack.client('alice')
    const held = await client.chat.completions.create(risky(), { headers: { 'x-session-id': 'frozen-later' } })
    await approvals.decide(held.id, 'approve')
    await until(held.id, 'done')
    const { sessionId } = await approvals.get(ref(held.id))
    await control.freezeSession({ ...ALICE, sessionId }, ORDER)
    expect(await refusalOf(client.chat.completions.retrieve(held.id))).toMatchObject({ code: 'session_frozen' })
    await control.unfreezeSession({ ...ALICE, sessionId }, ORDER)
    expect((await client.chat.completions.retrieve(held.id)).choices[0]?.message.content).toBe('Done.')
  })

  it('leaves its records, none of which quotes it', async () => {
    const client = await stack.client('alice')
    await stack.takeRecords()
    const { id } = await client.chat.completions.create(risky())
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    await client.chat.completions.retrieve(id)
    const records = await stack.takeRecords()
    expect(records.map(({ kind, event }) => event ?? kind)).toEqual([
      'approval.requested',
      'request',
      'approval.started',
      'request',
      'approval.done',
      'request',
    ])
    expect(JSON.stringify(records)).not.toMatch(/Miller|536-22/)
  })

  it('of one caller is carried out once, whoever presses when', async () => {
    const client = await stack.client('alice')
    const { id } = await client.chat.completions.create(risky())
    const before = stack.stub.requestCount
    const votes = ['carol', 'dan', 'erin'].map((voter) => approvals.decide(id, 'approve', voter))
    const settled = await Promise.allSettled(votes)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await until(id, 'done')
    expect(stack.stub.requestCount).toBe(before + 1)
  })

  it('is sent once, however often its job comes', async () => {
    const client = await stack.client('alice')
    const stream = await client.chat.completions.create({ ...risky(), stream: true })
    let id = ''
    for await (const chunk of stream) id = chunk.id
    stack.stub.respondWith({ text: 'one two three four' })
    const gate = stack.stub.pauseAfter(2)
    const before = stack.stub.requestCount
    await approvals.decide(id, 'approve')
    await gate.reached
    const connection = { url: stack.redis.url }
    const queue = new Queue(APPROVAL_QUEUE, { connection, prefix: APPROVAL_QUEUE_PREFIX })
    // From the beginning: an event that comes before the first blocking read would be missed.
    const options = { connection, prefix: APPROVAL_QUEUE_PREFIX, lastEventId: '0' }
    const events = new QueueEvents(APPROVAL_QUEUE, options)
    for (const jobId of ['again-1', 'again-2']) {
      const job = await queue.add(APPROVAL_JOBS.execute, { ...ref(id), run: 0 }, { jobId })
      await job.waitUntilFinished(events)
    }
    await Promise.all([queue.close(), events.close()])
    gate.release()
    await until(id, 'done')
    expect(stack.stub.requestCount).toBe(before + 1)
  })

  it('fails with the model, which is asked once', async () => {
    const client = await stack.client('alice')
    const { id } = await client.chat.completions.create(risky())
    const before = stack.stub.requestCount
    stack.stub.respondWith({ fault: { type: 'status', status: 500 } })
    await approvals.decide(id, 'approve')
    await until(id, 'failed')
    expect(stack.stub.requestCount).toBe(before + 1)
    expect(await refusalOf(client.chat.completions.retrieve(id))).toMatchObject({ status: 502, code: 'upstream_error' })
    stack.stub.respondWith({ text: 'At last.' })
    await approvals.decide(id, 'approve')
    await until(id, 'done')
    expect((await client.chat.completions.retrieve(id)).choices[0]?.message.content).toBe('At last.')
  })
})

describe('an approved request is stopped', () => {
  it('by a policy that forbids it now', async () => {
    await stopWorker()
    const client = await stack.client('alice')
    const { id } = await client.chat.completions.create(risky())
    const before = stack.stub.requestCount
    await approvals.decide(id, 'approve')
    const strict = await startWorker(stack, { FORBIDDEN_ACTIONS: 'F' })
    await until(id, 'failed')
    await strict.stop()
    expect(stack.stub.requestCount).toBe(before)
    expect(await refusalOf(client.chat.completions.retrieve(id))).toMatchObject({ code: 'action_not_permitted' })
  })

  it('where its user is not active any more, who cannot fetch anything either', async () => {
    await stopWorker()
    const client = await stack.client('bob')
    const { id } = await client.chat.completions.create(risky())
    const before = stack.stub.requestCount
    await approvals.decide(id, 'approve')
    const users = createUsersRepository(stack.database)
    await users.setActive('default', 'bob', false)
    worker = await startWorker(stack)
    await until(id, 'failed')
    expect(stack.stub.requestCount).toBe(before)
    expect((await approvals.get(ref(id))).failure).toBe('user_not_active')
    await users.setActive('default', 'bob', true)
  })

  it('by a freeze of its user before it begins', async () => {
    await stopWorker()
    const client = await stack.client('alice')
    const { id } = await client.chat.completions.create(risky())
    const before = stack.stub.requestCount
    await approvals.decide(id, 'approve')
    await control.freezeUser(ALICE, ORDER)
    worker = await startWorker(stack)
    await until(id, 'failed')
    expect(await refusalOf(client.chat.completions.retrieve(id))).toMatchObject({ status: 403, code: 'session_frozen' })
    await control.unfreezeUser(ALICE, ORDER)
    expect(stack.stub.requestCount).toBe(before)
    expect((await approvals.get(ref(id))).failure).toBe('session_frozen')
  })

  it('by a freeze while the model answers', async () => {
    const client = await stack.client('alice')
    const stream = await client.chat.completions.create({ ...risky(), stream: true })
    const ids: string[] = []
    for await (const chunk of stream) ids.push(chunk.id)
    const id = ids[0] ?? ''
    stack.stub.respondWith({ text: 'one two three four' })
    const gate = stack.stub.pauseAfter(2)
    await approvals.decide(id, 'approve')
    await gate.reached
    const { gateways } = await control.freezeUser(ALICE, ORDER)
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 2 })
    await stack.stub.lastRequest().aborted
    await until(id, 'failed')
    await control.unfreezeUser(ALICE, ORDER)
    expect((await approvals.get(ref(id))).failure).toBe('session_frozen')
  })
})
