export type PolicyChangeKind = PolicyChange['kind']

/** What a person writes of a policy. */
export interface PolicyStatement {
  readonly description: string
  /** In the language of the policy engine. */
  readonly text: string
  /** Only a CISO may change an immutable policy. */
  readonly immutable: boolean
  /** A policy that is not enabled decides nothing. */
  readonly enabled: boolean
  /** What it is expected to decide; a change that leaves it out keeps what there is. */
  readonly tests?: readonly unknown[] | null | undefined
}

/** A policy of a tenant as it stands. */
export interface StoredPolicy extends PolicyStatement {
  readonly tenant: string
  /** In the form of `policyIdSchema`; a tenant's policies have different ones. */
  readonly id: string
  /** Null where nobody has written down what it is expected to decide. */
  readonly tests: readonly unknown[] | null
  /** 1 or more; counts the changes of this policy, deletions among them. */
  readonly version: number
  /** `user:SUB`. */
  readonly changedBy: string
  readonly changedAt: Date
}

/** A policy as one change left it. A deletion holds what was deleted. */
export interface PolicyVersion extends StoredPolicy {
  readonly change: PolicyChangeKind
}

/** One change of one policy; `version` is that of the policy that the author has seen. */
export type PolicyChange =
  | { readonly kind: 'created'; readonly id: string; readonly statement: PolicyStatement }
  | {
      readonly kind: 'updated'
      readonly id: string
      readonly version: number
      readonly statement: PolicyStatement
    }
  | { readonly kind: 'deleted'; readonly id: string; readonly version: number }
