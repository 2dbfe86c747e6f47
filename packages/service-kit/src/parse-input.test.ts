import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

const schema = z.strictObject({ name: z.string().trim().min(1), sizes: z.array(z.int()) })

describe('parseInput', () => {
  it('gives what the schema makes of the value', () => {
    expect(parseInput(schema, { name: ' a ', sizes: [1] }, 'body')).toEqual({ name: 'a', sizes: [1] })
  })

  it.each([
    ['body', { name: '', sizes: [1, 'x'] }, ['body.name', 'body.sizes.1']],
    ['query', { name: 'a', sizes: [], more: 1 }, ['query']],
    ['body', 'a text', ['body']],
  ] as const)('refuses a %s with every issue: %j', (place, value, paths) => {
    const issues = paths.map((path) => expect.objectContaining({ path }))
    expect(() => parseInput(schema, value, place)).toThrow(expect.objectContaining({ code: 'invalid_request', issues }))
  })
})
