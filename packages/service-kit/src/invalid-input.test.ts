import { expect, it } from 'vitest'
import { z } from 'zod'
import { invalidInput } from './invalid-input.ts'

const schema = z.strictObject({ name: z.string().trim().min(1), sizes: z.array(z.int()) })

it.each([
  ['body', { name: '', sizes: [1, 'x'] }, ['body.name', 'body.sizes.1']],
  ['query', { name: 'a', sizes: [], more: 1 }, ['query']],
  ['body', 'a text', ['body']],
] as const)('names every issue of a %s: %j', (place, value, paths) => {
  const issues = paths.map((path) => expect.objectContaining({ path }))
  const { error } = schema.safeParse(value)
  if (error === undefined) throw new Error('the value is valid')
  expect(invalidInput(error, place)).toMatchObject({ code: 'invalid_request', issues })
})
