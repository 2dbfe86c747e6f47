import { describe, expect, it } from 'vitest'
import { parsePositiveInteger } from './positive-integer.ts'

describe('parsePositiveInteger', () => {
  it.each([
    ['1', 1],
    ['20', 20],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, value) => {
    expect(parsePositiveInteger(text)).toBe(value)
  })

  it.each(['', '0', '007', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '٣', '9007199254740992', '99999999999999999'])(
    'takes %j for no positive integer',
    (text) => {
      expect(parsePositiveInteger(text)).toBeUndefined()
    },
  )
})
