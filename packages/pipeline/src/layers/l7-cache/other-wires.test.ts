import type { MessagesRequest, ResponsesRequest, WireEvent } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { collectMessage, eventsOf } from '../../answer/index.ts'
import { createMemorySemanticCache } from '../../ports/memory/memory-semantic-cache.ts'
import { chat, drain, eventsGuardedBy, oneByOne } from '../../testing/answers-for-tests.ts'
import { type ExchangeChanges, exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createCacheLayer } from './cache-layer.ts'
import type { CacheableRequest } from './cacheable-request.ts'

const TOKEN = 'PERSON_0000000000'
const OTHER_TOKEN = 'PERSON_1111111111'
const ann = { entity: 'PERSON', level: 2, value: 'Ann' } as const
const restorations = new Map([TOKEN, OTHER_TOKEN].map((token) => [token, ann]))

const messages = (changes: Partial<MessagesRequest> = {}): CacheableRequest => ({
  kind: 'messages',
  body: { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: `Greet ${TOKEN}` }], ...changes },
})
const responses = (changes: Partial<ResponsesRequest> = {}): CacheableRequest => ({
  kind: 'responses',
  body: { model: 'm', input: `Greet ${TOKEN}`, store: false, ...changes },
})

const text = { type: 'text', text: `Hello ${TOKEN}` }
const message = (changes: object = {}): WireEvent => ({
  ...{ type: 'message', id: 'msg_upstream', role: 'assistant', model: 'm', content: [text], stop_reason: 'end_turn' },
  ...{ stop_sequence: null, usage: { input_tokens: 3, output_tokens: 2 } },
  ...changes,
})
const outputText = { type: 'output_text', text: `Hello ${TOKEN}`, annotations: [] }
const item = { type: 'message', id: 'msg_r_0', role: 'assistant', status: 'completed', content: [outputText] }
const response = (changes: object = {}, type = 'response.completed'): WireEvent => ({
  type,
  response: {
    ...{ id: 'resp_r', object: 'response', created_at: 1, status: 'completed', model: 'm', output: [item] },
    ...{ store: false, usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 }, ...changes },
  },
})

function setUp() {
  const cache = createMemorySemanticCache()
  const layer = createCacheLayer({
    ...{ cache, keyRing: keyRingForTests, lookUpTimeoutMs: 1_000, maxWaitMs: 0, matchesSimilar: true },
    ...{ maxAnswerBytes: 2_000, maxKeptBytes: 10_000, maxTemperature: 0.3, onFailure: expect.unreachable },
    kept: { find: async () => undefined, keep: async () => false, forget: async () => false },
    codenames: { current: () => ({ version: '1', index: new SharedArrayBuffer(0) }) },
  })
  const ask = async (request: CacheableRequest, changes: ExchangeChanges = {}) => {
    const exchange = exchangeForTests({ request, facts: { restorations }, ...changes })
    const decision = await layer.decide(request, exchange)
    if (decision.type !== 'answer') return { facts: decision.facts }
    if (decision.answer.kind !== 'events') throw new Error(decision.answer.kind)
    return { events: await drain(decision.answer.events) }
  }
  /** The request on its way: asked, answered by the model with these events, read to the end. */
  const answerWith = async (request: CacheableRequest, ...events: readonly WireEvent[]) => {
    const { facts } = await ask(request)
    const exchange = exchangeForTests({ request, facts: { restorations, ...facts } })
    expect(await drain(eventsGuardedBy(layer, oneByOne(...events), exchange))).toEqual(events)
  }
  return { ask, answerWith }
}

