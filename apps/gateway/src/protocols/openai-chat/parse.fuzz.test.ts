import { CHAT_LIMITS, ERRORS, SluiceError } from '@sluice/contracts'
import { parseJsonBody } from '@sluice/service-kit'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import { countJsonValues } from '../../bodies/count-values.ts'
import { openAiChat } from './parse.ts'

const VALID = Buffer.from(
  JSON.stringify({
    model: 'gpt-test',
    messages: [
      { role: 'system', content: 'Be brief. \u{1f600}' },
      { role: 'user', content: [{ type: 'text', text: 'Hello "you"' }], name: 'maria' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"b":[1,2,{"c":null}]}' },
    ],
    temperature: 0.7,
    seed: 7,
    stream: true,
    metadata: { a: 'b' },
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
  }),
)
const HOSTILE = [
  ...['"__proto__":{"polluted":1},', '"constructor":{"prototype":{"polluted":1}},', '"model":"m","model":7,', '1e999'],
  ...[
    '[',
    '[['.repeat(40),
    '{"a":'.repeat(70),
    ']',
    '}',
    '"',
    '\\',
    '\\ud800',
    '\\u0000',
    ',',
    ':',
    'null',
    '-',
    '\ufeff',
  ],
  ...['"messages":[],', '9'.repeat(400), '"n":1e9,', '"seed":4111111111111111,', '"user":{},', '"stop":[[]],'],
].map((each) => Buffer.from(each))

interface Edit {
  readonly at: number
  readonly removed: number
  readonly put: Uint8Array
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(VALID.length),
  removed: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(60)),
  put: fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.uint8Array({ maxLength: 4 }),
    // Something of the body itself, once more.
    fc.tuple(fc.nat(VALID.length), fc.nat(120)).map(([from, length]) => VALID.subarray(from, from + length)),
  ),
})

function edited(edits: readonly Edit[]): Buffer {
  let bytes = VALID
  for (const { at, removed, put } of edits) {
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + removed)])
  }
  return bytes
}

const bytes = fc.oneof(
  { arbitrary: fc.array(edit, { maxLength: 4 }).map(edited), weight: 9 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)), weight: 1 },
)

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + 1 + countOf(each), 0)
}

fuzz('chat body, its bytes', {
  'are a request of the known form, or a refusal of theirs that quotes nothing': {
    property: fc.property(bytes, (body) => {
      try {
        const { kind, body: request } = openAiChat.parse(parseJsonBody(body, CHAT_LIMITS.depth))
        expect(kind).toBe('chat')
        expect(request.messages.length).toBeLessThanOrEqual(CHAT_LIMITS.messages)
        expect(Object.getPrototypeOf(request)).toBe(Object.prototype)
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error
        expect([400, 413]).toContain(ERRORS[error.code].status)
        expect(error.cause).toBeUndefined()
      }
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    }),
    runs: 500,
  },
  'hold no more values than are counted before they are parsed': {
    property: fc.property(bytes, (body) => {
      let value: unknown
      try {
        value = parseJsonBody(body, CHAT_LIMITS.depth)
      } catch {
        return
      }
      expect(countJsonValues(body) + 1).toBeGreaterThanOrEqual(countOf(value))
    }),
    runs: 500,
  },
})
