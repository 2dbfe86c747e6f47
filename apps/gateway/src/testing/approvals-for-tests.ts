import { randomUUID } from 'node:crypto'
import { type Approvals, approvalConfigShape, approvalTimesOf, createApprovals } from '@sluice/approvals'
import { createApprovalsRepository } from '@sluice/db'
import { z } from 'zod'
import { approvalIdOf } from '../approvals/completion-id.ts'
import type { GatewayStack } from './test-stack.ts'

/** For tests: the approvals of a stack, as an administrator's service has them. */
export interface TestApprovals extends Approvals {
  /** Somebody decides on the request behind a completion, a response or a message. */
  decide(completionId: string, decision: 'approve' | 'deny', voter?: string): Promise<void>
}

export function approvalsOf({ database }: Pick<GatewayStack, 'database'>): TestApprovals {
  const approvals = createApprovals({
    repository: createApprovalsRepository(database),
    outbox: { append: async () => undefined },
    clock: { nowMs: Date.now },
    times: approvalTimesOf(z.object(approvalConfigShape).parse({})),
    service: 'test',
    newId: randomUUID,
  })
  return Object.assign(approvals, {
    decide: async (completionId: string, decision: 'approve' | 'deny', voter = 'carol') => {
      const id = approvalIdOf(completionId) ?? completionId.replace(/^[a-z]+_/, '')
      const by = { sub: voter, username: voter, roles: [] }
      await approvals.vote({ tenant: 'default', id, voter: by, decision, comment: 'seen' })
    },
  })
}