/** A message as a stream brings it. */
const STREAMED: readonly WireEvent[] = [
  { type: 'message_start', message: message({ content: [], stop_reason: null }) },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello PERSON_' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '0000000000' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

describe('Messages', () => {
  it.each([
    ['whole', [message()]],
    ['as a stream', STREAMED],
  ])('are answered again with a message that came %s, under an id of their own', async (_name, events) => {
    const { ask, answerWith } = setUp()
    await answerWith(messages(), ...events)
    const again = [{ ...message(), id: 'msg_record-2' }]
    expect(await ask(messages(), { recordId: 'record-2' })).toEqual({ events: again })
    expect(await ask(messages({ stream: true }), { recordId: 'record-2' })).toEqual({ events: again })
  })

  it('get the tokens of their own request', async () => {
    const { ask, answerWith } = setUp()
    await answerWith(messages(), message())
    const { events = [] } = await ask(messages({ messages: [{ role: 'user', content: `Greet ${OTHER_TOKEN}` }] }))
    expect((await collectMessage(eventsOf(events).events)).content).toEqual([
      { type: 'text', text: `Hello ${OTHER_TOKEN}` },
    ])
  })

  it('are answered to the same question in other words', async () => {
    const { ask, answerWith } = setUp()
    const asking = (content: MessagesRequest['messages'][number]['content']) =>
      messages({ messages: [{ role: 'user', content }] })
    await answerWith(asking("What's the capital of Peru?"), message({ content: [{ type: 'text', text: 'Lima.' }] }))
    const inOtherWords = 'Hi, can you tell me what the capital of Peru is?'
    expect(await ask(asking(inOtherWords))).toHaveProperty('events')
    expect(await ask(asking('What is the capital of Chad?'))).not.toHaveProperty('events')
    // Parts are another form of a request: it has its own answers.
    expect(await ask(asking([{ type: 'text', text: inOtherWords }]))).not.toHaveProperty('events')
  })

  it.each<[string, readonly WireEvent[]]>([
    ['was cut off', [message({ stop_reason: 'max_tokens' })]],
    ['ended by a stop sequence', [message({ stop_reason: 'stop_sequence', stop_sequence: '.' })]],
    ['was refused', [message({ stop_reason: 'refusal' })]],
    ['calls a tool', [message({ content: [text, { type: 'tool_use', id: 't', name: 'send', input: {} }] })]],
    ['has thought', [message({ content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }, text] })]],
    ['is empty', [message({ content: [] })]],
    ['has a token that its request lacks', [message({ content: [{ ...text, text: `And ${OTHER_TOKEN}` }] })]],
    ['is too long', [message({ content: [{ ...text, text: 'x'.repeat(2_000) }] })]],
    [
      'is too long as a stream',
      STREAMED.toSpliced(
        4,
        0,
        ...Array(20).fill({
          ...{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(100) } },
        }),
      ),
    ],
    ['holds no message', [{ type: 'ping' }]],
  ])('are not remembered where one %s', async (_name, events) => {
    const { ask, answerWith } = setUp()
    await answerWith(messages(), ...events)
    expect(await ask(messages())).not.toHaveProperty('events')
  })

  it.each<[string, CacheableRequest, ExchangeChanges]>([
    ['names a high temperature', messages({ temperature: 0.31 }), {}],
    ['allows no store', messages(), { cacheUse: 'none' }],
  ])('are not remembered where the request %s', async (_name, request, changes) => {
    expect(await setUp().ask(request, changes)).toEqual({ facts: undefined })
  })
})

