import { type Response, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { type Approvers, readApprovers } from '../approvers.ts'
import { DENIED_BY_DEFAULT } from '../decision.ts'
import type { CedarRequest } from './cedar-request.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { SCHEMA_NAME } from './policy-files.ts'
import { PreparsedSlices } from './preparsed-slices.ts'

/** Of all tenants and actions; more are parsed anew when they are asked. */
const PREPARSED = new PreparsedSlices(2_000)

/** What Cedar says, and the policies that determined it; of `erred` those that could not be evaluated. */
export interface CedarAnswer {
  readonly outcome: 'permitted' | 'forbidden' | 'erred'
  readonly policyIds: readonly [string, ...string[]]
  /** What they ask for in `@approvers`. */
  readonly approvers: readonly Approvers[]
}

/** The policies that can apply to one action. */
export class PolicySlice {
  readonly policies: readonly CompiledPolicy[]
  readonly #publicIds: ReadonlyMap<string, string>
  readonly #approvers: ReadonlyMap<string, Approvers>

  constructor(policies: readonly CompiledPolicy[]) {
    this.policies = policies
    this.#publicIds = new Map(policies.map(({ id, publicId }) => [id, publicId]))
    this.#approvers = approversOf(policies)
  }

  /** Parses the policies now instead of with the first request. */
  prepare(): void {
    PREPARSED.idOf(this)
  }

  /**
   * Cedar's own answer, unless a policy errs: Cedar passes over such a policy, a `forbid` as well.
   * Throws where Cedar gives no answer, because the request does not fit the schema, for example.
   */
  authorize(request: CedarRequest): CedarAnswer {
    const { decision, diagnostics } = ask(this, request)
    if (diagnostics.errors.length > 0) {
      return {
        outcome: 'erred',
        policyIds: this.#publish(diagnostics.errors.map(({ policyId }) => policyId)),
        approvers: [],
      }
    }
    const outcome = decision === 'allow' ? 'permitted' : 'forbidden'
    const approvers = diagnostics.reason.flatMap((id) => this.#approvers.get(id) ?? [])
    return { outcome, policyIds: this.#publish(diagnostics.reason), approvers }
  }

  /** The default is named only where it stands alone. */
  #publish(ids: readonly string[]): readonly [string, ...string[]] {
    const publicIds = new Set(ids.map((id) => this.#publicIds.get(id) ?? id))
    const named = [...publicIds].filter((id) => !DENIED_BY_DEFAULT.policyIds.includes(id)).toSorted()
    const [first, ...others] = named
    return first === undefined ? DENIED_BY_DEFAULT.policyIds : [first, ...others]
  }
}

function approversOf(policies: readonly CompiledPolicy[]): ReadonlyMap<string, Approvers> {
  const asked = new Map<string, Approvers>()
  for (const { id, annotations } of policies) {
    const approvers = readApprovers(annotations['approvers'] ?? '')
    if (approvers !== undefined) asked.set(id, approvers)
  }
  return asked
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
