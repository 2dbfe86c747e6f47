import { expect, it } from 'vitest'
import { missingApprovals } from './missing-approvals.ts'

const vote = (username: string, roles: string[], decision: 'approve' | 'deny' = 'approve') => ({
  by: `user:${username}`,
  username,
  roles,
  decision,
  comment: 'seen',
  at: '2026-03-02T08:00:00.000Z',
})

it('counts for each condition those whose roles it names, and no denial', () => {
  const thresholds = [
    { count: 2, roles: [] },
    { count: 1, roles: ['ciso', 'legal-counsel'] },
  ]
  const votes = [vote('dana', ['aigo']), vote('erin', ['auditor'], 'deny')]
  expect(missingApprovals({ thresholds, votes })).toEqual([
    { roles: [], count: 2, approvedBy: ['dana'], missing: 1 },
    { roles: ['ciso', 'legal-counsel'], count: 1, approvedBy: [], missing: 1 },
  ])
  expect(
    missingApprovals({ thresholds, votes: [...votes, vote('carol', ['ciso']), vote('lee', ['legal-counsel'])] }),
  ).toEqual([
    { roles: [], count: 2, approvedBy: ['dana', 'carol', 'lee'], missing: 0 },
    { roles: ['ciso', 'legal-counsel'], count: 1, approvedBy: ['carol', 'lee'], missing: 0 },
  ])
})

it('says the roles of those who are not named', () => {
  const votes = [{ decision: 'approve' as const, roles: ['ciso', 'dept-admin'], at: '2026-03-02T08:00:00.000Z' }]
  expect(missingApprovals({ thresholds: [{ count: 1, roles: ['ciso'] }], votes })).toEqual([
    { roles: ['ciso'], count: 1, approvedBy: ['CISO, Dept admin'], missing: 0 },
  ])
})
