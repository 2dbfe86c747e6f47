import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_STEP_UNITS } from '../../run/slice-queue.ts'
import { fitSchemaSteps } from './fit-schema.ts'

/** Takes all steps, each of which is as short as a step may be. */
function fitSchema(schema: unknown, value: unknown) {
  const work = fitSchemaSteps(schema, value)
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    expect(step.value).toBeLessThanOrEqual(MAX_STEP_UNITS)
  }
}

const TOKEN = 'CREDIT_CARD_0WEK2NMCK3'
const person = {
  type: 'object',
  properties: { name: { type: 'string' }, card: { type: 'integer' }, mail: { type: 'string', format: 'email' } },
  required: ['name'],
  additionalProperties: false,
}

describe('a value and a schema', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', { type: 'string' }, 'x'],
    ['a token where any text may be', { type: 'string' }, `Pay ${TOKEN}.`],
    ['members', person, { name: 'Maria', card: 4 }],
    ['a text of a format', person, { name: 'Maria', mail: 'a@example.com' }],
    ['items', { type: 'array', items: { type: 'string' }, maxItems: 2 }, ['a', 'b']],
    ['first items', { prefixItems: [{ type: 'string' }], items: { type: 'number' } }, ['a', 1, 2]],
    ['a reference', { $ref: '#/$defs/p', $defs: { p: person } }, { name: 'Maria' }],
    ['one of two', { oneOf: [{ type: 'string' }, person] }, { name: 'Maria' }],
    ['any of two', { anyOf: [{ type: 'null' }, { type: 'string' }] }, null],
    ['all of two', { allOf: [{ type: 'object' }, { required: ['a'] }] }, { a: 1 }],
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    ['a branch', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1, b: 1 }],
    ['a listed word', { enum: ['open', 'closed'] }, 'open'],
    ['no rule', {}, { any: [TOKEN] }],
    ['every value', true, 1],
  ])('fit: %s', (_, schema, value) => {
    expect(fitSchema(schema, value)).toEqual({ value })
  })

  it.each<[string, unknown, unknown]>([
    ['a token where a number is due', person, { name: 'Maria', card: TOKEN }],
    ['a token where a format is due', person, { name: 'Maria', mail: TOKEN }],
    ['a token where a pattern is due', { type: 'string', pattern: '^[0-9]+$' }, TOKEN],
    ['a token where a word is due', { enum: ['open'] }, TOKEN],
    ['a token where a length is due', { type: 'string', maxLength: 16 }, TOKEN],
    ['a token in place of a name', person, { [TOKEN]: 'x', name: 'Maria' }],
    ['a name that is missing', person, { card: 1 }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, 1],
    ['a reference to nothing', { $ref: '#/none' }, 1],
    ['too many', { oneOf: [{ type: 'string' }, {}] }, 'x'],
    ['what must not be', { not: { type: 'string' } }, 'x'],
    ['no value at all', false, 1],
    ['a schema without an end', { $ref: '#' }, 1],
    ['a number too large', { maximum: 3 }, 4],
  ])('do not fit: %s', (_, schema, value) => {
    expect(fitSchema(schema, value)).toBeUndefined()
  })

  it('have their numbers back that came by way of a token', () => {
    expect(fitSchema(person, { name: 'Maria', card: '4111111111111' })).toEqual({
      value: { name: 'Maria', card: 4_111_111_111_111 },
    })
    expect(fitSchema({ type: ['string', 'integer'] }, '41')).toEqual({ value: '41' })
  })

  it('take bounded work, whatever the schema asks for', () => {
    // Each level asks for both of two that ask for both of two.
    const $defs: Record<string, unknown> = { l0: { type: 'string' } }
    for (let level = 1; level <= 40; level += 1)
      $defs[`l${level}`] = { allOf: [{ $ref: `#/$defs/l${level - 1}` }, { $ref: `#/$defs/l${level - 1}` }] }
    expect(fitSchema({ $ref: '#/$defs/l40', $defs }, 'x')).toBeUndefined()
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]))
    expect(fitSchema({ anyOf: Array(1_000).fill({ required: ['z'] }) }, wide)).toBeUndefined()
  })

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
        fitSchema(schema, value)
      }),
    )
  })
})
