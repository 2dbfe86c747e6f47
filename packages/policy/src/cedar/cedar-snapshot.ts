import type { Clock, Level, Principal } from '@sluice/contracts'
import { ADMIN_ACTIONS, isAdminAction, isSoarAction, SOAR_ACTIONS } from '../actions.ts'
import { DENIED_BY_DEFAULT, decided, type PolicyDecision } from '../decision.ts'
import type { ConfiguredPolicy } from '../policy-config.ts'
import { digestsOf, type PolicyDigests, type PolicyDocuments } from '../policy-documents.ts'
import type { PerformQuestion, PolicyQuestion } from '../question.ts'
import type { CallerQuotas } from '../quotas.ts'
import type { JailbreakThresholds, PolicySnapshot } from '../snapshot.ts'
import { BUILT_IN_POLICIES } from './built-in-policies.ts'
import type { CedarRequest, CedarRequests, PerformAction } from './cedar-request.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { joinMentions, type Mentions } from './mentions.ts'
import { type CedarAnswer, PolicySlice } from './policy-slice.ts'
import { questionKey } from './question-key.ts'
import type { DecisionsOfKind, RememberedDecisions } from './remembered-decisions.ts'
import { ACTIONS } from './schema.ts'

/** What all snapshots of one source share. */
export interface SnapshotContext {
  readonly configured: ConfiguredPolicy
  readonly requests: CedarRequests
  readonly remembered: Pick<RememberedDecisions, 'count' | 'countFailure' | 'ofKind'>
  readonly clock: Pick<Clock, 'nowMs'>
}

interface PoliciesInForce {
  readonly version: string
  /** Those of the tenant, beside the built-in ones. */
  readonly policies: readonly CompiledPolicy[]
  readonly documents: () => PolicyDocuments
}

const MINUTE_MS = 60_000

/** A set of Cedar policies with the configuration as it stands. */
export class CedarSnapshot implements PolicySnapshot {
  readonly version: string
  readonly digests: PolicyDigests
  readonly jailbreak: JailbreakThresholds
  readonly #context: SnapshotContext
  readonly #documents: () => PolicyDocuments
  readonly #slices: ReadonlyMap<string, PolicySlice>
  readonly #mentions: ReadonlyMap<string, Mentions>
  readonly #byIdentity: boolean
  readonly #kinds = new WeakMap<Principal, DecisionsOfKind>()

  constructor({ version, policies, documents }: PoliciesInForce, context: SnapshotContext) {
    this.version = version
    this.digests = digestsOf(documents())
    this.#documents = documents
    this.jailbreak = context.configured.jailbreak
    this.#context = context
    this.#slices = slicesWith(policies)
    this.#mentions = mentionsByQuestion(this.#slices)
    this.#byIdentity = [...this.#mentions.values()].some(({ identity }) => identity)
  }

  decide(question: PolicyQuestion): PolicyDecision {
    try {
      return this.#decide(question)
    } catch {
      this.#context.remembered.countFailure()
      return DENIED_BY_ERROR
    }
  }

  #decide(question: PolicyQuestion): PolicyDecision {
    const mentions = this.#mentionsOf(question)
    if (mentions === undefined) return DENIED_BY_DEFAULT
    const { remembered, clock } = this.#context
    const minute = Math.floor(clock.nowMs() / MINUTE_MS)
    const key = questionKey(question, mentions, minute)
    const kind = this.#kindOf(question.principal)
    const known = key === undefined ? undefined : kind.get(key)
    remembered.count(known !== undefined)
    if (known !== undefined) return known
    const decision = this.#evaluate(question, minute)
    if (key !== undefined) kind.set(key, decision)
    return decision
  }

  clearanceOf(principal: Principal): Level {
    return this.#context.configured.clearanceOf(principal)
  }

  quotasOf(principal: Principal): CallerQuotas {
    return this.#context.configured.rightsOf(principal).quotas
  }

  documents(): PolicyDocuments {
    return this.#documents()
  }

  #kindOf(principal: Principal): DecisionsOfKind {
    const known = this.#kinds.get(principal)
    if (known !== undefined) return known
    const kind = this.#context.remembered.ofKind(this.version, principal, this.#byIdentity)
    this.#kinds.set(principal, kind)
    return kind
  }

  /** Undefined for what is no question; the check holds for values, too, that no type has seen. */
  #mentionsOf(question: PolicyQuestion): Mentions | undefined {
    if (Object.hasOwn(CEDAR_ACTIONS, question.action)) return this.#mentions.get(question.action)
    const isKnown = 'context' in question ? isSoarAction(question.action) : isAdminAction(question.action)
    return isKnown ? this.#mentions.get(question.action) : undefined
  }

  #evaluate(question: PolicyQuestion, minute: number): PolicyDecision {
    if (question.action === 'perform-action') return this.#evaluatePerforming(question, minute)
    const { outcome, policyIds } = this.#authorize(this.#context.requests.of(question, minute))
    return { effect: outcome === 'permitted' ? 'permit' : 'forbid', policyIds }
  }

  /** The first of the Cedar actions that is not permitted decides. A policy that errs forbids whatever it is about. */
  #evaluatePerforming(question: PerformQuestion, minute: number): PolicyDecision {
    const { requests } = this.#context
    for (const [action, effect] of PERFORMING) {
      const { outcome, policyIds, approvers } = this.#authorize(requests.ofPerforming(action, question, minute))
      if (outcome === 'erred') return { effect: 'forbid', policyIds }
      if (outcome === 'forbidden') {
        const isAnswered = effect === 'require-reason' && question.context.reasonGiven
        if (effect === 'hold' && approvers.length > 0) return { effect, policyIds, approvers }
        return { effect: isAnswered ? 'forbid' : effect, policyIds }
      }
      if (action === 'invokeWithoutApproval') return { effect: 'permit', policyIds }
    }
    return DENIED_BY_DEFAULT
  }

  #authorize(request: CedarRequest): CedarAnswer {
    const slice = this.#slices.get(request.action.id)
    if (slice === undefined) throw new Error(`No slice for ${request.action.id}.`)
    return slice.authorize(request)
  }
}

