import type { Principal } from '@sluice/contracts'
import type { AdminAction } from '../actions.ts'
import { decided, type PolicyDecision } from '../decision.ts'
import type { PolicyQuestion } from '../question.ts'
import type { CallerQuotas } from '../quotas.ts'
import type { JailbreakThresholds, PolicySnapshot } from '../snapshot.ts'

/** What stays open, so that somebody can mend what is broken. */
const MENDING: ReadonlySet<string> = new Set<AdminAction>([
  'list-policies',
  'write-policy',
  'delete-policy',
  'view-policy-history',
])

/** The policies of a tenant where one of them cannot be used: without it, the others could permit what it forbids. */
export class BrokenSnapshot implements PolicySnapshot {
  readonly version: string
  readonly jailbreak: JailbreakThresholds
  readonly #denied: PolicyDecision
  readonly #builtIn: PolicySnapshot

  constructor(version: string, policyIds: readonly [string, ...string[]], builtIn: PolicySnapshot) {
    this.version = version
    this.jailbreak = builtIn.jailbreak
    this.#denied = decided('forbid', ...policyIds)
    this.#builtIn = builtIn
  }

  decide(question: PolicyQuestion): PolicyDecision {
    return MENDING.has(question.action) ? this.#builtIn.decide(question) : this.#denied
  }

  quotasOf(principal: Principal): CallerQuotas {
    return this.#builtIn.quotasOf(principal)
  }
}
