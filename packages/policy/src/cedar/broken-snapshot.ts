import type { Level, Principal } from '@sluice/contracts'
import type { AdminAction } from '../actions.ts'
import { decided, type PolicyDecision } from '../decision.ts'
import { digestsOf, type PolicyDigests, type PolicyDocuments } from '../policy-documents.ts'
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

interface BrokenPolicies {
  readonly version: string
  readonly policyIds: readonly [string, ...string[]]
  readonly documents: () => PolicyDocuments
  readonly builtIn: PolicySnapshot
}

/** The policies of a tenant where one of them cannot be used: without it, the others could permit what it forbids. */
export class BrokenSnapshot implements PolicySnapshot {
  readonly version: string
  readonly digests: PolicyDigests
  readonly jailbreak: JailbreakThresholds
  readonly #denied: PolicyDecision
  readonly #builtIn: PolicySnapshot
  readonly #documents: () => PolicyDocuments

  /** `policyIds` are those that cannot be used. */
  constructor({ version, policyIds, documents, builtIn }: BrokenPolicies) {
    this.version = version
    this.digests = digestsOf(documents())
    this.#documents = documents
    this.jailbreak = builtIn.jailbreak
    this.#denied = decided('forbid', ...policyIds)
    this.#builtIn = builtIn
  }

  decide(question: PolicyQuestion): PolicyDecision {
    return MENDING.has(question.action) ? this.#builtIn.decide(question) : this.#denied
  }

  clearanceOf(principal: Principal): Level {
    return this.#builtIn.clearanceOf(principal)
  }

  quotasOf(principal: Principal): CallerQuotas {
    return this.#builtIn.quotasOf(principal)
  }

  documents(): PolicyDocuments {
    return this.#documents()
  }
}
