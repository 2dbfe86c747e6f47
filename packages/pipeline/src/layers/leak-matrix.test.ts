import {
  type CompletionChunk,
  chatRequestSchema,
  messagesRequestSchema,
  responsesRequestSchema,
  type WireEvent,
} from '@sluice/contracts'
import { createMemoryStateMap } from '@sluice/token-vault/testing'
import { describe, expect, it } from 'vitest'
import { collect } from '../answer/index.ts'
import { DeliveredTextMemory } from '../delivered/index.ts'
import { compileCodenames } from '../ports/codename-registry.ts'
import type { LocalRequest } from '../request/index.ts'
import { SentTextMemory } from '../sent/index.ts'
import { guardedBy, oneByOne } from '../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests, policyForTests } from '../testing/exchange-for-tests.ts'
import { createSensitivityLayer } from './l2-sensitivity/index.ts'
import { createTokenizeLayer } from './l3-tokenize/index.ts'
import { createRehydrateLayer } from './l4-rehydrate/index.ts'

/** A sentence with a value in it, and what must not leave. */
interface Planted {
  readonly text: string
  readonly value: string
  /** Whether it is found in a name that code refers to: only what a list, a check digit or a grammar knows is. */
  readonly inNames?: true
}

const VALUES: Readonly<Record<string, Planted>> = {
  card: { text: 'Card 4111 1111 1111 1111 is mine', value: '4111 1111 1111 1111', inNames: true },
  address: { text: 'write to maria.keller@example.com now', value: 'maria.keller@example.com', inNames: true },
  codename: { text: 'all about Nightfall here', value: 'Nightfall', inNames: true },
  'national number': { text: 'SSN 536-10-7704', value: '536-10-7704' },
  secret: { text: 'key AKIAQ3EGRZ5XK7LMN2PD', value: 'AKIAQ3EGRZ5XK7LMN2PD' },
  'health number': { text: 'NHS number 943 476 5919', value: '943 476 5919' },
  'postal address': {
    text: 'Please send it to 42 Brookfield Road, Manchester, where he lives.',
    value: '42 Brookfield Road',
  },
  'name of the lists': { text: 'Yesterday Maria Keller called', value: 'Maria Keller' },
  'name of the tagger': { text: 'I spoke with Orsolya Vinczellér about the contract.', value: 'Orsolya Vinczellér' },
  'encoded value': { text: `see ${btoa('Card 4111 1111 1111 1111')}`, value: btoa('Card 4111 1111 1111 1111') },
}

type Place = readonly [name: string, build: (text: string) => object, kind?: 'name']

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const
const call = (value: object) => ({ role: 'assistant', content: null, tool_calls: [{ id: 'c', ...value }] })
const tool = (value: object) => ({ messages: [], tools: [{ type: 'function', function: { name: 'f', ...value } }] })
const schema = (value: object) => ({ type: 'object', properties: { a: { type: 'string', ...value } } })

const CHAT: readonly Place[] = [
  ...ROLES.map((role): Place => [`the content of ${role}`, (text) => ({ messages: [{ role, content: text }] })]),
  ...ROLES.map((role): Place => {
    const build = (text: string) => ({ messages: [{ role, content: [{ type: 'text', text }] }] })
    return [`a part of ${role}`, build]
  }),
  ['a refusal', (text) => ({ messages: [{ role: 'assistant', refusal: text }] })],
  ['reasoning', (text) => ({ messages: [{ role: 'assistant', reasoning_content: text }] })],
  [
    'arguments of a call',
    (text) => ({
      messages: [call({ type: 'function', function: { name: 'f', arguments: JSON.stringify({ a: [text] }) } })],
    }),
  ],
  [
    'arguments that are no JSON',
    (text) => ({ messages: [call({ type: 'function', function: { name: 'f', arguments: `{"a": "${text}` } })] }),
  ],
  ['input of a custom call', (text) => ({ messages: [call({ type: 'custom', custom: { name: 'f', input: text } })] })],
  [
    'JSON of a tool',
    (text) => ({
      messages: [{ role: 'tool', tool_call_id: 'c', content: JSON.stringify({ rows: [{ note: text }] }) }],
    }),
  ],
  [
    'the address of a picture',
    (text) => ({
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `https://x.example/?q=${encodeURIComponent(text)}` } }],
        },
      ],
    }),
  ],
  [
    'a file that is text',
    (text) => ({
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'file',
              file: { file_data: `data:text/plain;charset=utf-8;base64,${Buffer.from(text).toString('base64')}` },
            },
          ],
        },
      ],
    }),
  ],
  [
    'the name of a file',
    (text) => ({ messages: [{ role: 'user', content: [{ type: 'file', file: { filename: text } }] }] }),
  ],
  ['an unknown part', (text) => ({ messages: [{ role: 'user', content: [{ type: 'x', deep: [{ y: text }] }] }] })],
  ['the description of a tool', (text) => tool({ description: text })],
  ['a description in a schema', (text) => tool({ parameters: schema({ description: text }) })],
  ['a default in a schema', (text) => tool({ parameters: schema({ default: text, examples: [text] }) })],
  ['an enumeration in a schema', (text) => tool({ parameters: schema({ enum: [text, 'b'] }) })],
  [
    'a form of answers',
    (text) => ({
      messages: [],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: schema({ description: text }) } },
    }),
  ],
  ['a stop', (text) => ({ messages: [], stop: [text] })],
  ['the user', (text) => ({ messages: [], user: text })],
  ['metadata', (text) => ({ messages: [], metadata: { note: text } })],
  ['a prediction', (text) => ({ messages: [], prediction: { type: 'content', content: text } })],
  ['an unknown member', (text) => ({ messages: [], x_vendor: { deep: [text] } })],
  ['the name of a tool', (text) => tool({ name: text }), 'name'],
  ['the name of a property', (text) => tool({ parameters: { type: 'object', properties: { [text]: {} } } }), 'name'],
  ['the name of a member', (text) => ({ messages: [], metadata: { [text]: 'x' } }), 'name'],
]

