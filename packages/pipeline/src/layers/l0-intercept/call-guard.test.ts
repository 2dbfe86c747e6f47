import { type AnswerCallsAction, type CompletionChunk, SluiceError, type WireEvent } from '@sluice/contracts'
import { createLevelPolicy, type PolicyConfig } from '@sluice/policy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HoldAnswer } from '../../layer.ts'
import { drain, oneByOne } from '../../testing/answers-for-tests.ts'
import { exchangeForTests } from '../../testing/exchange-for-tests.ts'
import { createInterceptLayer } from './index.ts'

type Delta = Readonly<Record<string, unknown>>

const chunk = (delta: Delta, finish_reason: string | null = null, index = 0): CompletionChunk => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' },
  choices: [{ index, delta, finish_reason }],
})
const call = (name: string | undefined, args: string, index = 0): CompletionChunk =>
  chunk({ tool_calls: [{ index, ...(name === undefined ? {} : { id: 'x' }), function: { name, arguments: args } }] })

const noHold = () => Promise.reject(new Error('nothing is to be held here'))

const facts = { action: { category: 'A', rule: 'r' } } as const

function exchangeOf(kind: 'chat' | 'responses' | 'messages', policy: Partial<PolicyConfig>) {
  const body = kind === 'chat' ? { model: 'm', messages: [] } : { model: 'm', input: 'x', messages: [], max_tokens: 1 }
  return exchangeForTests({
    request: { kind, body } as never,
    facts,
    policy: createLevelPolicy({ clearances: {}, ...policy }).current('t'),
  })
}

function layerOf(answerCalls: AnswerCallsAction, declared?: Readonly<Record<string, 'A' | 'F'>>) {
  const users = { find: () => ({ active: true }) }
  const tools = new Map(Object.entries(declared ?? {}))
  return createInterceptLayer({ users, lookUpTimeoutMs: 10, timeoutMs: 20, answerCalls, toolsOf: () => tools })
}

/** What passes, what is said, and how it ends. */
function passing<Item>(
  guard: { take(items: readonly Item[]): unknown; end(): unknown; violations?(): readonly unknown[] } | undefined,
  items: readonly Item[],
) {
  const passed: unknown[][] = []
  try {
    for (const item of items) passed.push(guard?.take([item]) as unknown[])
    passed.push(guard?.end() as unknown[])
    return { passed, code: undefined, violations: guard?.violations?.() ?? [] }
  } catch (error) {
    return { passed, code: (error as { code?: string }).code, violations: guard?.violations?.() ?? [] }
  }
}

const chatWith = (items: readonly CompletionChunk[], action: AnswerCallsAction = 'deny', policy = {}) =>
  passing(layerOf(action).openCallGuard(exchangeOf('chat', policy), noHold), items)

