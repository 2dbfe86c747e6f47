import { CHAT_LIMITS, type ChatRequest } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chat } from '../testing/answers-for-tests.ts'
import { type LocalRequest, positionsOf, rewrite } from './index.ts'

type Chat = LocalRequest & { readonly kind: 'chat' }

const request = (members: Record<string, unknown>): Chat =>
  chat({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...members } as ChatRequest)

const withArguments = (text: string): Chat =>
  request({ messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: text } }] }] })

const argumentsOf = ({ body }: Chat) => body.messages[0]?.tool_calls?.[0]?.function?.arguments

/** Replaces a word wherever a position offers it. */
function replaceEverywhere(from: Chat, word: string, by: string): Chat {
  const hits = positionsOf(from).filter(({ text }) => text.includes(word))
  return rewrite(from, new Map(hits.map(({ path, text }) => [path, text.replaceAll(word, by)])))
}

describe('tool-call arguments', () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['an escaped value', '{"to":"alice\\u0040example.com"}', '{"to":"TOKEN"}'],
    ['an escaped name', '{"alice\\u0040example.com":1}', '{"TOKEN":1}'],
    [
      'spacing and long numbers',
      '{ "id" : 12345678901234567890, "to":"alice@example.com" }',
      '{ "id" : 12345678901234567890, "to":"TOKEN" }',
    ],
    ['all of equal names', '{"a":"alice@example.com","a":"x"}', '{"a":"TOKEN","a":"x"}'],
    ['a bare string', '"alice@example.com"', '"TOKEN"'],
    ['an array', '[["alice@example.com"],{"a":[]}]', '[["TOKEN"],{"a":[]}]'],
    [
      'JSON in a string',
      JSON.stringify({ a: '{"b":"alice\\u0040example.com"}' }),
      JSON.stringify({ a: '{"b":"TOKEN"}' }),
    ],
    ['text that is not JSON', '{"a":"alice@example.com"', '{"a":"TOKEN"'],
    ['an escaped quote before it', '{"a":"\\"\\\\","b":"alice@example.com"}', '{"a":"\\"\\\\","b":"TOKEN"}'],
  ]
  it.each(table)('rewrites %s', (_, before, after) => {
    expect(argumentsOf(replaceEverywhere(withArguments(before), 'alice@example.com', 'TOKEN'))).toBe(after)
  })

  it('offers long integers under the name they carry, and makes a replaced one a string', () => {
    const from = withArguments('{"card":4111111111111111,"n":12}')
    expect(
      positionsOf(from)
        .filter(({ label }) => label === 'card')
        .map(({ text }) => text),
    ).toEqual(['4111111111111111'])
    expect(argumentsOf(replaceEverywhere(from, '4111111111111111', 'TOKEN'))).toBe('{"card":"TOKEN","n":12}')
  })

  it('refuses depth beyond the limit', () => {
    const deep = CHAT_LIMITS.depth + 1
    expect(() => positionsOf(withArguments('['.repeat(deep) + ']'.repeat(deep)))).toThrow('nested too deeply')
  })
})

describe('sharing and refusals', () => {
  it('remembers the positions of a request', () => {
    const from = request({})
    expect(positionsOf(from)).toBe(positionsOf(from))
  })

  it('keeps every object that was not touched', () => {
    const from = request({
      messages: [
        { role: 'system', content: 'one' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'two' },
            { type: 'text', text: 'three' },
          ],
        },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }],
    })
    const { body: after } = rewrite(from, new Map([['/messages/1/content/1/text', 'TOKEN']]))
    expect(after.messages[0]).toBe(from.body.messages[0])
    expect(after.tools).toBe(from.body.tools)
    expect(after.messages[1]?.content?.[0]).toBe(from.body.messages[1]?.content?.[0])
    expect(after.messages[1]?.content?.[1]).toEqual({ type: 'text', text: 'TOKEN' })
    expect(rewrite(from, new Map([['/nowhere', 'x']]))).toBe(from)
  })

  it('refuses a body that is nested too deeply', () => {
    let deep: unknown = 'x'
    for (let i = 0; i <= CHAT_LIMITS.depth; i += 1) deep = [deep]
    expect(() => positionsOf(request({ deep }))).toThrow('nested too deeply')
  })

  it('refuses to make one member of two', () => {
    const from = request({ metadata: { Nightfall: 'a', nightfall: 'b' } })
    const both = new Map([
      ['/metadata/~0~key', 'T'],
      ['/metadata/~1~key', 'T'],
    ])
    expect(() => rewrite(from, both)).toThrow('mean the same once masked')
  })

  it('keeps a member called __proto__ a plain member', () => {
    const from = request({ metadata: JSON.parse('{"__proto__":"alice"}') })
    expect(JSON.stringify(replaceEverywhere(from, 'alice', 'TOKEN'))).toContain('"metadata":{"__proto__":"TOKEN"}')
  })
})

describe('a request for embeddings', () => {
  const embed = (input: string | string[], members: Record<string, unknown> = {}): LocalRequest => ({
    kind: 'embeddings',
    body: { model: 'needle', input, encoding_format: 'base64', dimensions: 4_111_111, ...members },
  })

  it('offers each text, the user and what nobody here knows, and no option of the wire', () => {
    const from = embed(['one', 'two'], { user: 'three', input_type: 'four' })
    expect(positionsOf(from).map(({ path, text }) => [path, text])).toEqual([
      ['/input/0', 'one'],
      ['/input/1', 'two'],
      ['/user', 'three'],
      ['/~5~key', 'input_type'],
      ['/~5', 'four'],
    ])
  })

  it('is rewritten by path', () => {
    expect(rewrite(embed('one'), new Map([['/input', 'PERSON']])).body).toMatchObject({
      input: 'PERSON',
      model: 'needle',
    })
  })
})

describe('for any JSON', () => {
  const json = fc.jsonValue({ maxDepth: 6 })
  const anyRequest = fc
    .tuple(
      json,
      json,
      json,
      fc.dictionary(
        fc.string().map((name) => `x${name}`),
        json,
      ),
    )
    .map(([a, b, c, rest]) =>
      request({
        ...rest,
        model: 'm',
        messages: [
          { role: 'user', content: a },
          { role: 'tool', content: JSON.stringify(b) },
        ],
        tools: [{ type: 'function', function: { name: 'f', parameters: c } }],
        extra: { function: { arguments: JSON.stringify(a) } },
      }),
    )

  it('the identity gives an equal request, the same object', () => {
    fc.assert(
      fc.property(anyRequest, (from) => {
        const identity = new Map(positionsOf(from).map(({ path, text }) => [path, text]))
        expect(identity.size).toBe(positionsOf(from).length)
        expect(rewrite(from, identity)).toBe(from)
      }),
    )
  })

  it('no string is left that was not offered', () => {
    fc.assert(
      fc.property(anyRequest, (from) => {
        const marked = new Map(positionsOf(from).map(({ path }, i) => [path, `MARK${i}`]))
        const after = rewrite(from, marked)
        const left = stringsOf(after.body).filter((text) => !/^MARK\d+$/.test(text) && !isStructural(text))
        expect(left).toEqual([])
      }),
    )
  })
})

/** Every string value and unknown name of the rewritten request, JSON in strings opened. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    if (!/^[[{"]/.test(value)) return [value]
    return stringsOf(JSON.parse(value))
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsOf(inner)])
}

const STRUCTURAL = new Set(
  'm user tool function text model messages role content tools name parameters type tool_choice user'.split(' '),
)

function isStructural(text: string): boolean {
  return STRUCTURAL.has(text)
}
