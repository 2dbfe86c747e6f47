import type { RunningService } from '@sluice/service-kit'
import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* Held requests on the wire of OpenAI's Responses: gateway, worker and stores are real. */

const SSN = '536-22-8145'

let stack: GatewayStack
let worker: RunningService
let approvals: TestApprovals
let alice: OpenAI
let number = 0

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
    ]),
  }))
  worker = await startWorker(stack)
  approvals = approvalsOf(stack)
  alice = await stack.client('alice')
})
afterAll(async () => {
  await worker?.stop()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

/** A risky request that no other test sends. */
function risky(text = '') {
  number += 1
  const input = `Transfer ${number} euros to the account of Mr. James Miller, SSN ${SSN}.${text}`
  return { model: 'stub-model', input }
}

const refOf = (id: string) => ({ tenant: 'default', id: id.replace('resp_', '') })

const until = (id: string, state: string) =>
  vi.waitFor(async () => expect((await approvals.get(refOf(id))).state).toBe(state), { timeout: 50_000, interval: 25 })

it.each(['whole', 'streamed'])(
  'answers with a response that was cut short, and says where it waits: %s',
  async (how) => {
    const response =
      how === 'whole' ? await alice.responses.create(risky()) : await alice.responses.stream(risky()).finalResponse()
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output_text: expect.stringContaining('needs the approval of a human'),
      service_metadata: { approval_required: true, approval_id: response.id.replace('resp_', '') },
    })
    expect(stack.stub.requestCount).toBe(0)
    const again = await alice.responses.retrieve(response.id)
    expect(again).toMatchObject({
      id: response.id,
      status: 'incomplete',
      service_metadata: { approval_required: true },
    })
  },
)

it.each([
  ['short', '', {}],
  ['long', ` ${'Thank you very much. '.repeat(2_000)}`, {}],
  ['streamed', '', { stream: true as const }],
])('gives the real answer under the same id once a human has approved it: a %s one', async (_what, text, more) => {
  const asked = risky(text)
  const held = await ('stream' in more ? alice.responses.stream(asked).finalResponse() : alice.responses.create(asked))
  stack.stub.respondWith(({ rawBody }) => `Sent: ${/US_SSN_[0-9A-Z]{10}/.exec(rawBody)?.[0]}`)
  await approvals.decide(held.id, 'approve')
  await until(held.id, 'done')
  expect(stack.stub.requestCount).toBe(1)
  const { path, rawBody } = stack.stub.lastRequest()
  expect(path).toBe('/v1/responses')
  expect(rawBody).not.toContain(SSN)
  const done = await alice.responses.retrieve(held.id)
  expect(done).toMatchObject({ id: held.id, status: 'completed', output_text: `Sent: ${SSN}` })
  // As on other wires: what was found, and which approval it was.
  expect(done).toMatchObject({
    service_metadata: {
      ...{ approval_required: false, approval_id: refOf(held.id).id },
      layers_executed: expect.arrayContaining(['L0', 'L5']),
      policy_violations: expect.arrayContaining([expect.objectContaining({ layer: 'L0', action: 'held' })]),
    },
  })
  const next = await alice.responses.create({ model: 'stub-model', input: 'Thanks.', previous_response_id: held.id })
  expect(next.output_text).toBe(`Sent: ${SSN}`)
  expect(stack.stub.lastRequest().body.input).toHaveLength(3)
})

it('shows an answer that is no longer kept for continuing as long as the approval keeps it', async () => {
  const held = await alice.responses.create({ ...risky(), store: false })
  await approvals.decide(held.id, 'approve')
  await until(held.id, 'done')
  const done = await alice.responses.retrieve(held.id)
  expect(done).toMatchObject({ id: held.id, status: 'completed', service_metadata: { approval_id: refOf(held.id).id } })
})

it('says that a human has denied it, and shows it to nobody else and on no other wire', async () => {
  const held = await alice.responses.create(risky())
  const bob = await stack.client('bob')
  await expect(bob.responses.retrieve(held.id)).rejects.toMatchObject({ status: 404 })
  const completionId = held.id.replace('resp_', 'chatcmpl-')
  await expect(alice.chat.completions.retrieve(completionId)).rejects.toMatchObject({ status: 404 })
  await approvals.decide(held.id, 'deny')
  await expect(alice.responses.retrieve(held.id)).rejects.toMatchObject({ status: 403, code: 'approval_denied' })
})

it('holds one that continues another with the level of what it continues', async () => {
  const before = await alice.responses.create({ model: 'stub-model', input: `My SSN is ${SSN}.` })
  const held = await alice.responses.create({
    ...{ model: 'stub-model', previous_response_id: before.id },
    input: 'Transfer 5 euros to Bob.',
  })
  expect(held).toMatchObject({ status: 'incomplete', previous_response_id: before.id })
  await approvals.decide(held.id, 'approve')
  await until(held.id, 'done')
  expect(stack.stub.lastRequest().body.input).toHaveLength(3)
  expect((await approvals.get(refOf(held.id))).subject.tile.level).toBeGreaterThanOrEqual(4)
})
