import { expect, it } from 'vitest'
import { ASSESSMENT_FAULTS } from './assessment-faults.ts'
import { type Fault, formatFault } from './fault.ts'
import { leaveOutKnown } from './known-faults.ts'

/** How many faults the list may count. Who lowers the list lowers this; nothing raises it. */
const ASSESSMENT_FAULTS_AT_MOST = 86

const fault = (path: string): Fault => ({ path, rule: 'unused-export', message: 'is unused' })
const two = [fault('packages/a/x.ts'), fault('packages/a/x.ts')]

it('leaves out exactly the faults that are known', () => {
  expect(leaveOutKnown([...two, fault('b.ts')], [['packages/a/x.ts', 'unused-export', 2]])).toEqual([fault('b.ts')])
})

it('keeps the faults of a file that has more than are known, and those of another rule', () => {
  expect(leaveOutKnown(two, [['packages/a/x.ts', 'unused-export', 1]])).toEqual(two)
  const [kept, stale] = leaveOutKnown([fault('b.ts')], [['b.ts', 'file-length', 1]])
  expect([kept, stale?.message]).toEqual([fault('b.ts'), expect.stringMatching(/where there are 0/)])
})

it.each([
  [two, 3, 'write 2'],
  [[], 1, 'remove the entry'],
])('finds an entry that counts too much (%#)', (faults, count, advice) => {
  const left = leaveOutKnown(faults, [['packages/a/x.ts', 'unused-export', count]])
  expect(left.map(formatFault)).toEqual([expect.stringContaining(advice)])
})

it('counts no more faults of the assessment than there were', () => {
  const sum = ASSESSMENT_FAULTS.reduce((total, [, , count]) => total + count, 0)
  expect(sum).toBeLessThanOrEqual(ASSESSMENT_FAULTS_AT_MOST)
})
