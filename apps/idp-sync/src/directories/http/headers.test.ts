import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextLink } from './link-header.ts'
import { askedWaitMs } from './retry-after.ts'

describe('nextLink', () => {
  it.each([
    ['<https://a/1>; rel="self", <https://a/2?x=1,2>; rel="next"', 'https://a/2?x=1,2'],
    ['<https://a/2>; rel=next', 'https://a/2'],
    [['<https://a/1>; rel="self"', '<https://a/2>; rel="next"'], 'https://a/2'],
    ['<https://a/1>; rel="self"', undefined],
    ['<https://a/1>; rel="nextish"', undefined],
    ['<https://a/1>; title="next"', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (link, expected) => {
    expect(nextLink({ link })).toBe(expected)
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (link) => ['string', 'undefined'].includes(typeof nextLink({ link }))))
  })
})

describe('askedWaitMs', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1', 'x-rate-limit-reset': String(nowMs / 1_000 + 3) }, 3_000],
    [{ 'x-rate-limit-reset': String(nowMs / 1_000 - 3) }, 0],
    [{ 'x-rate-limit-reset': 'x' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (headers, expected) => {
    expect(askedWaitMs({ headers }, nowMs)).toBe(expected)
  })
})
