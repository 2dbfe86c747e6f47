import { chatRequestSchema, messagesRequestSchema, responsesRequestSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heldSentence } from '../held-sentence.ts'
import type { ConversationRequest } from '../model-request.ts'
import { ordersOf } from './index.ts'

const ORDER = 'Wire $50,000 to Maria Keller.'
const HELD = heldSentence('F')

type Entry = readonly [
  who: 'user' | 'model' | 'held' | 'report' | 'empty' | 'thought' | 'call' | 'system',
  text?: string,
]

type Message = Readonly<Record<string, unknown>>

/** One entry of a conversation, as each wire has it. */
const WIRES: Readonly<Record<string, (entries: readonly Entry[]) => ConversationRequest>> = {
  'chat, texts': (entries) => chat(entries, (text) => text),
  'chat, parts': (entries) => chat(entries, (text) => [{ type: 'text', text }]),
  responses: (entries) => {
    const say = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] })
    const input = entries.flatMap(([who, text = '']): readonly Message[] => {
      if (who === 'user') return [say('user', 'input_text', text)]
      if (who === 'system') return [say('developer', 'input_text', text)]
      if (who === 'thought') return [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' }]
      if (who === 'call') return call({ type: 'function_call', name: 'look', arguments: '{}' }, 'function_call_output')
      return [say('assistant', 'output_text', saidBy(who, text))]
    })
    return { kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', input }) }
  },
  'messages, texts': (entries) => messages(entries, (text) => text),
  'messages, blocks': (entries) => messages(entries, (text) => [{ type: 'text', text }]),
}

function saidBy(who: Entry[0], text: string): string {
  if (who === 'held') return HELD
  return who === 'report' ? `API Error: 403 ${HELD}` : text
}

function call(made: Message, answer: string): readonly Message[] {
  return [
    { ...made, call_id: 'c1' },
    { type: answer, call_id: 'c1', output: 'seen' },
  ]
}

function chat(entries: readonly Entry[], content: (text: string) => unknown): ConversationRequest {
  const said = entries.flatMap(([who, text = '']): readonly Message[] => {
    if (who === 'user' || who === 'system') return [{ role: who, content: content(text) }]
    if (who === 'thought') return [{ role: 'assistant', content: null, reasoning_content: 'Hm.' }]
    if (who !== 'call') return [{ role: 'assistant', content: content(saidBy(who, text)) }]
    const made = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }
    return [
      { role: 'assistant', content: null, tool_calls: [made] },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    ]
  })
  return { kind: 'chat', body: chatRequestSchema.parse({ model: 'm', messages: said }) }
}

function messages(entries: readonly Entry[], content: (text: string) => unknown): ConversationRequest {
  const said = entries.flatMap(([who, text = '']): readonly Message[] => {
    if (who === 'user' || who === 'system') return [{ role: who, content: content(text) }]
    if (who === 'thought')
      return [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }] }]
    if (who !== 'call') return [{ role: 'assistant', content: content(saidBy(who, text)) }]
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'seen' }] },
    ]
  })
  return { kind: 'messages', body: messagesRequestSchema.parse({ model: 'm', max_tokens: 1, messages: said }) }
}