describe('calls in a chat answer', () => {
  const harmless = [
    chunk({ content: 'Let me see.' }),
    call('get_order', '{"id"'),
    call(undefined, ':1}'),
    chunk({}, 'tool_calls'),
  ]
  const risky = [
    chunk({ content: 'Paying.' }),
    call('transfer_funds', '{"amo'),
    call(undefined, 'unt":1}'),
    chunk({}, 'tool_calls'),
  ]

  it('are not looked at unless a setting says so', () => {
    expect(layerOf('pass').openCallGuard(exchangeOf('chat', {}), noHold)).toBeUndefined()
  })

  it('wait until they are whole, and text before them does not', () => {
    const { passed, code } = chatWith(harmless)
    expect(code).toBeUndefined()
    expect(passed).toEqual([[harmless[0]], [], [], [harmless[1], harmless[2], harmless[3]], []])
  })

  it('are denied before the client sees a piece of one', () => {
    const { passed, code, violations } = chatWith(risky)
    expect(code).toBe('action_not_permitted')
    expect(passed).toEqual([[risky[0]], [], []])
    expect(violations).toMatchObject([{ policy_id: 'action-f', layer: 'L0', action: 'blocked' }])
  })

  it('are flagged where the setting says so, and go on as they come', () => {
    const { passed, code, violations } = chatWith(risky, 'flag')
    expect([code, passed.flat()]).toEqual([undefined, risky])
    expect(violations).toMatchObject([{ policy_id: 'action-f', layer: 'L0', action: 'observed' }])
  })

  it('are what their arguments say, though the tool is called otherwise', () => {
    const query = [call('query', '{"sql":"DELETE FROM'), call(undefined, ' users"}'), chunk({}, 'tool_calls')]
    expect(chatWith(query).code).toBe('action_not_permitted')
    expect(chatWith([call('query', '{"sql":"select 1"}'), chunk({}, 'tool_calls')]).code).toBeUndefined()
  })

  it('pass where the policy permits their category', () => {
    expect(chatWith(risky, 'deny', { heldActions: ['G'] }).code).toBeUndefined()
    expect(chatWith(harmless, 'deny', { heldActions: ['D'] }).code).toBe('action_not_permitted')
  })

  it('pass in an answer to what humans have approved, unless they are forbidden', () => {
    const approval = { id: 'a', begin: async () => undefined }
    const approved = (policy: Partial<PolicyConfig>) => {
      const exchange = exchangeOf('chat', policy)
      return { ...exchange, runtime: { ...exchange.runtime, approval } }
    }
    expect(passing(layerOf('deny').openCallGuard(approved({}), noHold), risky).code).toBeUndefined()
    const forbidden = layerOf('deny').openCallGuard(approved({ forbiddenActions: ['F'] }), noHold)
    expect(passing(forbidden, risky).code).toBe('action_not_permitted')
  })

  it('are decided on at the end of an answer that names no reason for it', () => {
    expect(chatWith(risky.slice(0, 3)).code).toBe('action_not_permitted')
    expect(chatWith(harmless.slice(0, 3)).passed.at(-1)).toEqual([harmless[1], harmless[2]])
  })

  it('have the category that an operator gives their tool', () => {
    const settle = [call('settle', '{}'), chunk({}, 'tool_calls')]
    const pay = [call('transfer_funds', '{}'), chunk({}, 'tool_calls')]
    const guard = () =>
      layerOf('deny', { settle: 'F', transfer_funds: 'A' }).openCallGuard(exchangeOf('chat', {}), noHold)
    expect(passing(guard(), settle).code).toBe('action_not_permitted')
    expect(passing(guard(), pay).code).toBeUndefined()
  })

  it('are known by a name in pieces, and by the form from before there were tools', () => {
    expect(chatWith([call('transfer', ''), call('_funds', '{}'), chunk({}, 'tool_calls')]).code).toBe(
      'action_not_permitted',
    )
    const old = [chunk({ function_call: { name: 'delete_user', arguments: '{}' } }), chunk({}, 'function_call')]
    expect(chatWith(old).code).toBe('action_not_permitted')
  })

  it('are not decided on twice when an answer is fetched later', () => {
    const fetched = exchangeForTests({ facts: {} })
    expect(layerOf('deny').openCallGuard(fetched, noHold)).toBeUndefined()
  })

  it('never leave before the last piece of their choice, however the answer is cut', () => {
    const args = '{"to":"x","amount":12}'
    const cuts = fc.array(fc.integer({ min: 0, max: args.length }), { maxLength: 5 })
    fc.assert(
      fc.property(cuts, fc.boolean(), (places, isRisky) => {
        const at = [0, ...places.toSorted((a, b) => a - b), args.length]
        const pieces = at
          .slice(1)
          .map((end, i) => call(i === 0 ? (isRisky ? 'wire_money' : 'get_x') : undefined, args.slice(at[i], end)))
        const { passed, code } = chatWith(
          [...pieces, chunk({}, 'tool_calls')],
          'deny',
          isRisky ? {} : { heldActions: [] },
        )
        expect(code).toBe(isRisky ? 'action_not_permitted' : undefined)
        expect(passed.slice(0, pieces.length).flat()).toEqual([])
      }),
    )
  })
})

