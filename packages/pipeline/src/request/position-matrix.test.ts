import { type ChatRequest, chatRequestSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { chat } from '../testing/answers-for-tests.ts'
import { positionsOf, rewrite } from './index.ts'

const SENTINEL = 'XSENTINELX'
let counter = 0
/** A text that is unlike every other, so that a position that is missed can be named. */
function s(): string {
  counter += 1
  return `${SENTINEL}${counter}`
}

const schema = () => ({
  type: 'object',
  title: s(),
  description: s(),
  properties: {
    [s()]: { type: ['string', 'null'], format: 'date', enum: [s(), s()], default: s(), description: s(), const: s() },
    type: { type: 'string', description: s(), examples: [s()], pattern: s(), $ref: `#/$defs/${s()}` },
    nested: { type: 'object', properties: { [s()]: { anyOf: [{ title: s() }, { items: { description: s() } }] } } },
  },
  required: [s()],
  $defs: { [s()]: { description: s() } },
  additionalProperties: { description: s() },
  [s()]: { deep: [{ unknown: s() }] },
})

const parts = () => [
  { type: 'text', text: s(), cache_control: { type: 'ephemeral', note: s() } },
  { type: 'image_url', image_url: { url: `https://example.com/?q=${s()}`, detail: 'low' } },
  { type: 'input_audio', input_audio: { data: s(), format: s() } },
  { type: 'file', file: { file_data: s(), file_id: s(), filename: s() } },
  { type: s(), whatever: { [s()]: [s(), { deep: s() }] } },
  { type: 'refusal', refusal: s() },
]

function everything(): unknown {
  const messages = ['system', 'developer', 'user', 'assistant', 'tool', 'function'].flatMap((role) => [
    { role, content: s(), name: s(), reasoning_content: s(), refusal: s(), [s()]: s() },
    { role, content: parts() },
    { role, content: null, tool_call_id: s(), audio: { id: s(), [s()]: s() } },
  ])
  const calls = [
    { id: s(), type: 'function', function: { name: s(), arguments: JSON.stringify({ [s()]: [s(), { a: s() }] }) } },
    { id: s(), type: 'function', function: { name: s(), arguments: `{"broken": "${s()}` } },
    { id: s(), type: 'custom', custom: { name: s(), input: s() } },
    { id: s(), type: s(), unknown: s(), function: { name: s(), arguments: JSON.stringify(s()), extra: s() } },
  ]
  return {
    model: 'some-model',
    messages: [
      ...messages,
      {
        role: 'assistant',
        content: null,
        tool_calls: calls,
        function_call: { name: s(), arguments: `{"a":"${s()}"}` },
      },
      {
        role: 'tool',
        tool_call_id: s(),
        content: JSON.stringify({ rows: [{ [s()]: s() }], text: JSON.stringify({ b: s() }) }),
      },
      {
        role: 'tool',
        content: [
          { type: 'text', text: JSON.stringify([s()]) },
          { type: 'text', text: s() },
        ],
      },
    ],
    tools: [
      { type: 'function', function: { name: s(), description: s(), strict: true, parameters: schema(), [s()]: s() } },
      {
        type: 'custom',
        custom: { name: s(), description: s(), format: { type: 'grammar', grammar: { definition: s() } } },
      },
      { type: s(), [s()]: s() },
    ],
    functions: [{ name: s(), description: s(), parameters: schema() }],
    tool_choice: { type: 'function', function: { name: s() } },
    response_format: { type: 'json_schema', json_schema: { name: s(), description: s(), schema: schema() } },
    stop: [s(), s()],
    user: s(),
    safety_identifier: s(),
    prompt_cache_key: s(),
    metadata: { [s()]: s(), plain: s() },
    prediction: { type: 'content', content: [{ type: 'text', text: s() }] },
    web_search_options: { user_location: { approximate: { city: s() } } },
    service_tier: s(),
    reasoning_effort: s(),
    [s()]: { [s()]: [[s()]] },
  }
}

const tagged = (text: string) => text.replaceAll(new RegExp(`${SENTINEL}\\d+`, 'g'), 'TOKEN')

describe('position matrix', () => {
  it('finds and rewrites a sentinel at every role, part and member', () => {
    counter = 0
    const body = everything()
    const planted = counter
    const request = chat(chatRequestSchema.parse(body))
    expect(request.body).toEqual(body)
    const before = structuredClone(request)

    const positions = positionsOf(request)
    const found = positions.flatMap(({ text }) => text.match(/XSENTINELX\d+/g) ?? [])
    expect(found.toSorted()).toEqual(Array.from({ length: planted }, (_, i) => `${SENTINEL}${i + 1}`).toSorted())
    expect(new Set(positions.map(({ path }) => path)).size).toBe(positions.length)

    let tokens = 0
    const replacements = new Map<string, string>()
    for (const { path, text } of positions) {
      if (!text.includes(SENTINEL)) continue
      tokens += 1
      replacements.set(path, `${tagged(text)}${tokens}`)
    }
    const rewritten = rewrite(request, replacements)
    expect(JSON.stringify(rewritten)).not.toContain(SENTINEL)
    expect(request).toEqual(before)
    expect(positionsOf(rewritten)).toHaveLength(positions.length)
  })

  it('quotes nothing of the caller in a path', () => {
    const paths = positionsOf(chat(chatRequestSchema.parse(everything()))).map(({ path }) => path)
    expect(paths.filter((path) => path.includes(SENTINEL))).toEqual([])
  })

  const one: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
    ['string content', { messages: [{ role: 'user', content: 'needle' }] }, '/messages/0/content', 'prose'],
    [
      'a part',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'needle' }] }] },
      '/messages/0/content/0/text',
      'prose',
    ],
    [
      'a tool name',
      { tools: [{ type: 'function', function: { name: 'needle' } }] },
      '/tools/0/function/name',
      'identifier',
    ],
    ['the name of a participant', { messages: [{ role: 'user', name: 'needle' }] }, '/messages/0/name', 'name'],
    ['the name of a tool', { messages: [{ role: 'tool', name: 'needle' }] }, '/messages/0/name', 'identifier'],
    [
      'an address of a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'needle' } }] }] },
      '/messages/0/content/0/image_url/url',
      'structured',
    ],
    ['a metadata value', { metadata: { a: 'needle' } }, '/metadata/~0', 'structured'],
    ['a metadata name', { metadata: { needle: 'a' } }, '/metadata/~0~key', 'identifier'],
    [
      'tool-call arguments',
      {
        messages: [
          { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{"x":{"y":[1,"\\u006eeedle"]}}' } }] },
        ],
      },
      '/messages/0/tool_calls/0/function/arguments#/~0/~0/1',
      'structured',
    ],
    [
      'the names in them',
      { messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{"x":1,"needle":2}' } }] }] },
      '/messages/0/tool_calls/0/function/arguments#/~1~key',
      'identifier',
    ],
    [
      'a schema property',
      { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { needle: {} } } } }] },
      '/tools/0/function/parameters/properties/~0~key',
      'identifier',
    ],
  ]
  it.each(one)('names %s', (_, members, path, kind) => {
    const request = chat(chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user' }], ...members }))
    const found = positionsOf(request).filter(({ text }) => text === 'needle')
    expect(found.map((position) => [position.path, position.kind])).toEqual([[path, kind]])
    const rewritten = rewrite(request, new Map([[path, 'pin']]))
    expect(JSON.stringify(rewritten)).toBe(JSON.stringify(request).replace(/needle|\\\\u006eeedle/, 'pin'))
  })

  it('leaves out the documented words and binary only', () => {
    const base64 = Buffer.alloc(300, 7).toString('base64')
    const request: ChatRequest = chatRequestSchema.parse({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}`, detail: 'high' } },
            { type: 'input_audio', input_audio: { data: base64, format: 'wav' } },
            { type: 'file', file: { file_data: base64 } },
          ],
        },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      tool_choice: 'auto',
      response_format: { type: 'json_object' },
      modalities: ['text'],
      service_tier: 'auto',
      seed: 4111111111111112,
    })
    const positions = positionsOf(chat(request))
    expect(positions.map(({ text }) => text)).toEqual(['', '', '', 'f'])
    expect(positions.map(({ unreadable }) => unreadable)).toEqual(['image', 'audio', 'file', undefined])
  })

  it.each([
    ['a closed word in a place of its own', { service_tier: 'nightfall' }, 'nightfall'],
    [
      'a text behind a data URI',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: `data:text/plain;base64,${btoa('Nightfall '.repeat(30))}` } },
            ],
          },
        ],
      },
      'Nightfall '.repeat(30),
    ],
    [
      'a short word in place of base64',
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: 'Nightfall' } }] }] },
      'Nightfall',
    ],
    ['a number of something', { metadata: { a: 'b' }, card: 4111111111111111 }, '4111111111111111'],
  ])('does not leave out %s', (_, members, text) => {
    const request = chat(chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user' }], ...members }))
    expect(positionsOf(request).map((position) => position.text)).toContain(text)
  })
})