describe('Responses', () => {
  it('are answered again under ids of their own, with the time of now', async () => {
    const { ask, answerWith } = setUp()
    const created = { type: 'response.created', response: { id: 'resp_r', status: 'in_progress', output: [] } }
    const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } }
    const completed = response({ completed_at: 2 })
    await answerWith(responses({ stream: true }), created, added, completed)
    const again = response({ id: 'resp_record-2', created_at: 1_700_000_000, completed_at: 1_700_000_000 })
    const output = [{ ...item, id: 'msg_record-2_0' }]
    const expected = { events: [{ ...again, response: { ...Object(again.response), output } }] }
    expect(await ask(responses(), { recordId: 'record-2' })).toEqual(expected)
    expect(await ask(responses({ stream: true }), { recordId: 'record-2' })).toEqual(expected)
  })

  it('are answered to the same question in other words, and with the tokens of their own request', async () => {
    const { ask, answerWith } = setUp()
    await answerWith(
      responses({ input: "What's the capital of Peru?" }),
      response({ output: [{ ...item, content: [{ ...outputText, text: 'Lima.' }] }] }),
    )
    expect(await ask(responses({ input: 'Please tell me what the capital of Peru is.' }))).toHaveProperty('events')
    await answerWith(responses(), response())
    const { events } = await ask(responses({ input: `Greet ${OTHER_TOKEN}` }))
    expect(JSON.stringify(events)).toContain(`Hello ${OTHER_TOKEN}`)
    expect(JSON.stringify(events)).not.toContain(TOKEN)
  })

  it.each<[string, readonly WireEvent[]]>([
    ['is incomplete', [response({ status: 'incomplete' }, 'response.incomplete')]],
    ['failed', [response({ status: 'failed', output: [] }, 'response.failed')]],
    ['calls a tool', [response({ output: [item, { type: 'function_call', id: 'fc', arguments: '{}' }] })]],
    ['has thought', [response({ output: [{ type: 'reasoning', id: 'rs', summary: [] }, item] })]],
    ['refuses', [response({ output: [{ ...item, content: [{ type: 'refusal', refusal: 'No.' }] }] })]],
    ['is empty', [response({ output: [] })]],
    ['is too long', [response({ output: [{ ...item, content: [{ ...outputText, text: 'x'.repeat(2_000) }] }] })]],
  ])('are not remembered where one %s', async (_name, events) => {
    const { ask, answerWith } = setUp()
    await answerWith(responses(), ...events)
    expect(await ask(responses())).not.toHaveProperty('events')
  })

  it.each<[string, CacheableRequest, ExchangeChanges]>([
    ['continues another', responses({ previous_response_id: 'resp_x' }), {}],
    [
      'has a history',
      responses(),
      {
        history: {
          tile: {
            level: 0,
            categories: { CODENAME: 0, PCI: 0, PHI: 0, PII: 0, SECRET: 0 },
            reidentificationRisk: 0,
            flags: [],
            digest: 'd',
          },
          names: {},
        },
      },
    ],
    ['names a high temperature', responses({ temperature: 1 }), {}],
  ])('are not remembered where one %s', async (_name, request, changes) => {
    expect(await setUp().ask(request, changes)).toEqual({ facts: undefined })
  })

  it('are kept and not remembered where they may be continued', async () => {
    for (const store of [true, undefined, null]) {
      const request = responses({ store })
      expect(await setUp().ask(request)).toEqual({ facts: { toKeep: request } })
    }
  })
})

it.each<[string, (question: string) => CacheableRequest]>([
  ['Messages', (content) => messages({ system: 'Translate to Welsh.', messages: [{ role: 'user', content }] })],
  [
    'Messages, in blocks',
    (content) =>
      messages({ system: [{ type: 'text', text: 'Translate to Welsh.' }], messages: [{ role: 'user', content }] }),
  ],
  ['Responses', (input) => responses({ instructions: 'Translate to Welsh.', input })],
  [
    'Responses, in items',
    (content) =>
      responses({
        input: [
          { role: 'developer', content: 'Translate to Welsh.' },
          { role: 'user', content },
        ],
      }),
  ],
])('have no other words where the instruction is to work on them: %s', async (_name, asking) => {
  const { ask } = setUp()
  expect((await ask(asking('What is the capital of Peru?'))).facts).not.toHaveProperty('rememberSimilarUnder')
})

it('have keys of their own on each wire, and for each version that a header chooses', async () => {
  const body = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }], input: 'Hi', store: false }
  const keyOf = async (request: CacheableRequest, headers?: Record<string, string>) =>
    (await setUp().ask(request, headers === undefined ? {} : { headers })).facts?.rememberUnder
  const requests: readonly CacheableRequest[] = [chat(body), { kind: 'messages', body }, { kind: 'responses', body }]
  const keys = await Promise.all(requests.map((request) => keyOf(request)))
  const beta = await keyOf(requests[1] ?? messages(), { 'anthropic-beta': 'context-1m' })
  expect(new Set([...keys, beta]).size).toBe(4)
  const traced = await keyOf(requests[1] ?? messages(), { traceparent: '00-1', tracestate: 'x' })
  expect(traced).toBe(keys[1])
})
