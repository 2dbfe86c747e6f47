import { completionChunkSchema, completionSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCompletion, isCompletionChunk } from './check-answer.ts'
import { toCompletion, toCompletionChunk } from './repair-answer.ts'

const defaults = { id: 'chatcmpl-x', created: 7, model: 'm' }
const chunk = {
  id: 'a',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null }],
}
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }

const oddValue = fc.constantFrom<unknown>(
  undefined,
  null,
  '',
  'text',
  0,
  1,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  usage,
)

/** An object that mostly has the right members, each now and then wrong or missing. */
function mostly(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const loose = Object.fromEntries(
    Object.entries(members).map(([name, right]) => [name, fc.oneof({ weight: 8, arbitrary: right }, oddValue)]),
  )
  return fc.oneof(
    { weight: 12, arbitrary: fc.record(loose, { requiredKeys: [] }) },
    { weight: 12, arbitrary: fc.record(loose) },
    oddValue,
  )
}

const calledFunction = mostly({ name: fc.constant('f'), arguments: fc.constant('{}') })
const toolCall = mostly({
  index: fc.nat(3),
  id: fc.constant('c'),
  type: fc.constant('function'),
  function: calledFunction,
})
const message = mostly({
  role: fc.constant('assistant'),
  content: fc.constantFrom('hi', null),
  tool_calls: fc.array(toolCall, { maxLength: 2 }),
})
const choice = mostly({ index: fc.nat(3), delta: message, message, finish_reason: fc.constantFrom('stop', null) })
const answer = mostly({
  id: fc.constant('a'),
  object: fc.constantFrom('chat.completion.chunk', 'chat.completion'),
  created: fc.nat(),
  model: fc.constant('m'),
  choices: fc.array(choice, { maxLength: 2 }),
  usage: fc.constantFrom(usage, null),
})

describe('the hand-written shape checks', () => {
  it('give the verdict of the schema', () => {
    const seen = { chunk: 0, completion: 0 }
    fc.assert(
      fc.property(answer, (value) => {
        seen.chunk += isCompletionChunk(value) ? 1 : 0
        seen.completion += isCompletion(value) ? 1 : 0
        expect(isCompletionChunk(value)).toBe(completionChunkSchema.safeParse(value).success)
        expect(isCompletion(value)).toBe(completionSchema.safeParse(value).success)
      }),
      { numRuns: 20_000 },
    )
    expect(Math.min(seen.chunk, seen.completion)).toBeGreaterThan(100)
  })

  it('refuse what JSON can say and the schema cannot', () => {
    expect(isCompletionChunk({ ...chunk, created: Number.POSITIVE_INFINITY })).toBe(false)
    expect(isCompletion({ ...chunk, object: 'chat.completion', choices: [], service_metadata: {} })).toBe(false)
  })
})

describe('toCompletionChunk', () => {
  it('gives a right chunk as it is', () => {
    expect(toCompletionChunk(chunk, defaults)).toBe(chunk)
  })

  it.each<[string, unknown, unknown]>([
    ['the envelope', { choices: chunk.choices }, { ...chunk, id: 'chatcmpl-x', created: 7 }],
    ['choices', { ...chunk, choices: undefined, usage }, { ...chunk, choices: [], usage }],
    [
      'a delta (Azure content filter)',
      { ...chunk, choices: [{ index: 0 }] },
      { ...chunk, choices: [{ index: 0, delta: {} }] },
    ],
    ['an index', { ...chunk, choices: [{ delta: {} }] }, { ...chunk, choices: [{ index: 0, delta: {} }] }],
    ['a total', { ...chunk, usage: { prompt_tokens: 1, completion_tokens: 2 } }, { ...chunk, usage }],
    ['the object', { ...chunk, object: '' }, chunk],
  ])('fills in %s', (_name, value, completed) => {
    expect(toCompletionChunk(value, defaults)).toEqual(completed)
  })

  it('mends tool calls', () => {
    const calls = [
      { id: null, type: null, function: { name: null, arguments: '{"a"' } },
      { index: 4, function: { arguments: { a: 1 } } },
    ]
    const result = toCompletionChunk({ ...chunk, choices: [{ index: 0, delta: { tool_calls: calls } }] }, defaults)
    expect(result?.choices[0]?.delta.tool_calls).toEqual([
      { index: 0, function: { arguments: '{"a"' } },
      { index: 4, function: { arguments: '{"a":1}' } },
    ])
  })

  it('keeps unknown members while it mends', () => {
    const value = {
      x: 1,
      choices: [{ y: 2, delta: { reasoning_content: 'z', tool_calls: [{ w: 3, function: { v: 4 } }] } }],
    }
    expect(toCompletionChunk(value, defaults)).toMatchObject(value)
  })

  it.each<[unknown]>([
    [null],
    [[]],
    ['x'],
    [{ choices: 'x' }],
    [{ choices: [1] }],
    [{ choices: [{ delta: 'x' }] }],
    [{ choices: [{ delta: { content: [1] } }] }],
  ])('refuses %j', (value) => {
    expect(toCompletionChunk(value, defaults)).toBeUndefined()
  })

  it('gives nothing that the schema refuses', () => {
    fc.assert(
      fc.property(answer, (value) => {
        const mended = toCompletionChunk(value, defaults)
        if (mended) expect(completionChunkSchema.safeParse(mended).success).toBe(true)
        const whole = toCompletion(value, defaults)
        if (whole) expect(completionSchema.safeParse(whole).success).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('toCompletion', () => {
  it('fills in what is missing and drops what is not the upstream’s to say', () => {
    const value = { service_metadata: { session_id: 1 }, choices: [{ message: { content: 'x' } }] }
    expect(toCompletion(value, defaults)).toEqual({
      ...defaults,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: null }],
    })
  })

  it('refuses an answer without choices', () => {
    expect(toCompletion({ ...defaults, object: 'chat.completion' }, defaults)).toBeUndefined()
  })
})
