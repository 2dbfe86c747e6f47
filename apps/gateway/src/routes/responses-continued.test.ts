import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl } from '@sluice/sessions'
import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const EMAIL = 'claire.dupont@example.org'
const CARD = '4111 1111 1111 1111'

let stack: GatewayStack
let alice: OpenAI
let bob: OpenAI
beforeAll(async () => {
  stack = await startGatewayStack((stub) => ({
    ENDPOINTS: JSON.stringify([
      {
        name: 'low',
        kind: 'openai',
        baseUrl: stub.baseUrl,
        permittedLevel: 3,
        models: ['stub-model'],
        headers: { 'x-endpoint': 'low' },
      },
      {
        name: 'high',
        kind: 'openai',
        baseUrl: stub.baseUrl,
        permittedLevel: 7,
        models: ['stub-model'],
        headers: { 'x-endpoint': 'high' },
      },
      { name: 'chat', baseUrl: stub.baseUrl, permittedLevel: 7, models: ['chat-model'] },
    ]),
  }))
  alice = await stack.client('alice')
  bob = await stack.client('bob')
})
afterAll(() => stack.stop())
beforeEach(() => stack.stub.reset())

const model = 'stub-model'
const first = { model, input: `My address is ${EMAIL}.`, instructions: 'Be brief.' }

interface SentItem {
  readonly type?: string
  readonly id?: string
  readonly role?: string
  readonly content?: unknown
}

function sentInput(): readonly SentItem[] {
  return stack.stub.lastRequest().body.input as readonly SentItem[]
}

const tokenOf = (text: string) => /[A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-Z]{10}/.exec(text)?.[0] ?? ''

/** A first turn whose answer has the token of the address in it. */
async function firstTurn(client = alice, body: object = first) {
  stack.stub.respondOnce(({ rawBody }) => `Noted: ${tokenOf(rawBody)}`)
  return await client.responses.create({ ...first, ...body })
}

