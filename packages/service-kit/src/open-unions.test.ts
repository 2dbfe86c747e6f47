import { expect, it } from 'vitest'
import { z } from 'zod'
import { openUnions } from './open-unions.ts'

const content = z.object({
  content: z.union([z.string(), z.array(z.object({ type: z.string() })), z.null()]),
})
const opening = z.union([
  z.strictObject({ id: z.int(), types: z.array(z.enum(['A', 'B'])), reason: z.string() }),
  z.strictObject({ drill: z.literal(true), reason: z.string() }),
])
const nested = z.union([z.union([z.literal('auto'), z.number()]), z.array(z.int())])
const worded = z.union([z.string(), z.number()], { error: 'must be a name or a number' })

it.each([
  ['of none of the kinds', content, { content: 5 }, ['content: Invalid input: expected string, array or null']],
  ['that is missing', content, {}, ['content: Invalid input: expected string, array or null']],
  [
    'of a kind, with a fault in it',
    content,
    { content: [{ type: 'text' }, { type: 5 }] },
    ['content.1.type: Invalid input: expected string, received number'],
  ],
  [
    'that misses members of the schema which it means',
    opening,
    { id: 1, reason: 'r' },
    ['types: Invalid input: expected array, received undefined'],
  ],
  [
    'with a fault in a member',
    opening,
    { id: 1, reason: 'r', types: ['a'] },
    ['types.0: Invalid option: expected one of "A"|"B"'],
  ],
  [
    'that names its schema by a literal',
    opening,
    { drill: true },
    ['reason: Invalid input: expected string, received undefined'],
  ],
  ['that means none', opening, {}, ['id', 'types', 'reason'].map((member) => expect.stringMatching(`^${member}: `))],
  ['of a union in a union', nested, 'always', [': Invalid input: expected "auto", number or array']],
  ['of a union with words of its own', worded, null, [': must be a name or a number']],
])('says what is wrong with a value %s', (_, schema, value, says) => {
  const { error } = z.safeParse(schema, value)
  if (error === undefined) throw new Error('the value is valid')
  expect(openUnions(error.issues).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(says)
})
