import { expect, it } from 'vitest'
import { readCacheUse } from './cache-control.ts'

it.each([
  [undefined, 'full'],
  ['', 'full'],
  ['max-age=60', 'full'],
  ['no-cache', 'refresh'],
  ['No-Cache', 'refresh'],
  ['max-age=0', 'refresh'],
  ['private, no-store', 'none'],
  ['no-cache,no-store', 'none'],
  ['x-no-store', 'full'],
])('%s means %s', (header, use) => {
  expect(readCacheUse(header)).toBe(use)
})
