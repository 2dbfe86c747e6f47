import { type Completion, type CompletionChunk, completionChunkSchema, completionSchema } from '@sluice/contracts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from './collect.ts'
import { completionToChunk } from './completion-to-chunk.ts'

const head = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' } as const
type Choices = CompletionChunk['choices']

async function* stream(...chunks: readonly CompletionChunk[]) {
  // One batch, and then one for each chunk that is left.
  yield chunks.slice(0, 2)
  for (const chunk of chunks.slice(2)) yield [chunk]
}

async function collected(...choices: readonly Choices[]): Promise<Completion> {
  return await collect(stream(...choices.map((each) => ({ ...head, choices: each }))))
}

const first = async (...deltas: readonly Choices[number]['delta'][]) =>
  (await collected(...deltas.map((delta) => [{ index: 0, delta }]))).choices[0]?.message

describe('collect', () => {
  it('gathers text, usage, the end and unknown members of every level', async () => {
    const completion = await collect(
      stream(
        {
          ...head,
          system_fingerprint: 'f1',
          choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
          usage: null,
        },
        { ...head, choices: [{ index: 0, delta: { content: 'Hel', reasoning_content: 'I ' } }] },
        { ...head, choices: [{ index: 0, delta: { content: 'lo', reasoning_content: 'think' }, note: 1 }], extra: [1] },
        { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, more: { a: 1 } } },
      ),
    )
    expect(completion).toEqual({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      system_fingerprint: 'f1',
      extra: [1],
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello', reasoning_content: 'I think' },
          finish_reason: 'stop',
          note: 1,
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, more: { a: 1 } },
    })
    expect(completionSchema.safeParse(completion).success).toBe(true)
  })

  it('merges tool calls by index, with string arguments and a type', async () => {
    const message = await first(
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{' } }],
      },
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f' }, extra_content: { s: 'x' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '}' } }] },
      { tool_calls: [{ index: 2, id: 'c', type: 'custom', custom: { name: 'h', input: 'in' } }] },
      { tool_calls: [{ index: 2, custom: { input: 'put' } }] },
    )
    expect(message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '' }, extra_content: { s: 'x' } },
        { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
        { id: 'c', type: 'custom', custom: { name: 'h', input: 'input' } },
      ],
    })
  })

  it('orders several choices by their index', async () => {
    const { choices } = await collected(
      [{ index: 1, delta: { content: 'b' } }],
      [
        { index: 0, delta: { content: 'a' }, finish_reason: 'length' },
        { index: 1, delta: { content: 'B' }, finish_reason: 'stop' },
      ],
    )
    expect(choices.map(({ index, message, finish_reason }) => [index, message.content, finish_reason])).toEqual([
      [0, 'a', 'length'],
      [1, 'bB', 'stop'],
    ])
  })

  it.each<[string, readonly Choices[number]['delta'][], unknown]>([
    ['null where it was null', [{ content: null }], null],
    ['empty where it was empty', [{ content: '' }], ''],
    ['null where it never came', [{ refusal: 'no' }], null],
    ['the text, whatever null comes later', [{ content: 'x' }, { content: null }], 'x'],
  ])('gives content: %s', async (_name, deltas, content) => {
    expect((await first(...deltas))?.content).toBe(content)
  })

  it('lets arrays of log probabilities and details grow, without touching the chunks', async () => {
    const chunks: CompletionChunk[] = [1, 2, 3].map((step) => ({
      ...head,
      choices: [
        {
          index: 0,
          delta: {
            reasoning_details: [{ index: 0, type: 'reasoning.text', text: `${step}` }],
            refusal: 'r',
            note: step === 3 ? null : 'n',
          },
          logprobs: { content: [{ token: `${step}`, logprob: -step }], refusal: null },
        },
      ],
    }))
    const before = structuredClone(chunks)
    const { choices } = await collect(stream(...chunks))
    expect(choices[0]?.logprobs).toEqual({
      content: [1, 2, 3].map((step) => ({ token: `${step}`, logprob: -step })),
      refusal: null,
    })
    expect(choices[0]?.message).toMatchObject({
      reasoning_details: [{ index: 0, type: 'reasoning.text', text: '123' }],
      refusal: 'rrr',
      note: 'nn',
    })
    expect(chunks).toEqual(before)
  })

  it('treats __proto__ as a name like any other', async () => {
    const delta = JSON.parse('{"content":"x","__proto__":{"polluted":"yes"}}')
    const message = await first(delta, delta)
    expect(JSON.stringify(message)).toContain('"__proto__":{"polluted":"yesyes"}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('rejects an empty stream, and as the stream does', async () => {
    await expect(collect(stream())).rejects.toMatchObject({ code: 'upstream_interrupted' })
    const broken = (async function* (): AsyncGenerator<readonly CompletionChunk[]> {
      yield [{ ...head, choices: [] }]
      throw new Error('broken')
    })()
    await expect(collect(broken)).rejects.toThrow('broken')
  })
})

const RESERVED = [
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  'service_metadata',
  'index',
  'message',
  'delta',
]
const MORE = ['finish_reason', 'role', 'content', 'tool_calls', 'function', 'type', 'name', 'arguments', 'logprobs']
const unknownName = fc.string({ minLength: 1 }).filter((name) => ![...RESERVED, ...MORE].includes(name))
// JSON.parse gives plain objects and no negative zero, as the wire does.
const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const unknownMembers = fc.dictionary(unknownName, json, { maxKeys: 3, noNullPrototype: true })
const count = fc.nat({ max: 1e6 })

const toolCall = fc
  .record({ id: fc.string(), name: fc.string(), args: fc.string(), called: unknownMembers, rest: unknownMembers })
  .map(({ id, name, args, called, rest }) => ({
    ...rest,
    id,
    type: 'function',
    function: { ...called, name, arguments: args },
  }))

const choice = fc
  .record({
    content: fc.option(fc.string()),
    toolCalls: fc.option(fc.option(fc.array(toolCall, { maxLength: 3 })), { nil: undefined }),
    finish: fc.option(fc.constantFrom('stop', 'length', 'tool_calls')),
    members: unknownMembers,
    rest: unknownMembers,
    logprobs: fc.option(json),
  })
  .map(({ content, toolCalls, finish, members, rest, logprobs }) => ({
    ...rest,
    logprobs,
    message: { ...members, role: 'assistant', content, ...(toolCalls === undefined ? {} : { tool_calls: toolCalls }) },
    finish_reason: finish,
  }))

const completion: fc.Arbitrary<Completion> = fc
  .record({
    choices: fc.array(choice, { maxLength: 3 }),
    usage: fc.option(fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count }), {
      nil: undefined,
    }),
    rest: unknownMembers,
  })
  .map(({ choices, usage, rest }) => ({
    ...rest,
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: choices.map((each, index) => ({ ...each, index })),
    ...(usage === undefined ? {} : { usage }),
  }))

describe('completionToChunks', () => {
  it('is undone by collect, for any answer', async () => {
    await fc.assert(
      fc.asyncProperty(completion, async (answer) => {
        expect(completionChunkSchema.safeParse(completionToChunk(answer)).success).toBe(true)
        expect(await collect(stream(completionToChunk(answer)))).toEqual(answer)
      }),
    )
  })
})