describe('an answer that is to wait', () => {
  type Held = Parameters<HoldAnswer>
  const args = '{"to":"x","amount":12}'

  /** What passes of an answer that comes in these batches, and what is held of it. */
  async function holding(batches: readonly (readonly CompletionChunk[])[], policy: Partial<PolicyConfig> = {}) {
    const held: Held[] = []
    const hold: HoldAnswer = async (...asked) => void held.push(asked)
    const guard = layerOf('hold').openCallGuard(exchangeOf('chat', policy), hold)
    const passed: CompletionChunk[] = []
    for (const batch of batches) passed.push(...((await guard?.take(batch)) ?? []))
    passed.push(...((await guard?.end()) ?? []))
    return { passed, held, violations: guard?.violations?.() ?? [] }
  }

  it('is held as a whole, with the most consequential reason, and says so', async () => {
    const items = [
      chunk({ content: 'Hm.' }),
      call('get_x', '{}'),
      call('transfer_funds', args, 1),
      call('delete_user', '{}', 2),
      chunk({}, 'tool_calls'),
      { ...chunk({}), choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    ]
    const { passed, held, violations } = await holding([items])
    expect(passed).toEqual([items[0]])
    expect(held).toMatchObject([
      [
        { category: 'G', rule: 'answer-call:G, by name' },
        {
          categories: ['G', 'F', 'D'],
          whole: { completion: { choices: [{ message: { content: 'Hm.', tool_calls: [{}, {}, {}] } }], usage: {} } },
        },
      ],
    ])
    expect(violations).toMatchObject([
      { policy_id: 'action-f', layer: 'L0', action: 'held' },
      { policy_id: 'action-g', layer: 'L0', action: 'held' },
    ])
  })

  it('names the same calls alike, however they are written', async () => {
    const callsOf = async (json: string) =>
      (await holding([[call('transfer_funds', json), chunk({}, 'tool_calls')]])).held[0]?.[1].calls
    expect(await callsOf('{"amount": 12, "to":"x"}')).toBe(await callsOf(args))
    expect(await callsOf('{"amount":13,"to":"x"}')).not.toBe(await callsOf(args))
  })

  it('is let through at its end where nothing in it is to wait, and denied where a call is forbidden', async () => {
    const items = [chunk({ content: 'Hm.' }), call('get_x', '{}'), chunk({}, 'tool_calls')]
    expect(await holding(items.map((item) => [item]))).toMatchObject({ passed: items, held: [], violations: [] })
    const risky = [call('transfer_funds', args), chunk({}, 'tool_calls')]
    await expect(holding([risky], { forbiddenActions: ['F'] })).rejects.toMatchObject({ code: 'action_not_permitted' })
  })

  it('is refused where it is longer than may be held in memory', async () => {
    const exchange = exchangeOf('chat', {})
    const holdBytes = () => {
      throw new SluiceError('overloaded')
    }
    const guard = layerOf('hold').openCallGuard({ ...exchange, runtime: { ...exchange.runtime, holdBytes } }, noHold)
    expect(() => guard?.take([chunk({ content: 'Hm.' })])).toThrow(SluiceError)
  })

  it('gives out no piece of a call, however it is cut and in whatever batches it comes', async () => {
    const cut = fc.record({
      places: fc.array(fc.integer({ min: 0, max: args.length }), { maxLength: 5 }),
      batches: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      before: fc.array(fc.string(), { maxLength: 3 }),
      harmlessFirst: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(cut, async ({ places, batches, before, harmlessFirst }) => {
        const at = [0, ...places.toSorted((a, b) => a - b), args.length]
        const place = harmlessFirst ? 1 : 0
        const pieces = at
          .slice(1)
          .map((end, i) => call(i === 0 ? 'transfer_funds' : undefined, args.slice(at[i], end), place))
        const first = harmlessFirst ? [call('get_x', '{}')] : []
        const texts = before.map((content) => chunk({ content }))
        const items = [...texts, ...first, ...pieces, chunk({}, 'tool_calls')]
        const cutUp: CompletionChunk[][] = []
        for (let from = 0, i = 0; from < items.length; i += 1) {
          const size = batches[i % batches.length] ?? 1
          cutUp.push(items.slice(from, from + size))
          from += size
        }
        const { passed, held } = await holding(cutUp)
        expect(passed).toEqual(texts)
        expect(held[0]?.[1].whole).toMatchObject({ completion: { choices: [{ finish_reason: 'tool_calls' }] } })
      }),
    )
  })

  it('is held on the other wires too, whole and in pieces', async () => {
    const item = { type: 'function_call', call_id: 'c', name: 'delete_user', arguments: '{}' }
    const block = { type: 'tool_use', id: 'c', name: 'delete_user', input: {} }
    const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } }
    const done = { type: 'response.completed', response: { output: [item] } }
    const message = { type: 'message', role: 'assistant', content: [block] }
    const started = { type: 'message_start', message: { role: 'assistant', content: [] } }
    const inPieces = [
      started,
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'message_stop' },
    ]
    for (const [kind, events, left] of [
      ['responses', [done], []],
      ['responses', [added, { type: 'response.output_item.done', output_index: 0, item }, done], []],
      ['messages', [message], []],
      ['messages', inPieces, [started]],
    ] as const) {
      const held: Held[] = []
      const guard = layerOf('hold').openEventCallGuard(exchangeOf(kind, {}), async (...asked) => void held.push(asked))
      const passed: WireEvent[] = []
      for (const event of events) passed.push(...((await guard?.take([event])) ?? []))
      passed.push(...((await guard?.end()) ?? []))
      expect([passed, held.length]).toEqual([left, 1])
    }
  })
})

