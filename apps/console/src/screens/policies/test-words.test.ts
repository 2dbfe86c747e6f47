import { expect, it } from 'vitest'
import { policyTestShape } from '../../api/policies.ts'
import { isAllPassed, questionWords, reportWords } from './test-words.ts'

const shared = { groups: ['dept:finance', 'role:employee'], effect: 'permit' } as const
const tests: [object, string][] = [
  [{ action: 'invoke', resource: 'A', tile: 5, reason: true }, 'does A with data of level 5, with a reason'],
  [
    { action: 'invoke', resource: 'F', model: 'm', tile: { level: 1, risk: 0.5, flags: ['mosaic'] } },
    'does F by m with data of level 1 (risk 0.5, mosaic)',
  ],
  [{ action: 'reveal', resource: 'US_SSN' }, 'sees US_SSN'],
  [{ action: 'useModel' }, 'uses any model'],
  [{ action: 'useCache', resource: 'm' }, 'gets remembered answers of m'],
  [{ action: 'callTool', resource: 's/t' }, 'calls s/t'],
  [
    { action: 'route', resource: 'cloud', permittedLevel: 7, region: 'eu', tile: 3 },
    'is routed to cloud in eu, which may see level 7, with data of level 3',
  ],
  [{ action: 'freeze-user' }, 'administers: freeze-user'],
]

it.each(tests)('says of %j: %s', (test, words) => {
  expect(questionWords(policyTestShape.parse({ ...test, ...shared }))).toBe(
    `Somebody in dept:finance, role:employee ${words}`,
  )
})

const report = { passed: 0, failed: 0, not_run: 0, suites: [], untested: [], unreadable: [] }

it.each([
  [report, true, 'No test is kept with any policy.'],
  [{ ...report, passed: 1 }, true, 'The one test passes.'],
  [{ ...report, passed: 3 }, true, 'All 3 tests pass.'],
  [{ ...report, passed: 3, failed: 1 }, false, '1 of 4 tests fails.'],
  [{ ...report, passed: 3, not_run: 2 }, false, '2 were not reached in time: nothing is known of them.'],
  [{ ...report, passed: 1, unreadable: ['p'] }, false, 'The one test passes. Those of p cannot be read any more.'],
])('sums up %j', (of, isFine, words) => {
  expect([isAllPassed(of), reportWords(of)]).toEqual([isFine, words])
})
