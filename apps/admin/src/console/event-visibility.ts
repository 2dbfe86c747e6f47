import type { Principal } from '@sluice/contracts'
import type { AdminAction, AdminResource, PolicySource } from '@sluice/policy'

/** Says what a person may be told of, as the policy stands when there is something to tell. */
export class EventVisibility {
  readonly #policies: PolicySource

  constructor(policies: PolicySource) {
    this.#policies = policies
  }

  /** Freezes of users. */
  mayFollowUsers(principal: Principal): boolean {
    return this.#may(principal, 'view-user-freeze')
  }

  /** Freezes of sessions, by their numbers. */
  mayFollowSessions(principal: Principal): boolean {
    return this.#may(principal, 'freeze-session')
  }

  mayFollowApprovals(principal: Principal): boolean {
    return this.#may(principal, 'list-approvals')
  }

  maySeeApproval(principal: Principal, { tenant, departments }: { tenant: string; departments: readonly string[] }) {
    return this.#may(principal, 'list-approvals', { type: 'approval', tenant, departments })
  }

  #may(principal: Principal, action: AdminAction, resource?: AdminResource): boolean {
    const policy = this.#policies.current(principal.tenant)
    return policy.decide({ principal, action, ...(resource && { resource }) }).effect === 'permit'
  }
}
