import type { RunningService } from '@sluice/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type Caller, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* An answer that asks for a risky call waits for a human, whole and streamed, on every wire, as a request does. */

let stack: GatewayStack
let worker: RunningService
let approvals: TestApprovals
let number = 0

beforeAll(async () => {
  stack = await startGatewayStack(() => ({ ANSWER_CALLS: 'hold', FORBIDDEN_ACTIONS: 'H' }))
  // A machine under load takes longer than the two seconds of other tests between two steps of a run.
  worker = await startWorker(stack, { APPROVAL_LEASE_MS: '30000' })
  approvals = approvalsOf(stack)
}, 300_000)
afterAll(async () => {
  await worker?.stop()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

const SSN = '536-22-8145'
const WIRES = {
  chat: { path: '/v1/chat/completions', kept: '/v1/chat/completions/chatcmpl-' },
  responses: { path: '/v1/responses', kept: '/v1/responses/resp_' },
  messages: { path: '/v1/messages', kept: '/v1/messages/msg_' },
} as const
type Wire = keyof typeof WIRES
const NAMES: readonly Wire[] = ['chat', 'responses', 'messages']
const BOTH = NAMES.flatMap((wire) => [[wire, false] as const, [wire, true] as const])

/** A question that no other test asks, with a value in it. */
function question(): string {
  number += 1
  return `What is due in case ${number} of Mr. James Miller, SSN ${SSN}?`
}

function bodyFor(wire: Wire, content: string, stream: boolean): object {
  const said = [{ role: 'user', content }]
  const name = 'transfer_funds'
  if (wire === 'responses') {
    return { model: 'stub-model', input: said, tools: [{ type: 'function', name, parameters: {} }], stream }
  }
  const body = { model: 'stub-model', messages: said, stream }
  if (wire === 'messages') return { ...body, tools: [{ name, input_schema: { type: 'object' } }], max_tokens: 100 }
  return { ...body, tools: [{ type: 'function', function: { name } }] }
}

const metadataSchema = z.object({
  approval_required: z.boolean(),
  approval_id: z.uuid().optional(),
  layers_executed: z.array(z.string()),
  policy_violations: z.array(z.looseObject({ layer: z.string(), action: z.string(), policy_id: z.string() })),
})

/** The metadata of an answer, whole or at the end of a stream. */
function metadataOf(text: string) {
  const line = text.includes('data: ')
    ? text
        .split('\n')
        .filter((each) => each.startsWith('data: ') && each.includes('"service_metadata":{'))
        .at(-1)
    : text
  const json: unknown = JSON.parse((line ?? '').replace('data: ', ''))
  if (!JSON.stringify(json).includes('service_metadata')) throw new Error(text)
  const found = z
    .looseObject({ service_metadata: metadataSchema.optional(), response: z.unknown().optional() })
    .parse(json)
  return (
    found.service_metadata ?? z.looseObject({ service_metadata: metadataSchema }).parse(found.response).service_metadata
  )
}

interface Asking {
  readonly wire: Wire
  readonly content?: string
  readonly stream?: boolean
  readonly caller?: Caller
  readonly name?: string
  readonly headers?: Record<string, string>
}

async function ask({ wire, content = question(), stream = false, caller = 'alice', name, headers }: Asking) {
  stack.stub.respondWith(({ rawBody }) => ({
    text: 'One moment.',
    toolCalls: [
      { name: 'get_case', arguments: '{"n":1}' },
      {
        name: name ?? 'transfer_funds',
        arguments: JSON.stringify({ amount: 900, to: 'Mallory', ssn: /US_SSN_[0-9A-Z]{10}/.exec(rawBody)?.[0] }),
        cuts: [3, 9, 20],
      },
    ],
  }))
  const { path } = WIRES[wire]
  const response = await stack.request(caller, path, bodyFor(wire, content, stream), headers)
  const text = await response.text()
  return { status: response.status, text, content }
}

async function fetchKept(wire: Wire, id: string, caller: Caller = 'alice') {
  const response = await stack.request(caller, `${WIRES[wire].kept}${id}`)
  return { status: response.status, text: await response.text() }
}

const idOf = (text: string) => metadataOf(text).approval_id ?? ''
const until = (id: string, state: string) =>
  vi.waitFor(async () => expect((await approvals.get({ tenant: 'default', id })).state).toBe(state), {
    timeout: 60_000,
    interval: 25,
  })

describe.each(BOTH)('an answer on the wire of %s (stream: %s)', (wire, stream) => {
  it('waits with its calls, and is given out as it was once a human has approved it', async () => {
    const held = await ask({ wire, stream })
    expect(held.status).toBe(200)
    expect(held.text).toContain('needs the approval of a human')
    expect(held.text).not.toMatch(/Mallory|get_case/)
    if (stream) expect(held.text).toContain('moment')
    expect(metadataOf(held.text)).toMatchObject({
      approval_required: true,
      layers_executed: ['L0', 'L1', 'L2', 'L3', 'L5', 'L4', 'L6'],
      policy_violations: expect.arrayContaining([
        expect.objectContaining({ layer: 'L0', action: 'held', policy_id: 'action-f' }),
      ]),
    })
    const id = idOf(held.text)
    const waiting = await fetchKept(wire, id)
    expect(waiting.text).toContain('needs the approval of a human')
    expect(waiting.text).not.toContain('Mallory')
    await approvals.decide(`msg_${id}`, 'approve')
    await until(id, 'done')
    const given = await fetchKept(wire, id)
    expect(given.text).toContain(SSN)
    expect(given.text).toMatch(/One moment.*get_case.*transfer_funds.*Mallory/s)
    expect(metadataOf(given.text)).toMatchObject({ approval_required: false, approval_id: id })
    expect(stack.stub.requestCount).toBe(1)
  })
})

describe.each(NAMES)('on the wire of %s', (wire) => {
  it('the same call in answer to the same order asks for one approval, and a denial stands', async () => {
    const first = await ask({ wire })
    const again = await ask({ wire, content: first.content, stream: true })
    const id = idOf(first.text)
    expect(idOf(again.text)).toBe(id)
    await approvals.decide(`msg_${id}`, 'deny')
    expect(await fetchKept(wire, id)).toMatchObject({ status: 403, text: expect.stringContaining('approval_denied') })
    const third = await ask({ wire, content: first.content })
    expect([third.status, third.text]).toEqual([403, expect.stringContaining('approval_denied')])
  })

  it('is denied where the policy forbids what a call does', async () => {
    const { status, text } = await ask({ wire, name: 'reject_applicant' })
    expect([status, text]).toEqual([403, expect.stringContaining('action_not_permitted')])
    expect(text).not.toContain('Mallory')
  })

  it('is an error for a caller who wants one', async () => {
    const headers = { 'x-on-hold': 'error' }
    const { text } = await ask({ wire, stream: true, headers })
    expect(text).toContain('approval_required')
    expect(text).not.toContain('Mallory')
  })
})

it('gives the caller the values that the caller may see', async () => {
  const id = idOf((await ask({ wire: 'chat', caller: 'bob' })).text)
  expect((await fetchKept('chat', id)).status).toBe(404)
  await approvals.decide(`msg_${id}`, 'approve')
  await until(id, 'done')
  const { text } = await fetchKept('chat', id, 'bob')
  expect(text).toMatch(/US_SSN_[0-9A-Z]{10}/)
  expect(text).not.toContain(SSN)
})

it('holds the answer to a body that another thread reads', async () => {
  const content = `${question()} ${'Nothing else is known of it. '.repeat(8_000)}`
  const held = await ask({ wire: 'chat', content })
  expect(metadataOf(held.text).approval_required).toBe(true)
  await approvals.decide(`msg_${idOf(held.text)}`, 'approve')
  await until(idOf(held.text), 'done')
  expect((await fetchKept('chat', idOf(held.text))).text).toContain('Mallory')
})

it('keeps a record with the hold in it, and nothing in the cache', async () => {
  await stack.takeRecords()
  const { content } = await ask({ wire: 'chat' })
  expect(JSON.stringify(await stack.takeRecords())).toContain('rule answer-call:F')
  stack.stub.respondWith('Nothing is due.')
  const other = await stack.request('alice', '/v1/chat/completions', bodyFor('chat', content, false))
  expect(await other.text()).toContain('Nothing is due.')
})
