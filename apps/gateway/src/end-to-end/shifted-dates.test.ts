import { fileURLToPath } from 'node:url'
import type { RunningService } from '@sluice/service-kit'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { approvalsOf } from '../testing/approvals-for-tests.ts'
import { LENGTHS, otherWires, thanked } from '../testing/conversations-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { completionOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
let worker: RunningService
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    DETECTION_FILE: fileURLToPath(new URL('../../../../infra/local/dates.example.json', import.meta.url)),
    ENDPOINTS: JSON.stringify([
      { name: 'stub', kind: 'openai', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['stub-model'] },
      { name: 'chat', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['chat-model'] },
    ]),
  }))
  worker = await startWorker(stack)
}, 300_000)
afterAll(async () => {
  await worker?.stop()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

const ASKED =
  'Anna Schmidt (anna.schmidt@example.com) comes on 4 July 2026 and leaves on 14 July 2026. How many nights?'
const ANSWERED = 'Ten: from 4 July 2026 to 14 July 2026, so breakfast ends on 1 March 2031.'

/** A model that can count: it repeats both dates, and writes one of its own. */
function answersWithDates(): () => string {
  let written = ''
  stack.stub.respondWith(({ rawBody }) => {
    const dates = rawBody.match(/\d{1,2} (?:[A-Z][a-z]+) \d{4}/g) ?? []
    written = `Ten: from ${dates[0]} to ${dates[1]}, so breakfast ends on 1 March 2031.`
    return { text: written, cuts: Array.from({ length: 20 }, (_, at) => 4 * at + 1) }
  })
  return () => written
}

it.each(LENGTHS)('shifts the dates of a %s conversation, and restores them in a stream', async (_name, more) => {
  const written = answersWithDates()
  const client = await stack.client('alice')
  const asked = { role: 'user', content: `${more}${ASKED}` } as const
  const stream = await client.chat.completions.create({ model: 'chat-model', messages: [asked], stream: true })
  let answer = ''
  for await (const { choices } of stream) answer += choices[0]?.delta.content ?? ''
  expect(answer).toBe(ANSWERED)
  expect(stack.stub.lastRequest().rawBody).not.toMatch(/4 July 2026/)
  const [from, to] = written().match(/\d{1,2} \w+ \d{4}/g) ?? []
  expect(Date.parse(`${to} UTC`) - Date.parse(`${from} UTC`)).toBe(10 * 86_400_000)

  const before = JSON.stringify(stack.stub.lastRequest().body['messages']).slice(0, -1)
  const messages = [asked, { role: 'assistant', content: answer }, { role: 'user', content: 'Thank you.' }] as const
  await client.chat.completions.create({ model: 'chat-model', messages: [...messages] })
  const sent = stack.stub.lastRequest().body['messages']
  expect(JSON.stringify(sent).startsWith(before)).toBe(true)
  expect(Array.isArray(sent) && sent[1]).toEqual({ role: 'assistant', content: written() })
})

it.each(otherWires({ messages: 'chat-model', responses: 'stub-model' }))(
  'does so on the wire of %s',
  async (_name, path, bodyOf) => {
    const written = answersWithDates()
    const first = await stack.request('alice', path, bodyOf([['user', ASKED]]))
    expect(await first.text()).toContain(ANSWERED)
    await stack.request('alice', path, bodyOf(thanked(ASKED, ANSWERED)))
    const { rawBody } = stack.stub.lastRequest()
    expect(rawBody).toContain(written())
    expect(rawBody).not.toContain('4 July 2026')
  },
)

it('says that a date is of the model', async () => {
  answersWithDates()
  const { service_metadata: metadata } = await completionOf(
    await stack.request('alice', '/v1/chat/completions', {
      model: 'chat-model',
      messages: [{ role: 'user', content: ASKED }],
    }),
  )
  const { policy_violations: violations } = metadata
  expect(violations.map(({ policy_id }) => policy_id)).toContain('derived-date')
})

it('restores dates of a response that is continued, and of one that is read again', async () => {
  const written = answersWithDates()
  const client = await stack.client('alice')
  const one = await client.responses.create({ model: 'stub-model', input: ASKED })
  expect(one.output_text).toBe(ANSWERED)
  const before = written()
  const two = await client.responses.create({ model: 'stub-model', input: 'Sure?', previous_response_id: one.id })
  expect(two.output_text).toBe(ANSWERED)
  expect(JSON.stringify(stack.stub.lastRequest().body.input)).toContain(before)
  const three = await client.responses.create({ model: 'stub-model', input: 'Really?', previous_response_id: two.id })
  expect(three.output_text).toBe(ANSWERED)
  expect((await client.responses.retrieve(three.id)).output_text).toBe(ANSWERED)
})

it('restores dates in the answer to an approved request', async () => {
  const client = await stack.client('alice')
  const held = await client.responses.create({ model: 'stub-model', input: `Transfer 20 euros. ${ASKED}` })
  expect(held.status).toBe('incomplete')
  answersWithDates()
  const approvals = approvalsOf(stack)
  await approvals.decide(held.id, 'approve')
  await vi.waitFor(
    async () => {
      const { state } = await approvals.get({ tenant: 'default', id: held.id.replace('resp_', '') })
      expect(state).toBe('done')
    },
    { timeout: 20_000, interval: 25 },
  )
  expect(stack.stub.lastRequest().rawBody).not.toMatch(/4 July 2026/)
  expect((await client.responses.retrieve(held.id)).output_text).toBe(ANSWERED)
  const next = await client.responses.create({ model: 'stub-model', input: 'Thanks.', previous_response_id: held.id })
  expect(next.output_text).toBe(ANSWERED)
})
