import { preparsePolicySet, type Response, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { LRUCache } from 'lru-cache'
import { DENIED_BY_DEFAULT } from '../decision.ts'
import type { CedarRequest } from './cedar-request.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { SCHEMA_NAME } from './policy-files.ts'

/** What Cedar says, and the policies that determined it; of `erred` those that could not be evaluated. */
export interface CedarAnswer {
  readonly outcome: 'permitted' | 'forbidden' | 'erred'
  readonly policyIds: readonly [string, ...string[]]
}

/** The policies that can apply to one action. */
export class PolicySlice {
  readonly policies: readonly CompiledPolicy[]
  readonly #publicIds: ReadonlyMap<string, string>

  constructor(policies: readonly CompiledPolicy[]) {
    this.policies = policies
    this.#publicIds = new Map(policies.map(({ id, publicId }) => [id, publicId]))
  }

  /**
   * Cedar's own answer, unless a policy errs: Cedar passes over such a policy, a `forbid` as well.
   * Throws where Cedar gives no answer, because the request does not fit the schema, for example.
   */
  authorize(request: CedarRequest): CedarAnswer {
    const { decision, diagnostics } = ask(this, request)
    if (diagnostics.errors.length > 0) {
      return { outcome: 'erred', policyIds: this.#publish(diagnostics.errors.map(({ policyId }) => policyId)) }
    }
    const outcome = decision === 'allow' ? 'permitted' : 'forbidden'
    return { outcome, policyIds: this.#publish(diagnostics.reason) }
  }

  /** The default is named only where it stands alone. */
  #publish(ids: readonly string[]): readonly [string, ...string[]] {
    const publicIds = new Set(ids.map((id) => this.#publicIds.get(id) ?? id))
    const named = [...publicIds].filter((id) => !DENIED_BY_DEFAULT.policyIds.includes(id)).toSorted()
    const [first, ...others] = named
    return first === undefined ? DENIED_BY_DEFAULT.policyIds : [first, ...others]
  }
}

function ask(slice: PolicySlice, request: CedarRequest): Response {
  const answer = statefulIsAuthorized({
    ...request,
    preparsedPolicySetId: PREPARSED.idOf(slice),
    preparsedSchemaName: SCHEMA_NAME,
    validateRequest: true,
  })
  // Cedar's own words can quote the request.
  if (answer.type === 'failure') throw new Error('Cedar gave no answer.')
  return answer.response
}

/**
 * The slices that this thread keeps parsed, at most 2,000. Cedar cannot forget a parsed set, so the id of the slice
 * that was asked the longest ago goes to the next one and its set is overwritten.
 */
class PreparsedSlices {
  readonly #ids: LRUCache<PolicySlice, string>
  readonly #free: string[] = []
  #made = 0

  constructor(max: number) {
    this.#ids = new LRUCache({ max, dispose: (id) => this.#free.push(id) })
  }

  /** Throws where Cedar cannot parse the policies. */
  idOf(slice: PolicySlice): string {
    const known = this.#ids.get(slice)
    if (known !== undefined) return known
    const id = this.#free.pop() ?? `slice-${++this.#made}`
    const policies = Object.fromEntries(slice.policies.map((policy) => [policy.id, policy.text]))
    const answer = preparsePolicySet(id, { staticPolicies: policies })
    if (answer.type === 'failure') {
      this.#free.push(id)
      throw new Error('Cedar cannot parse a set of policies.')
    }
    this.#ids.set(slice, id)
    return id
  }
}

const PREPARSED = new PreparsedSlices(2_000)
