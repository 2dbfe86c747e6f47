import type { Approval } from '../../api/approvals.ts'
import type { OwnApproval } from '../../api/own-approvals.ts'
import { roleName } from '../../design/role-name.ts'

/** One condition of an approval, and how far it is met. */
interface Condition {
  /** Whose approvals count; empty: everybody's who may approve. */
  readonly roles: readonly string[]
  readonly count: number
  /** User names of those whose approvals count; their roles where they are not named. */
  readonly approvedBy: readonly string[]
  readonly missing: number
}

type Vote = OwnApproval['votes'][number] & Partial<Pick<Approval['votes'][number], 'username'>>

interface Decided extends Pick<OwnApproval, 'thresholds'> {
  readonly votes: readonly Vote[]
}

/** Says for each condition of an approval who has met it and how many approvals it still needs. */
export function missingApprovals({ thresholds, votes }: Decided): Condition[] {
  return thresholds.map(({ count, roles }) => {
    const approvedBy = votes
      .filter((vote) => vote.decision === 'approve')
      .filter((vote) => roles.length === 0 || vote.roles.some((role) => roles.includes(role)))
      .map((vote) => vote.username ?? vote.roles.map(roleName).join(', '))
    return { roles, count, approvedBy, missing: Math.max(0, count - approvedBy.length) }
  })
}