/** A question whose answer is known. */
const PROBE = {
  principal: {
    ...{ tenant: 'default', sub: 'probe', username: 'probe', client: 'probe' },
    ...{ groups: [], roles: [], departments: [] },
  },
  action: 'use-cache',
  resource: { model: 'probe' },
} as const satisfies PolicyQuestion

/** Whether Cedar answers: its module can break for good, and then denies whatever is not remembered. */
export function cedarAnswers(requests: CedarRequests): boolean {
  try {
    return BUILT_IN_SLICES.get('useCache')?.authorize(requests.of(PROBE, 0)).outcome === 'permitted'
  } catch {
    return false
  }
}

/** By action; what no policy of a tenant is about is shared by all tenants. */
const BUILT_IN_SLICES: ReadonlyMap<string, PolicySlice> = new Map(
  [...ACTIONS.keys()].map((action) => [
    action,
    new PolicySlice(BUILT_IN_POLICIES.filter(({ actions }) => actions.has(action))),
  ]),
)

/**
 * Parses the policies of requests to models now, so that the first of them does not wait. What administrators and SOAR
 * systems ask is parsed with the first such question, in a few milliseconds for each action: all of it at every start
 * of every service were a third of a second of CPU.
 */
export function prepareBuiltIn(): void {
  for (const action of Object.values(CEDAR_ACTIONS).flat()) BUILT_IN_SLICES.get(action)?.prepare()
}

function slicesWith(policies: readonly CompiledPolicy[]): ReadonlyMap<string, PolicySlice> {
  return new Map(
    [...BUILT_IN_SLICES].map(([action, builtIn]) => {
      const own = policies.filter(({ actions }) => actions.has(action))
      return [action, own.length === 0 ? builtIn : new PolicySlice([...builtIn.policies, ...own])]
    }),
  )
}

/** The Cedar actions behind the questions of a request; each other question goes by the name of its action. */
const CEDAR_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'invoke-model': ['useModel'],
  'perform-action': ['invoke', 'invokeWithReason', 'invokeWithoutApproval'],
  'reveal-entity': ['reveal'],
  'route-to-endpoint': ['route'],
  'use-cache': ['useCache'],
  'use-provider-tool': ['useProviderTool'],
  'call-tool': ['callTool'],
}

/** In the order in which they count, with what it means that one is forbidden. */
const PERFORMING: readonly (readonly [PerformAction, PolicyDecision['effect']])[] = [
  ['invoke', 'forbid'],
  ['invokeWithReason', 'require-reason'],
  ['invokeWithoutApproval', 'hold'],
]

/** What is answered where Cedar gives no answer, or the question is none. It is not remembered. */
const DENIED_BY_ERROR = decided('forbid', 'policy-error')

function mentionsByQuestion(slices: ReadonlyMap<string, PolicySlice>): ReadonlyMap<string, Mentions> {
  const ofAction = (action: string) => joinMentions(slices.get(action)?.policies.map(({ mentions }) => mentions) ?? [])
  return new Map([
    ...Object.entries(CEDAR_ACTIONS).map(
      ([question, actions]) => [question, joinMentions(actions.map(ofAction))] as const,
    ),
    ...[...ADMIN_ACTIONS, ...SOAR_ACTIONS].map((action) => [action, ofAction(action)] as const),
  ])
}