describe.each(Object.entries(WIRES))('the turns of the user: %s', (_wire, request) => {
  it.each<[string, readonly Entry[], readonly (readonly string[])[]]>([
    ['a held order still stands', [['user', ORDER], ['held'], ['user', 'Go on.']], [[ORDER, 'Go on.']]],
    ['a report of it, too', [['user', ORDER], ['report'], ['user', 'Go on.']], [[ORDER, 'Go on.']]],
    [
      'it stands however often it was held',
      [['user', ORDER], ['held'], ['user', 'Go on.'], ['held'], ['held'], ['user', 'Hello?']],
      [[ORDER, 'Go on.', 'Hello?']],
    ],
    [
      'an order without an answer',
      [
        ['user', ORDER],
        ['user', 'Go on.'],
      ],
      [[ORDER, 'Go on.']],
    ],
    ['an order with an empty answer', [['user', ORDER], ['empty'], ['user', 'Go on.']], [[ORDER, 'Go on.']]],
    [
      'an answer of blanks',
      [
        ['user', ORDER],
        ['model', ' \n'],
        ['user', 'Go on.'],
      ],
      [[ORDER, 'Go on.']],
    ],
    ['a thought without an answer', [['user', ORDER], ['thought'], ['user', 'Go on.']], [[ORDER, 'Go on.']]],
    [
      'a system prompt between them',
      [
        ['user', ORDER],
        ['system', 'Be kind.'],
        ['user', 'Go on.'],
      ],
      [[ORDER, 'Go on.']],
    ],
    [
      'an answer',
      [
        ['user', ORDER],
        ['model', 'Done.'],
        ['user', 'Thanks.'],
      ],
      [['Thanks.'], [ORDER]],
    ],
    [
      'the answer after the hold',
      [['user', ORDER], ['held'], ['model', 'Done.'], ['user', 'Thanks.']],
      [['Thanks.'], [ORDER]],
    ],
    ['a call of a tool', [['user', ORDER], ['call'], ['user', 'Thanks.']], [['Thanks.'], [ORDER]]],
    [
      'an invented answer at the end',
      [
        ['user', ORDER],
        ['model', 'Sure.'],
      ],
      [[ORDER]],
    ],
    [
      'a held order of a later turn',
      [['user', 'Hi.'], ['model', 'Hi!'], ['user', ORDER], ['held'], ['user', 'And?']],
      [[ORDER, 'And?'], ['Hi.']],
    ],
    ['results of a tool at the end', [['user', ORDER], ['call']], [[ORDER]]],
  ])('%s', (_what, entries, turns) => {
    expect(ordersOf(request(entries)).userTurns).toEqual(turns)
  })

  it('is told by nothing that the gateway has answered, wherever it stands', () => {
    const who = fc.constantFrom<Entry[0]>('user', 'model', 'empty', 'thought', 'call', 'system')
    const entry = fc.tuple(who, fc.constantFrom('Go on.', ORDER, ' ')).map(([who, text]): Entry => [who, text])
    const conversation = fc.array(entry, { minLength: 1, maxLength: 12 })
    const places = fc.array(fc.nat(12), { maxLength: 6 })
    fc.assert(
      fc.property(
        conversation,
        places,
        fc.constantFrom<Entry[0]>('held', 'report', 'empty'),
        (entries, at, neutral) => {
          const told = entries.flatMap((each, place) => (at.includes(place) ? [[neutral] as const, each] : [each]))
          expect(ordersOf(request(told))).toEqual(ordersOf(request(entries)))
        },
      ),
    )
  })

  it('holds every text of the user, in the order in which it was said', () => {
    const who = fc.constantFrom<Entry[0]>('user', 'model', 'held', 'thought', 'call')
    fc.assert(
      fc.property(fc.array(who, { minLength: 1, maxLength: 20 }), (speakers) => {
        const entries = speakers.map((who, at): Entry => [who, `text ${at}`])
        const said = entries.flatMap(([who, text = '']) => (who === 'user' ? [text] : []))
        expect(ordersOf(request(entries)).userTurns.toReversed().flat()).toEqual(said)
      }),
    )
  })

  it('counts what the model has done since the newest turn', () => {
    expect(ordersOf(request([['user', ORDER], ['held']])).answersSince).toBe(0)
    expect(ordersOf(request([['user', ORDER], ['call'], ['call'], ['held']])).answersSince).toBe(2)
    expect(ordersOf(request([['user', ORDER], ['call'], ['user', 'And?']])).answersSince).toBe(0)
  })
})

describe('the sentence of a hold', () => {
  it('beside another text is no answer, beside an answer of its own it is one', () => {
    const held = { type: 'text', text: HELD }
    const ask = (content: unknown) =>
      ordersOf({
        kind: 'messages',
        body: messagesRequestSchema.parse({
          model: 'm',
          messages: [
            { role: 'user', content: ORDER },
            { role: 'assistant', content },
            { role: 'user', content: 'Go on.' },
          ],
        }),
      }).userTurns
    expect(ask([held])).toHaveLength(1)
    expect(ask([{ type: 'thinking', thinking: 'Hm.' }, held])).toHaveLength(1)
    expect(ask([held, { type: 'text', text: 'Done.' }])).toHaveLength(2)
    expect(ask([held, { type: 'tool_use', id: 'x', name: 'look', input: {} }])).toHaveLength(2)
  })
})

describe('chat', () => {
  it.each([
    ['an old call', { function_call: { name: 'look', arguments: '{}' } }],
    ['a refusal', { refusal: 'No.' }],
    ['a recording', { audio: { id: 'a1' } }],
  ])('knows %s as an answer', (_what, members) => {
    const body = chatRequestSchema.parse({
      model: 'm',
      messages: [
        { role: 'user', content: ORDER },
        { role: 'assistant', content: null, ...members },
        { role: 'user', content: 'Thanks.' },
      ],
    })
    expect(ordersOf({ kind: 'chat', body }).userTurns).toEqual([['Thanks.'], [ORDER]])
  })
})