const item = (value: object) => ({ input: [value] })
const RESPONSES: readonly Place[] = [
  ['the input', (text) => ({ input: text })],
  ['the instructions', (text) => ({ input: 'x', instructions: text })],
  ...(['system', 'developer', 'user', 'assistant'] as const).map((role): Place => {
    const type = role === 'assistant' ? 'output_text' : 'input_text'
    return [`a part of ${role}`, (text) => item({ role, content: [{ type, text }] })]
  }),
  [
    'arguments of a call',
    (text) => item({ type: 'function_call', call_id: 'c', name: 'f', arguments: JSON.stringify({ a: text }) }),
  ],
  ['the output of a call', (text) => item({ type: 'function_call_output', call_id: 'c', output: text })],
  [
    'the output of a call, in parts',
    (text) => item({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text }] }),
  ],
  ['a summary of reasoning', (text) => item({ type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text }] })],
  [
    'the description of a tool',
    (text) => ({
      input: 'x',
      tools: [{ type: 'function', name: 'f', description: text, parameters: schema({ description: text }) }],
    }),
  ],
  ['metadata', (text) => ({ input: 'x', metadata: { note: text } })],
  ['the user', (text) => ({ input: 'x', user: text, safety_identifier: text })],
  [
    'a form of answers',
    (text) => ({
      input: 'x',
      text: { format: { type: 'json_schema', name: 'n', schema: schema({ description: text }) } },
    }),
  ],
  ['an unknown item', (text) => item({ type: 'x', deep: [{ y: text }] })],
  ['the name of a tool', (text) => ({ input: 'x', tools: [{ type: 'function', name: text, parameters: {} }] }), 'name'],
]

const turn = (role: string, ...content: readonly object[]) => ({ messages: [{ role, content }] })
const MESSAGES: readonly Place[] = [
  ['the system', (text) => ({ messages: [], system: text })],
  ['the system, in blocks', (text) => ({ messages: [], system: [{ type: 'text', text }] })],
  ...['user', 'assistant'].flatMap((role): Place[] => [
    [`the content of ${role}`, (text) => ({ messages: [{ role, content: text }] })],
    [`a block of ${role}`, (text) => turn(role, { type: 'text', text })],
  ]),
  ['the input of a call', (text) => turn('assistant', { type: 'tool_use', id: 't', name: 'f', input: { a: [text] } })],
  ['a result', (text) => turn('user', { type: 'tool_result', tool_use_id: 't', content: text })],
  [
    'a result, in blocks',
    (text) => turn('user', { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }),
  ],
  ['thinking', (text) => turn('assistant', { type: 'thinking', thinking: text, signature: 's' })],
  [
    'a document of text',
    (text) => turn('user', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } }),
  ],
  [
    'the title of a document',
    (text) =>
      turn('user', {
        type: 'document',
        title: text,
        context: text,
        source: { type: 'text', media_type: 'text/plain', data: 'x' },
      }),
  ],
  [
    'the description of a tool',
    (text) => ({
      messages: [],
      tools: [{ name: 'f', description: text, input_schema: schema({ description: text }) }],
    }),
  ],
  ['a stop', (text) => ({ messages: [], stop_sequences: [text] })],
  ['the user', (text) => ({ messages: [], metadata: { user_id: text } })],
  ['an unknown block', (text) => turn('user', { type: 'x', deep: [{ y: text }] })],
  ['the name of a tool', (text) => ({ messages: [], tools: [{ name: text, input_schema: {} }] }), 'name'],
]

