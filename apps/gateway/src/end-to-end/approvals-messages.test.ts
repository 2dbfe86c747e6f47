import Anthropic from '@anthropic-ai/sdk'
import type { RunningService } from '@sluice/service-kit'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* Held requests on Anthropic's wire: gateway, worker and stores are real. */

const SSN = '536-22-8145'

let stack: GatewayStack
let worker: RunningService
let approvals: TestApprovals
let alice: Anthropic
let number = 0

beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'anthropic', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
    ]),
  }))
  worker = await startWorker(stack)
  approvals = approvalsOf(stack)
  alice = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('alice'), apiKey: null })
})
afterAll(async () => {
  await worker?.stop()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

/** A risky request that no other test sends. */
function risky() {
  number += 1
  const content = `Transfer ${number} euros to the account of Mr. James Miller, SSN ${SSN}.`
  return { model: 'stub-model', max_tokens: 100, messages: [{ role: 'user' as const, content }] }
}

const refOf = (id: string) => ({ tenant: 'default', id: id.replace('msg_', '') })

const until = (id: string, state: string) =>
  vi.waitFor(async () => expect((await approvals.get(refOf(id))).state).toBe(state), { timeout: 20_000, interval: 25 })

/** What became of a message. The official client has no operation for it. */
const retrieve = (id: string) => alice.get<Anthropic.Message>(`/v1/messages/${id}`)

it.each([false, true])(
  'gives the real answer under the same id once a human has approved it (stream: %s)',
  async (stream) => {
    const asked = risky()
    const held = stream ? await alice.messages.stream(asked).finalMessage() : await alice.messages.create(asked)
    expect(held).toMatchObject({
      stop_reason: 'refusal',
      content: [{ text: expect.stringContaining('approval of a human') }],
    })
    expect(await retrieve(held.id)).toMatchObject({
      id: held.id,
      stop_reason: 'refusal',
      service_metadata: { approval_required: true },
    })
    expect(stack.stub.requestCount).toBe(0)
    stack.stub.respondWith(({ rawBody }) => `Sent: ${/US_SSN_[0-9A-Z]{10}/.exec(rawBody)?.[0]}`)
    await approvals.decide(held.id, 'approve')
    await until(held.id, 'done')
    const { path, rawBody } = stack.stub.lastRequest()
    expect([path, stack.stub.requestCount]).toEqual(['/v1/messages', 1])
    expect(rawBody).not.toContain(SSN)
    const answer = await retrieve(held.id)
    expect(answer).toMatchObject({
      id: held.id,
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: `Sent: ${SSN}` }],
    })
  },
)

it('shows nothing of another user, and of nothing that was not held', async () => {
  const held = await alice.messages.create(risky())
  const bob = new Anthropic({ baseURL: stack.url, authToken: await stack.tokenFor('bob'), apiKey: null })
  await expect(bob.get(`/v1/messages/${held.id}`)).rejects.toMatchObject({ status: 404, error: { type: 'error' } })
  await expect(retrieve('msg_nothing')).rejects.toMatchObject({ status: 404 })
  await expect(alice.get(held.id.replace('msg_', '/v1/chat/completions/chatcmpl-'))).rejects.toMatchObject({
    status: 404,
  })
})