describe('calls in events', () => {
  const item = (name: string, args: string) => ({ type: 'function_call', call_id: 'c', name, arguments: args })
  const responses = (name: string): WireEvent[] => [
    { type: 'response.output_text.delta', output_index: 0, delta: 'Hm.' },
    { type: 'response.output_item.added', output_index: 1, item: item(name, '') },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
    { type: 'response.output_item.done', output_index: 1, item: item(name, '{}') },
    { type: 'response.completed', response: { output: [item(name, '{}')] } },
  ]
  const messages = (name: string): WireEvent[] => [
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hm.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c', name, input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{}' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_stop' },
  ]
  const eventsOf = (kind: 'responses' | 'messages', events: readonly WireEvent[]) =>
    passing(layerOf('deny').openEventCallGuard(exchangeOf(kind, {}), noHold), events)

  it.each([
    ['responses', responses],
    ['messages', messages],
  ] as const)('of %s are held back until they are whole', (kind, eventsWith) => {
    const passes = eventsWith('get_order')
    const { passed, code } = eventsOf(kind, passes)
    expect([code, passed.map((items) => items.length)]).toEqual([undefined, [1, 0, 0, 3, 1, 0]])
    const denied = eventsOf(kind, eventsWith('delete_user'))
    expect([denied.code, denied.passed.map((items) => items.length)]).toEqual(['action_not_permitted', [1, 0, 0]])
  })

  it.each<[string, 'responses' | 'messages', WireEvent]>([
    ['a response', 'responses', { type: 'response.completed', response: { output: [item('delete_user', '{}')] } }],
    ['a message', 'messages', { type: 'message', content: [{ type: 'tool_use', name: 'delete_user', input: {} }] }],
    [
      'a command for the shell of the caller',
      'responses',
      {
        type: 'response.completed',
        response: { output: [{ type: 'local_shell_call', action: { command: ['rm', '-rf'] } }] },
      },
    ],
  ])('are denied in %s that comes as a whole', (_what, kind, event) => {
    expect(eventsOf(kind, [event]).code).toBe('action_not_permitted')
  })

  it('of the provider are its own', () => {
    const output = [{ type: 'mcp_call', name: 'delete_user' }, { type: 'web_search_call' }]
    expect(eventsOf('responses', [{ type: 'response.completed', response: { output } }]).code).toBeUndefined()
    const content = [{ type: 'server_tool_use', name: 'bash' }]
    expect(eventsOf('messages', [{ type: 'message', content }]).code).toBeUndefined()
  })

  it('that never end are taken for the worst', () => {
    expect(eventsOf('responses', responses('get_order').slice(0, 3)).code).toBe('action_not_permitted')
  })
})

describe('a stream', () => {
  it('is drained in order', async () => {
    const items = [chunk({ content: 'a' }), call('get_x', '{}'), chunk({ content: 'b' }), chunk({}, 'stop')]
    const guard = layerOf('deny').openCallGuard(exchangeOf('chat', {}), noHold)
    const passed: CompletionChunk[] = []
    for (const item of await drain(oneByOne(...items))) passed.push(...((await guard?.take([item])) ?? []))
    expect(passed).toEqual(items)
  })
})
