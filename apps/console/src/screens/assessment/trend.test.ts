import { expect, it } from 'vitest'
import type { ScanRecord } from '../../api/assessment.ts'
import { scoresOf, trendOf } from './trend.ts'

const figures = {
  ...{ verdict: 'NonCompliant' as const, quantumBroken: 1, quantumVulnerable: 0, mitigable: 0, quantumSafe: 0 },
  ...{ filesRead: 1, filesNotAssessed: 0, foldersIgnored: 0, unresolvedCalls: 0 },
}
const scan = (id: string, more: Partial<ScanRecord> = {}): ScanRecord => ({
  ...{ id, path: '/shop', findingCount: 1, score: 0.5, status: 'completed', timestamp: '2026-11-28T12:00:00Z' },
  ...{ figures, ...more },
})

it('is of the completed scans of one project, the oldest first', () => {
  const failed = { id: 'x', path: '/shop', findingCount: 0, score: 0, status: 'failed', timestamp: '' } as const
  const history = [scan('c', { score: 0.2 }), failed, scan('b', { path: '/other' }), scan('a')]
  expect(trendOf(history, '/shop').map(({ id }) => id)).toEqual(['a', 'c'])
  expect(scoresOf(history, '/shop')).toEqual([0.5, 0.2])
  expect(trendOf(history, '/none')).toEqual([])
})