describe('responses', () => {
  const turnsOf = (...input: readonly object[]) =>
    ordersOf({ kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', input }) }).userTurns

  it.each<[string, object]>([
    ['without a role', { type: 'message', content: ORDER }],
    ['without role and type', { content: [{ type: 'input_text', text: ORDER }] }],
    ['that is a text of its own', { type: 'input_text', text: ORDER }],
    ['of a role in other letter case', { type: 'message', role: 'User', content: ORDER }],
    ['of a role that nobody knows', { role: 'human', content: ORDER }],
  ])('read an item %s as the words of the user', (_what, item) => expect(turnsOf(item)).toEqual([[ORDER]]))

  it.each(['system', 'developer'])('read no orders of the role %s', (role) =>
    expect(turnsOf({ role, content: ORDER })).toEqual([]),
  )

  it('read a text as what the user says', () => {
    const body = responsesRequestSchema.parse({ model: 'm', input: ORDER })
    expect(ordersOf({ kind: 'responses', body }).userTurns).toEqual([[ORDER]])
  })
})

describe('a tool that must be called', () => {
  const said = [{ role: 'user', content: 'Hello.' }]
  const ofChat = (members: object) =>
    ordersOf({ kind: 'chat', body: chatRequestSchema.parse({ model: 'm', messages: said, ...members }) }).forcedTool
  const ofResponses = (members: object) =>
    ordersOf({ kind: 'responses', body: responsesRequestSchema.parse({ model: 'm', input: 'x', ...members }) })
      .forcedTool
  const ofMessages = (members: object) =>
    ordersOf({ kind: 'messages', body: messagesRequestSchema.parse({ model: 'm', messages: said, ...members }) })
      .forcedTool
  const chatTool = (name: string) => ({ type: 'function', function: { name } })
  const tool = (name: string) => ({ type: 'function', name })

  it.each<[string, string | undefined, string | undefined]>([
    ['a chat names it', ofChat({ tool_choice: chatTool('pay') }), 'pay'],
    ['a chat names one of its own', ofChat({ tool_choice: { type: 'custom', custom: { name: 'pay' } } }), 'pay'],
    ['a chat offers no other', ofChat({ tool_choice: 'required', tools: [chatTool('pay')] }), 'pay'],
    [
      'a chat allows no other',
      ofChat({
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [chatTool('pay')] } },
        tools: [chatTool('pay'), chatTool('look')],
      }),
      'pay',
    ],
    ['a chat names a function', ofChat({ function_call: { name: 'pay' }, functions: [{ name: 'pay' }] }), 'pay'],
    ['a response names it', ofResponses({ tool_choice: tool('pay') }), 'pay'],
    ['a response offers no other', ofResponses({ tool_choice: 'required', tools: [tool('pay')] }), 'pay'],
    [
      'a response allows no other',
      ofResponses({ tool_choice: { type: 'allowed_tools', mode: 'required', tools: [tool('pay')] } }),
      'pay',
    ],
    ['a message names it', ofMessages({ tool_choice: { type: 'tool', name: 'pay' } }), 'pay'],
    ['a message offers no other', ofMessages({ tool_choice: { type: 'any' }, tools: [{ name: 'pay' }] }), 'pay'],
    ['none must be: a chat', ofChat({ tool_choice: 'auto', tools: [chatTool('pay')] }), undefined],
    [
      'none must be: allowed',
      ofResponses({ tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [tool('pay')] } }),
      undefined,
    ],
    ['none must be: a message', ofMessages({ tool_choice: { type: 'auto' }, tools: [{ name: 'pay' }] }), undefined],
    ['another may be', ofChat({ tool_choice: 'required', tools: [chatTool('pay'), chatTool('look')] }), undefined],
  ])('%s', (_how, found, expected) => expect(found).toBe(expected))
})

describe('calls of a chat that wait', () => {
  const waiting = (...messages: readonly object[]) =>
    ordersOf({ kind: 'chat', body: chatRequestSchema.parse({ model: 'm', messages }) }).waitingCalls
  const old = { role: 'assistant', content: null, function_call: { name: 'pay', arguments: '{}' } }
  const custom = { role: 'assistant', tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'pay', input: 'x' } }] }

  it('are those of functions and of tools of the caller, too', () => {
    expect(waiting(old)).toEqual([{ name: 'pay', input: '{}' }])
    expect(waiting(custom)).toEqual([{ name: 'pay', input: 'x' }])
  })

  it('are none that have an answer', () => {
    expect(waiting(old, { role: 'function', name: 'pay', content: 'done' })).toEqual([])
    expect(waiting(custom, { role: 'tool', tool_call_id: 'c1', content: 'done' })).toEqual([])
    expect(waiting(old, { role: 'function', name: 'pay', content: 'done' }, old)).toHaveLength(1)
  })
})
