import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyCall, classifyTool, decidesAboutSomebody, offersEditing } from './tool-actions.ts'

const object = (properties: object) => ({ type: 'object', properties })

describe('a tool', () => {
  it.each([
    [{ name: 'op', description: 'Deletes a user account for good.' }, 'G', 'description'],
    [{ name: 'get_op', description: 'Transfers money to a payee.' }, 'F', 'description'],
    [{ name: 'op', schema: object({ iban: {}, amount: {} }) }, 'F', 'schema'],
    [{ name: 'applicant_step', schema: object({ outcome: { enum: ['accepted', 'rejected'] } }) }, 'H', 'schema'],
    [{ name: 'format_poem' }, 'B', 'name'],
    [{ name: 'weather', description: 'Returns the weather of a city.' }, 'D', 'name'],
  ] as const)('%j is %s by its %s', (tool, category, by) => {
    expect(classifyTool(tool)).toEqual({ category, by })
  })

  it('is what an operator says, whatever else is said of it', () => {
    const declared = new Map([['delete_user', 'A']] as const)
    expect(classifyTool({ name: 'delete_user' }, declared)).toEqual({ category: 'A', by: 'declared' })
    expect(classifyCall({ name: 'delete_user' }, { sql: 'drop table x' }, declared).by).toBe('declared')
  })

  it('by which code is edited is known by its name', () => {
    expect(offersEditing([{ name: 'str_replace_editor' }, { name: 'x' }])).toBe(true)
    expect(offersEditing([{ name: 'credit' }])).toBe(false)
  })
})

describe('a call', () => {
  it.each([
    ['query', { sql: 'SELECT 1' }, 'D'],
    ['query', '{"sql":"DELETE   FROM users"}', 'G'],
    ['bash', { command: 'ls -la | grep x' }, 'D'],
    ['bash', { command: 'ls; rm -rf x' }, 'G'],
    ['bash', { command: 'cat x > y' }, 'G'],
    ['bash', { command: 'echo $(shutdown now)' }, 'G'],
    ['bash', {}, 'G'],
    ['http', { method: 'DELETE', url: 'https://x.example/a' }, 'G'],
    ['http', { method: 'POST', url: 'https://x.example/v1/transfers' }, 'F'],
    ['http', { method: 'GET', url: 'https://x.example/v1/transfers' }, 'D'],
    ['update_applicant', { status: 'rejected' }, 'H'],
    ['update_parcel', { status: 'rejected' }, 'D'],
    ['api', { amount: 4, payee: 'x' }, 'F'],
  ] as const)('%s %j is %s', (name, input, category) => {
    expect(classifyCall({ name }, input).category).toBe(category)
  })

  it('has a category whatever its arguments are', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.jsonValue(), fc.json()), (name, input) => {
        expect(classifyCall({ name }, input).category).toMatch(/^[A-H]$/)
      }),
    )
  })
})

describe('the form of an answer', () => {
  it('decides about somebody, or not', () => {
    expect(decidesAboutSomebody({ name: 'loan_decision', schema: object({ approved: {} }) })).toBe(true)
    expect(decidesAboutSomebody({ name: 'loan_summary', schema: object({ text: {} }) })).toBe(false)
    expect(decidesAboutSomebody({ name: 'spell_check', schema: object({ approved: {} }) })).toBe(false)
  })
})
