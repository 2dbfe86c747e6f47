import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestOfTokens } from './restored-digest.ts'

const expected = (tokens: readonly string[]) =>
  createHash('sha256')
    .update([...tokens].sort().join('\n'))
    .digest('base64url')

it('is that of the tokens in their order, whichever came first', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (tokens) => {
      expect(digestOfTokens(tokens)).toBe(expected(tokens))
    }),
  )
})

it.each([2_049, 4_096, 10_001])('is the same for %d tokens, which are sorted in parts', async (count) => {
  const tokens = Array.from({ length: count }, (_, at) => `PERSON_${(at * 7_919) % 100_003}`)
  const digest = digestOfTokens(tokens)
  expect(digest).toBeInstanceOf(Promise)
  expect(await digest).toBe(expected(tokens))
})
