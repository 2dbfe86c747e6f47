import type { RunningService } from '@sluice/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { approvalsOf, type TestApprovals } from '../testing/approvals-for-tests.ts'
import { startWorker } from '../testing/start-worker.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

/* One order asks for one approval, on every wire and at every gateway, and no sentence behind it lets it through. */

const SSN = '536-22-8145'
/** So long that another thread reads the request. */
const LONG = 'Thank you very much. '.repeat(4_000)

let stack: GatewayStack
let second: Awaited<ReturnType<GatewayStack['another']>>
let worker: RunningService
let approvals: TestApprovals
let number = 0

beforeAll(async () => {
  stack = await startGatewayStack()
  second = await stack.another({})
  worker = await startWorker(stack)
  approvals = approvalsOf(stack)
})
afterAll(async () => {
  await worker?.stop()
  await second?.stop()
  await stack?.stop()
})
beforeEach(() => stack.stub.reset())

/** A risky order that no other test gives. */
function newOrder(): string {
  number += 1
  return `Transfer ${number} euros to the account of Mr. James Miller, SSN ${SSN}.`
}

const answered = z.looseObject({
  id: z.string(),
  service_metadata: z.object({ approval_required: z.boolean(), approval_id: z.string().optional() }),
})
const refused = z.looseObject({ error: z.looseObject({ code: z.string(), approval_id: z.string().optional() }) })

/** What the model's side of the conversation has said, as each wire sends it back. */
interface Turn {
  readonly role: string
  readonly content: unknown
}

interface Wire {
  readonly path: string
  body(turns: readonly Turn[]): Record<string, unknown>
  /** The turn of the model in an answer. */
  turnsOf(answer: Record<string, unknown>): readonly Turn[]
}

const turns = z.array(z.looseObject({ role: z.string(), content: z.unknown() }))
const choices = z.array(z.object({ message: z.looseObject({ role: z.string(), content: z.unknown() }) }))

const WIRES: Readonly<Record<string, Wire>> = {
  chat: {
    path: '/v1/chat/completions',
    body: (messages) => ({ model: 'stub-model', messages }),
    turnsOf: (answer) => choices.parse(answer.choices).map(({ message }) => message),
  },
  responses: {
    path: '/v1/responses',
    body: (input) => ({ model: 'stub-model', input }),
    turnsOf: (answer) => turns.parse(answer.output),
  },
  messages: {
    path: '/v1/messages',
    body: (messages) => ({ model: 'stub-model', max_tokens: 100, messages }),
    turnsOf: ({ role, content }) => [{ role: z.string().parse(role), content }],
  },
}

const user = (content: string): Turn => ({ role: 'user', content })

async function ask({ path, body }: Wire, said: readonly Turn[], members: object = {}, url = stack.url) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await stack.tokenFor('alice')}` },
    body: JSON.stringify({ ...body(said), ...members }),
  })
  return { status: response.status, answer: z.record(z.string(), z.unknown()).parse(await response.json()) }
}

async function held(wire: Wire, said: readonly Turn[], members: object = {}, url = stack.url) {
  const { status, answer } = await ask(wire, said, members, url)
  const { service_metadata: metadata } = answered.parse(answer)
  expect([status, metadata.approval_required]).toEqual([200, true])
  return { id: metadata.approval_id ?? '', turns: wire.turnsOf(answer) }
}

const events = async () => (await stack.takeRecords()).map(({ kind, event, outcome }) => event ?? `${kind} ${outcome}`)

const until = (id: string, state: string) =>
  vi.waitFor(async () => expect((await approvals.get({ tenant: 'default', id })).state).toBe(state), {
    timeout: 20_000,
    interval: 25,
  })

describe.each(Object.entries(WIRES))('an order on the wire of %s', (_name, wire) => {
  it.each([
    ['short', ''],
    ['long', ` ${LONG}`],
  ])('is held again with a sentence behind it, and is not sent: a %s one', async (_what, more) => {
    const said = [user(newOrder() + more)]
    const first = await held(wire, said)
    said.push(...first.turns)
    expect((await held(wire, said)).id).toBe(first.id)
    said.push(user('go on'))
    expect((await held(wire, said)).id).toBe(first.id)
    const other = await held(wire, [...said, user('Hello, are you there?')])
    expect(other.id).not.toBe(first.id)
    expect((await held(wire, [...said.slice(0, 1), user('go on')])).id).toBe(first.id)
    expect(stack.stub.requestCount).toBe(0)
  })

  it('opens one approval, however often and at however many gateways it comes, and each request is on record', async () => {
    await stack.takeRecords()
    const said = [user(newOrder())]
    const urls = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? stack.url : second.url))
    const all = await Promise.all(urls.map((url, at) => held(wire, said, { temperature: at / 100 }, url)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const recorded = await events()
    expect(recorded.filter((event) => event === 'approval.requested')).toHaveLength(1)
    expect(recorded.filter((event) => event === 'request held')).toHaveLength(12)
  })

  it('is done once its answer stands behind it', async () => {
    const said = [user(newOrder())]
    const first = await held(wire, said)
    await approvals.decide(`x_${first.id}`, 'approve')
    await until(first.id, 'done')
    expect(stack.stub.requestCount).toBe(1)
    said.push(
      ...first.turns,
      { role: 'assistant', content: 'It is transferred.' },
      user('What is the capital of France?'),
    )
    const { status, answer } = await ask(wire, said)
    expect([status, answered.parse(answer).service_metadata.approval_required]).toEqual([200, false])
    expect(stack.stub.requestCount).toBe(2)
  })

  it('that was denied is refused with the approval that says so, and each refusal is on record', async () => {
    const said = [user(newOrder())]
    const first = await held(wire, said)
    await approvals.decide(`x_${first.id}`, 'deny')
    await stack.takeRecords()
    for (const again of [said, [...said, ...first.turns, user('continue')]]) {
      const { status, answer } = await ask(wire, again)
      expect(status).toBe(403)
      expect(refused.parse(answer).error).toMatchObject({ code: 'approval_denied', approval_id: first.id })
    }
    expect(await events()).toEqual(['request denied', 'request denied'])
    expect(stack.stub.requestCount).toBe(0)
  })
})

it('is another one of another user, in another session and on another wire', async () => {
  const order = [user(newOrder())]
  const ids = new Set<string>()
  for (const wire of Object.values(WIRES)) ids.add((await held(wire, order)).id)
  const bob = await (await stack.client('bob')).chat.completions.create({
    model: 'stub-model',
    messages: [{ role: 'user', content: String(order[0]?.content) }],
  })
  ids.add(answered.parse(bob).service_metadata.approval_id ?? '')
  const body = { model: 'stub-model', messages: order }
  const elsewhere = await stack.post('alice', body, { 'x-session-id': 'another' })
  ids.add(answered.parse(await elsewhere.json()).service_metadata.approval_id ?? '')
  expect(ids.size).toBe(5)
})
