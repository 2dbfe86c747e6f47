import { expect, it } from 'vitest'
import { gatewayWords } from './gateway-words.ts'

it.each([
  [undefined, 'The gateways could not be told; they refuse it within a minute.'],
  [{ alive: 0, acknowledged: 0, missing: [] }, 'No gateway is running.'],
  [{ alive: 1, acknowledged: 1, missing: [] }, '1 of 1 running gateways and workers refuse it.'],
  [{ alive: 3, acknowledged: 2, missing: ['g'] }, '2 of 3 running gateways and workers refuse it.'],
])('of %j says %s', (gateways, words) => {
  expect(gatewayWords(gateways, 'refuse it')).toBe(words)
})