describe('a response that continues an earlier one', () => {
  it('sends the whole history again as it was sent, in the session of before, and without its instructions', async () => {
    const one = await firstTurn()
    expect(one).toMatchObject({ store: true })
    const sentFirst = stack.stub.lastRequest().body
    const token = tokenOf(stack.stub.lastRequest().rawBody)
    stack.stub.respondOnce(`Again: ${token}`)
    const { data: two, response } = await alice.responses
      .create({ model, input: 'Which one?', previous_response_id: one.id }, { headers: {} })
      .withResponse()
    expect(two.output_text).toBe(`Again: ${EMAIL}`)
    expect(two.previous_response_id).toBe(one.id)
    expect(response.headers.get('x-session-id')).toBe(String(sessionOf(one)))
    const { body } = stack.stub.lastRequest()
    expect(body).not.toHaveProperty('instructions')
    expect(body).not.toHaveProperty('previous_response_id')
    expect(body.store).toBe(false)
    expect(body.input).toEqual([
      { type: 'message', role: 'user', content: sentFirst.input },
      { type: 'message', role: 'assistant', content: [expect.objectContaining({ text: `Noted: ${token}` })] },
      { type: 'message', role: 'user', content: 'Which one?' },
    ])
    const before = JSON.stringify(body.input).slice(0, -1)
    await alice.responses.create({ model, input: 'And now?', previous_response_id: two.id })
    expect(JSON.stringify(sentInput()).startsWith(before)).toBe(true)
    expect(sentInput()).toHaveLength(5)
  })

  it('goes on in its own session whatever session other requests have', async () => {
    const client = await stack.client('alice', { defaultHeaders: { 'x-session-id': 'a-named-one' } })
    const one = await firstTurn(client)
    const two = await alice.responses.create({ model, input: 'Go on.', previous_response_id: one.id })
    expect(sessionOf(two)).toBe(sessionOf(one))
    const other = { headers: { 'x-session-id': 'another' } }
    await expect(
      alice.responses.create({ model, input: 'Go on.', previous_response_id: one.id }, other),
    ).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' })
  })

  it('keeps calls of tools and their answers together', async () => {
    stack.stub.respondOnce({ text: null, toolCalls: [{ name: 'look_up', arguments: '{"q":1}' }] })
    const tools = [{ type: 'function' as const, name: 'look_up', parameters: {}, strict: false }]
    const one = await alice.responses.create({ model, input: 'Look it up.', tools })
    const output = { type: 'function_call_output' as const, call_id: 'call_0', output: `Found ${CARD}` }
    await alice.responses.create({ model, input: [output], tools, previous_response_id: one.id })
    expect(sentInput().map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call_output'])
    expect(sentInput().every(({ id }) => id === undefined)).toBe(true)
    expect(stack.stub.lastRequest().rawBody).not.toContain(CARD)
  })

  it('has at least the level of its history, so that it does not move to an endpoint of less', async () => {
    const one = await alice.responses.create({ model, input: `Card ${CARD}` })
    expect(stack.stub.lastRequest().headers['x-endpoint']).toBe('high')
    const two = await alice.responses.create({ model, input: 'Thanks.', previous_response_id: one.id })
    expect(stack.stub.lastRequest().headers['x-endpoint']).toBe('high')
    await alice.responses.create({ model, input: 'Thanks.', previous_response_id: two.id })
    expect(stack.stub.lastRequest().headers['x-endpoint']).toBe('high')
    await alice.responses.create({ model, input: 'Thanks.' })
    expect(stack.stub.lastRequest().headers['x-endpoint']).toBe('low')
  })

  it('takes items by their ids, and reasoning only as it was encrypted', async () => {
    const reasoning = { id: 'rs_up', type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }
    const bare = { id: 'rs_bare', type: 'reasoning', summary: [] }
    const search = { id: 'ws_up', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } }
    stack.stub.respondOnce({ text: 'Yes.', items: [reasoning, bare, search] })
    const one = await alice.responses.create({ model, input: 'Think.' })
    const named = one.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }))
    const input = [{ role: 'user' as const, content: 'Think.' }, ...named, { role: 'user' as const, content: 'Sure?' }]
    const again = [
      expect.objectContaining({ content: 'Think.' }),
      { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
      { type: 'message', role: 'assistant', content: [expect.objectContaining({ text: 'Yes.' })] },
      expect.objectContaining({ content: 'Sure?' }),
    ]
    await alice.responses.create({ model, input })
    expect(sentInput()).toEqual(again)
    await alice.responses.create({ model, input: 'Sure?', previous_response_id: one.id })
    expect(sentInput()).toEqual(again)
    const unknown = [{ type: 'item_reference' as const, id: `${one.output[0]?.id}9` }]
    await expect(alice.responses.create({ model, input: unknown })).rejects.toMatchObject({
      status: 404,
      param: 'input',
    })
  })

  it('looks up the latest response only, where a conversation names the items of all', async () => {
    const input: object[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      input.push({ role: 'user', content: `Turn ${turn}` })
      stack.stub.respondOnce({ text: `Answer ${turn}`, items: [{ id: 'rs_up', type: 'reasoning', summary: [] }] })
      const response = await stack.request('alice', '/v1/responses', { model, input })
      expect(response.status).toBe(200)
      const { output } = z.object({ output: z.array(z.object({ id: z.string() })) }).parse(await response.json())
      input.push(...output.map(({ id }) => ({ type: 'item_reference', id })))
    }
    const texts = Array.from({ length: 40 }, (_, turn) => [`Turn ${turn}`, `Answer ${turn}`]).flat()
    expect(sentInput()).toHaveLength(79)
    const said = JSON.stringify(sentInput())
    expect(texts.slice(0, 79).map((text) => said.indexOf(`"${text}"`))).toEqual(
      texts
        .slice(0, 79)
        .map((text) => said.indexOf(`"${text}"`))
        .toSorted((a, b) => a - b),
    )
    expect(said).not.toContain('rs_')
  })

  it('takes the items themselves without the ids under which a provider would have stored them', async () => {
    stack.stub.respondOnce({
      text: 'Yes.',
      items: [{ id: 'rs_up', type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }],
      toolCalls: [{ name: 'f', arguments: '{}' }],
    })
    const one = await alice.responses.create({ model, input: 'Think.', store: false })
    const answer = { type: 'function_call_output', call_id: 'call_0', output: 'x' }
    const bare = { type: 'reasoning', id: 'rs_1', summary: [] }
    await stack.request('alice', '/v1/responses', { model, input: [...one.output, answer, bare] })
    expect(sentInput().map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'function_call_output',
    ])
    expect(sentInput().filter(({ id }) => id !== undefined)).toEqual([])
    expect(sentInput()[0]).toMatchObject({ encrypted_content: 'gAAAA' })
  })

  it.each([20_000, 60_000])('continues with a long input and a long history of %i characters', async (length) => {
    const long = `${'word '.repeat(length / 5)}${EMAIL}`
    const one = await firstTurn(alice, { input: long })
    expect(one).toMatchObject({ store: true })
    expect(one.output_text).toBe(`Noted: ${EMAIL}`)
    const two = await alice.responses.create({ model, input: 'Short.', previous_response_id: one.id })
    expect(sentInput()).toHaveLength(3)
    await alice.responses.create({ model, input: `${long} again`, previous_response_id: two.id })
    expect(sentInput()).toHaveLength(5)
    expect(stack.stub.lastRequest().rawBody).not.toContain(EMAIL)
    const streamed = alice.responses.stream({ model, input: `${long} more`, previous_response_id: two.id })
    expect((await streamed.finalResponse()).previous_response_id).toBe(two.id)
  })

  it.each([
    ['a foreign one', async () => (await firstTurn(bob)).id],
    ['one that was not to be stored', async () => (await firstTurn(alice, { store: false })).id],
    ['one that broke off', async () => 'resp_00000000-0000-4000-8000-000000000000'],
    ['an id of another service', async () => 'resp_68a1b2c3'],
  ])('refuses %s with the 404 of the wire', async (_what, idOf) => {
    const previous_response_id = await idOf()
    const before = stack.stub.requestCount
    const response = await stack.request('alice', '/v1/responses', { model, input: 'Hi', previous_response_id })
    expect(response.status).toBe(404)
    expect(await errorOf(response)).toMatchObject({
      ...{ code: 'previous_response_not_found', type: 'invalid_request_error', param: 'previous_response_id' },
    })
    const missing = await stack.request('alice', `/v1/responses/${previous_response_id}`)
    expect(missing.status).toBe(404)
    expect(stack.stub.requestCount).toBe(before)
  })

  it('says of one that is too long that it is not stored', async () => {
    const small = await stack.another({ KEPT_RESPONSE_MAX_BYTES: '1024' })
    const client = await stack.client('alice', { baseURL: `${small.url}/v1` })
    const one = await client.responses.create({ model, input: 'word '.repeat(300) })
    expect(one).toMatchObject({ store: false })
    const events = await client.responses.create({ model, input: 'word '.repeat(300), stream: true })
    for await (const event of events)
      if (event.type === 'response.completed') expect(event.response).toMatchObject({ store: false })
    await small.stop()
  })
})

