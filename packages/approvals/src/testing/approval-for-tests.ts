import type { Approval, ApprovalVote } from '@sluice/db'
import { z } from 'zod'
import type { ApprovalTimes } from '../approval-times.ts'
import { approvalConfigShape, approvalTimesOf } from '../config.ts'

/** For tests: the times that are the default. */
export const TIMES: ApprovalTimes = approvalTimesOf(z.object(approvalConfigShape).parse({}))

/** For tests: a request of alice that waits for one approver. */
export function approvalForTests(changes: Partial<Approval> = {}): Approval {
  return {
    id: '0b5f0a52-5d1c-4a43-9a55-3a8d1f1b2c01',
    tenant: 'acme',
    sub: 'alice',
    username: 'alice',
    departments: ['finance'],
    sessionId: 7,
    requestDigest: 'digest-1',
    orderDigest: 'order-1',
    subject: {
      model: 'gpt-test',
      category: 'F',
      rule: 'pay',
      tile: {
        level: 0,
        categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
        reidentificationRisk: 0,
        flags: [],
        digest: '',
      },
      violations: [],
      policyVersion: 'policy-1',
    },
    thresholds: [{ count: 1, roles: [] }],
    state: 'pending',
    votes: [],
    run: 0,
    createdAtMs: 0,
    untilMs: 1_000,
    hasContent: true,
    ...changes,
  }
}

/** For tests: somebody's vote. */
export function voteForTests(
  sub: string,
  decision: ApprovalVote['decision'] = 'approve',
  ...roles: string[]
): ApprovalVote {
  return { sub, username: sub, roles, decision, comment: 'seen', atMs: 0 }
}
