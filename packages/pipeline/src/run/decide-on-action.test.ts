import { createLevelPolicy } from '@sluice/policy'
import { expect, it } from 'vitest'
import { chat } from '../testing/answers-for-tests.ts'
import { exchangeForTests } from '../testing/exchange-for-tests.ts'
import { decideOnAction } from './decide-on-action.ts'

it.each([
  [0.9495776371815352, ', confidence 0.95.'],
  [0.6, ', confidence 0.6.'],
  [0.0004, ', confidence 0.'],
  [undefined, 'rule order:move-money.'],
])('tells a confidence of %s as people read it: %s', (confidence, end) => {
  const request = chat({ model: 'm', messages: [{ role: 'user', content: 'Wire it.' }] })
  const action = {
    category: 'F',
    rule: 'order:move-money',
    ...(confidence === undefined ? {} : { confidence }),
  } as const
  const policy = createLevelPolicy({ clearances: {} }).current('t')
  const { violations = [] } = decideOnAction(action, request, exchangeForTests({ policy }))
  expect(violations.map(({ message }) => message.endsWith(end))).toEqual([true])
})