const WIRES: readonly (readonly [string, readonly Place[], (body: object) => LocalRequest])[] = [
  ['chat', CHAT, (body) => ({ kind: 'chat', body: chatRequestSchema.parse({ model: 'm', ...withOne(body) }) })],
  [
    'responses',
    RESPONSES,
    (body) => ({ kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', ...body }) }),
  ],
  [
    'messages',
    MESSAGES,
    (body) => ({
      kind: 'messages',
      body: messagesRequestSchema.parse({ model: 'm', max_tokens: 9, ...withOne(body) }),
    }),
  ],
]

/** No request is without a message. */
function withOne(body: object): object {
  const isEmpty = 'messages' in body && Array.isArray(body.messages) && body.messages.length === 0
  return isEmpty ? { ...body, messages: [{ role: 'user', content: 'x' }] } : body
}

const levels = { image: 7, audio: 7, file: 7, readFile: 7 } as const
const shared = { stateMap: createMemoryStateMap(), keyRing: keyRingForTests, delivered: new DeliveredTextMemory() }
const index = compileCodenames([{ term: 'Nightfall', level: 7 }])
const find = createSensitivityLayer({
  codenames: { current: () => ({ version: '1', index }) },
  unreadableLevels: levels,
  timeoutMs: 10_000,
})
const mask = createTokenizeLayer({
  ...shared,
  sent: new SentTextMemory(),
  unreadableLevels: levels,
  writeTimeoutMs: 1_000,
  timeoutMs: 10_000,
})
const restore = createRehydrateLayer({ ...shared, maxRestoredChars: 1_000_000, timeoutMs: 10_000 })

/** What leaves of a request, with every base64 in it read. */
async function sent(request: LocalRequest): Promise<string> {
  const { findings = [] } = await find.decide(request, exchangeForTests())
  const decision = await mask.decide(request, exchangeForTests({ findings }))
  if (decision.type === 'transform') await decision.pendingWrite
  const leaving = decision.type === 'transform' ? decision.request : request
  if (leaving.remote !== undefined) throw new Error('It is here.')
  const text = JSON.stringify(leaving.body)
  const octets = [...text.matchAll(/base64,([A-Za-z0-9+/=]+)/g)].map(([, data]) => Buffer.from(data ?? '', 'base64'))
  return [text, decodeURIComponent(text.replaceAll(/%(?![0-9A-F]{2})/g, '')), ...octets].join('\n')
}

describe.each(WIRES)('no value leaves by %s', (_, places, requestOf) => {
  it.each(places.map(([name, build, kind]) => [name, build, kind] as const))('from %s', async (_place, build, kind) => {
    const leaks: string[] = []
    for (const [name, { text, value, inNames }] of Object.entries(VALUES)) {
      if (kind === 'name' && inNames !== true) continue
      const leaving = await sent(requestOf(build(text)))
      if (leaving.includes(value)) leaks.push(name)
    }
    expect(leaks).toEqual([])
  })
})

/** One request with every value, its tokens in the order of the values, and what each stands for. */
async function tokensOfAll(): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>()
  for (const [name, { text, value }] of Object.entries(VALUES)) {
    const request: LocalRequest = {
      kind: 'chat',
      body: chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: text }] }),
    }
    const [token = ''] = (await sent(request)).match(/[A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-HJKMNP-TV-Z]{10}/) ?? []
    expect(token, name).not.toBe('')
    tokens.set(token, value)
  }
  return tokens
}

const anybody = policyForTests()
const nobody = {
  ...policyForTests((question) => (question.action === 'reveal-entity' ? 'forbid' : 'permit')),
  clearanceOf: () => 0 as const,
}
const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' } as const

type Answer = (pieces: readonly string[], policy: typeof anybody) => Promise<string>