it('goes on over an endpoint that speaks chat only', async () => {
  stack.stub.respondOnce({
    text: null,
    toolCalls: [{ id: 'call_a', name: 'look_up', arguments: '{"q":1}' }],
  })
  const tools = [{ type: 'function' as const, name: 'look_up', parameters: {}, strict: false }]
  const chat = { model: 'chat-model', tools }
  const one = await alice.responses.create({ ...chat, input: `Look up ${EMAIL}.` })
  const [call] = one.output
  const output = { type: 'function_call_output' as const, call_id: 'call_a', output: 'Found.' }
  const two = await alice.responses.create({ ...chat, input: [output], previous_response_id: one.id })
  const roles = () => z.array(z.looseObject({ role: z.string() })).parse(stack.stub.lastRequest().body.messages)
  expect(roles().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  const said = two.output.at(-1)
  const input = [
    { role: 'user' as const, content: `Look up ${EMAIL}.` },
    { type: 'item_reference' as const, id: call?.id ?? '' },
    output,
    { type: 'item_reference' as const, id: said?.id ?? '' },
    { role: 'user' as const, content: 'Thanks.' },
  ]
  expect((await alice.responses.stream({ ...chat, input }).finalResponse()).status).toBe('completed')
  expect(roles().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(stack.stub.lastRequest().rawBody).not.toContain(EMAIL)
})

it('seems to be gone while its session is frozen', async () => {
  const redis = stack.redisClient
  const connection = connectSessions({ redis, redisUrl: stack.redis.url, clock: systemClock, onError: () => undefined })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const control = createFreezeControl({ connection, sessions: stack.sessions, outbox, service: 'test' })
  const one = await firstTurn()
  const frozen = { tenant: 'default', sub: 'alice', sessionId: Number(sessionOf(one)) }
  const order = { actor: 'user:carol', reason: 'test' }
  const go = () => alice.responses.create({ model, input: 'Go on.', previous_response_id: one.id })
  await control.freezeSession(frozen, order)
  try {
    await expect(go()).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' })
    await expect(alice.responses.retrieve(one.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(alice.responses.inputItems.list(one.id)).rejects.toMatchObject({ status: 404 })
  } finally {
    await control.unfreezeSession(frozen, order)
  }
  control.close()
  expect((await go()).previous_response_id).toBe(one.id)
})

describe('a kept response', () => {
  it('is shown to its caller only, with what the caller may see', async () => {
    const one = await firstTurn()
    const kept = await alice.responses.retrieve(one.id)
    expect(kept.output_text).toBe(`Noted: ${EMAIL}`)
    expect(kept.id).toBe(one.id)
    expect(kept).toMatchObject({ service_metadata: { layers_executed: ['L4', 'L6'], session_id: sessionOf(one) } })
    await expect(bob.responses.retrieve(one.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
    // A card is above what bob may see: the token stays.
    stack.stub.respondOnce(({ rawBody }) => `Noted: ${tokenOf(rawBody)}`)
    const hidden = await bob.responses.create({ model, input: `Card ${CARD}` })
    expect((await bob.responses.retrieve(hidden.id)).output_text).toMatch(/^Noted: CREDIT_CARD_/)
  })

  it('is restored by the clearance of the moment, leaves a record each time, and is not streamed', async () => {
    const one = await firstTurn()
    const strict = await stack.another({ CLEARANCES: '{}' })
    const later = await stack.client('alice', { baseURL: `${strict.url}/v1` })
    await stack.takeRecords()
    expect((await later.responses.retrieve(one.id)).output_text).toMatch(/^Noted: EMAIL_ADDRESS_[0-9A-Z]{10}$/)
    expect((await later.responses.inputItems.list(one.id)).data).toMatchObject([
      { content: [{ text: expect.stringMatching(/EMAIL_ADDRESS_[0-9A-Z]{10}/) }] },
    ])
    expect(await stack.takeRecords()).toHaveLength(2)
    await strict.stop()
    await expect(alice.responses.retrieve(one.id, { stream: true })).rejects.toMatchObject({
      status: 400,
      param: 'stream',
    })
  })

  it('lists its input, page by page', async () => {
    const one = await firstTurn()
    const two = await alice.responses.create({ model, input: 'Go on.', previous_response_id: one.id })
    const items: unknown[] = []
    for await (const item of alice.responses.inputItems.list(two.id, { limit: 2, order: 'asc' })) items.push(item)
    expect(items).toMatchObject([
      { role: 'user', content: [{ type: 'input_text', text: first.input }] },
      { role: 'assistant', content: [{ text: `Noted: ${EMAIL}` }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ])
    await expect(bob.responses.inputItems.list(two.id)).rejects.toMatchObject({ status: 404 })
  })

  it('is gone once it is deleted, and what continues it is not', async () => {
    const one = await firstTurn()
    const two = await alice.responses.create({ model, input: 'Go on.', previous_response_id: one.id })
    await expect(bob.responses.delete(one.id)).rejects.toMatchObject({ status: 404 })
    await alice.responses.delete(one.id)
    await expect(alice.responses.retrieve(one.id)).rejects.toMatchObject({ status: 404 })
    await expect(alice.responses.delete(one.id)).rejects.toMatchObject({ status: 404 })
    expect((await alice.responses.create({ model, input: 'On.', previous_response_id: two.id })).id).toMatch(/^resp_/)
  })

  it('is nothing that Redis could read', async () => {
    const one = await firstTurn()
    const keys = await stack.redisClient.keys('*{r:*')
    const texts = await Promise.all(
      keys.filter((key) => key.includes('answer:')).map((key) => stack.redisClient.get(key)),
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.join('')).not.toMatch(/Noted|EMAIL_ADDRESS|claire/)
    expect(keys.join('')).not.toContain(one.id)
  })
})

function sessionOf(response: object): unknown {
  return 'service_metadata' in response && (response.service_metadata as { session_id: number }).session_id
}
