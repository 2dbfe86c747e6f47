import type { Approval } from '../../api/approvals.ts'

/** One condition of an approval, and how far it is met. */
interface Condition {
  /** Whose approvals count; empty: everybody's who may approve. */
  readonly roles: readonly string[]
  readonly count: number
  /** User names of those whose approvals count. */
  readonly approvedBy: readonly string[]
  readonly missing: number
}

/** Says for each condition of an approval who has met it and how many approvals it still needs. */
export function missingApprovals({ thresholds, votes }: Pick<Approval, 'thresholds' | 'votes'>): Condition[] {
  return thresholds.map(({ count, roles }) => {
    const approvedBy = votes
      .filter((vote) => vote.decision === 'approve')
      .filter((vote) => roles.length === 0 || vote.roles.some((role) => roles.includes(role)))
      .map(({ username }) => username)
    return { roles, count, approvedBy, missing: Math.max(0, count - approvedBy.length) }
  })
}
