import { TEXT_LIMITS } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { sessionScopeOf } from '../../session-scope.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { TokenMint } from './token-mint.ts'

it('mints as many different tokens as one request may have', () => {
  const mint = new TokenMint(keyRingForTests.mappingKeys(sessionScopeOf(exchangeForTests().origin)))
  const tokenOf = (value: string) => mint.tokenOf({ entity: 'EMAIL_ADDRESS', level: 3, value })
  for (let at = 0; at < TEXT_LIMITS.distinctValues; at += 1) tokenOf(`user${at}@example.com`)
  expect(tokenOf('user0@example.com')).toMatch(/^EMAIL_ADDRESS_/)
  expect(() => tokenOf('one.more@example.com')).toThrow('more than 50000 different sensitive values')
})