/** The text of an answer by each wire and in each place, as the caller gets it. */
const ANSWERS: readonly (readonly [string, Answer])[] = [
  ...(['content', 'refusal', 'reasoning_content'] as const).map((member): readonly [string, Answer] => [
    `chat, ${member}`,
    async (pieces, policy) => {
      const deltas = pieces.map(
        (piece): CompletionChunk => ({ ...head, choices: [{ index: 0, delta: { [member]: piece } }] }),
      )
      const end: CompletionChunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
      const { choices } = await collect(guardedBy(restore, oneByOne(...deltas, end), exchangeForTests({ policy })))
      return String(choices[0]?.message[member])
    },
  ]),
  [
    'chat, arguments',
    async (pieces, policy) => {
      const written = pieces.map((piece) => JSON.stringify(piece).slice(1, -1))
      const deltas = ['{"a":"', ...written, '"}'].map((piece): CompletionChunk => {
        const tool_calls = [{ index: 0, id: 'c', type: 'function' as const, function: { name: 'f', arguments: piece } }]
        return { ...head, choices: [{ index: 0, delta: { tool_calls } }] }
      })
      const end: CompletionChunk = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }
      const { choices } = await collect(guardedBy(restore, oneByOne(...deltas, end), exchangeForTests({ policy })))
      return JSON.parse(String(choices[0]?.message.tool_calls?.[0]?.function?.arguments)).a
    },
  ],
  [
    'responses',
    (pieces, policy) => {
      const place = { item_id: 'm', output_index: 0, content_index: 0 }
      const events = pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta }))
      const done = { type: 'response.output_text.done', ...place, text: pieces.join('') }
      return textOfEvents('responses', [...events, done], policy, ({ type, delta }) =>
        type.endsWith('.delta') ? delta : '',
      )
    },
  ],
  [
    'responses, arguments',
    (pieces, policy) => {
      const place = { item_id: 'm', output_index: 0 }
      const events = pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta }))
      const done = { type: 'response.function_call_arguments.done', ...place, arguments: pieces.join('') }
      return textOfEvents('responses', [...events, done], policy, ({ type, delta }) =>
        type.endsWith('.delta') ? delta : '',
      )
    },
  ],
  [
    'messages',
    (pieces, policy) => {
      const events = pieces.map((text) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      }))
      const start = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
      const all = [start, ...events, { type: 'content_block_stop', index: 0 }]
      return textOfEvents('messages', all, policy, ({ delta }) => Object(delta).text)
    },
  ],
]

async function textOfEvents(
  kind: 'responses' | 'messages',
  events: readonly WireEvent[],
  policy: typeof anybody,
  read: (event: WireEvent) => unknown,
): Promise<string> {
  const request = { kind, body: { model: 'm' } } as LocalRequest
  const guard = restore.openEventGuard(exchangeForTests({ policy, request }))
  if (guard === undefined) throw new Error('L4 does nothing.')
  const restored: WireEvent[] = []
  for (const event of events) restored.push(...(await guard.take([event])))
  restored.push(...(await guard.end()))
  return restored.map((event) => read(event) ?? '').join('')
}

describe.each(ANSWERS)('an answer by %s', (_, answer) => {
  it('gives each value to a caller who may see it, and none to one who may not, at every cut', async () => {
    for (const [token, value] of await tokensOfAll()) {
      const text = `It is ${token}.`
      for (let cut = 0; cut < text.length; cut += 1) {
        const pieces = cut === 0 ? [text] : [text.slice(0, cut), text.slice(cut)]
        expect(await answer(pieces, anybody)).toBe(`It is ${value}.`)
        expect(await answer(pieces, nobody)).toBe(text)
      }
    }
  })
})

/** What was judged by its sentence is not found where the sentence is cut. */
const NOT_FOUND_IN_PIECES: ReadonlySet<string> = new Set(['postal address', 'name of the tagger'])

describe.each<[string, (pieces: readonly string[]) => object]>([
  [
    'parts of a message',
    (pieces) => ({ messages: [{ role: 'user', content: pieces.map((text) => ({ type: 'text', text })) }] }),
  ],
  ['messages of one role', (pieces) => ({ messages: pieces.map((content) => ({ role: 'user', content })) })],
])('a value that is cut over two %s', (_, build) => {
  it('does not leave, wherever it is cut', async () => {
    const leaks: string[] = []
    for (const [name, { text, value }] of Object.entries(VALUES)) {
      if (NOT_FOUND_IN_PIECES.has(name)) continue
      const start = text.indexOf(value)
      for (let cut = start + 1; cut < start + value.length; cut += 1) {
        const body = chatRequestSchema.parse({ model: 'm', ...build([text.slice(0, cut), text.slice(cut)]) })
        const leaving = JSON.parse((await sent({ kind: 'chat', body })).split('\n')[0] ?? '')
        const texts = JSON.stringify(leaving.messages).matchAll(/"(?:text|content)":"([^"]*)"/g)
        if (
          [...texts]
            .map(([, read]) => read)
            .join('')
            .includes(value)
        )
          leaks.push(`${name} at ${cut - start}`)
      }
    }
    expect(leaks).toEqual([])
  })
})
