import type { ActionCategory, PolicyViolation, Principal, RequestOutcome, SensitivityTile } from '@sluice/contracts'
import type { PolicyDecision } from '../decision.ts'
import type { RouteQuestion } from '../question.ts'
import type { PolicySnapshot } from '../snapshot.ts'
import { useQuestion } from '../use-question.ts'

/** What is on record of a request, as far as the policy was asked about it. */
export interface RecordedRequest {
  readonly principal: Principal
  /** The name that the caller used; undefined where the record holds its digest only, because nobody serves it. */
  readonly model?: string | undefined
  readonly reasonGiven: boolean
  readonly category?: ActionCategory | undefined
  /** Absent where L2 has not looked. */
  readonly tile?: SensitivityTile | undefined
  readonly outcome: RequestOutcome
  readonly code?: string | undefined
  readonly violations: readonly PolicyViolation[]
  /** Every endpoint that got a part of the request. */
  readonly asked: readonly RouteQuestion['resource'][]
  /** Every endpoint that serves the model; undefined where the registry is not known. */
  readonly serving?: readonly RouteQuestion['resource'][] | undefined
}

/** A decision that was made again. */
interface ReplayedDecision {
  readonly question: 'invoke-model' | 'call-tool' | 'perform-action' | 'route-to-endpoint'
  /** What was asked about, where there are several: an endpoint. */
  readonly about?: string
  readonly effect: PolicyDecision['effect']
  readonly policyIds: readonly string[]
}

interface Replay {
  readonly decisions: readonly ReplayedDecision[]
  /** What is on record else than the policy says now; none where all agrees. */
  readonly differences: readonly string[]
}

/**
 * Asks the policy again what it was asked about a request, and compares the answers with what is on record: the effect
 * and the policy ids. What the record cannot answer is left out: a request that was refused before L0 was asked about
 * its model only, and one whose model nobody serves about nothing.
 */
export function replayRequest(policy: PolicySnapshot, request: RecordedRequest): Replay {
  const { model } = request
  if (model === undefined) return { decisions: [], differences: [] }
  const parts = [
    replayModel(policy, request, model),
    replayAction(policy, request, model),
    replayRoute(policy, request),
  ]
  return {
    decisions: parts.flatMap(({ decisions }) => decisions),
    differences: parts.flatMap(({ differences }) => differences),
  }
}

/** The refusal of a model that is not open to the caller is worded like that of an unknown one. */
function replayModel(policy: PolicySnapshot, request: RecordedRequest, model: string): Replay {
  const { principal, category } = request
  const question = useQuestion(principal, model)
  const decision = policy.decide(question)
  const wentOn = decision.effect !== 'permit' && category !== undefined
  return {
    decisions: [{ question: question.action === 'call-tool' ? 'call-tool' : 'invoke-model', ...said(decision) }],
    differences: wentOn ? [`${decision.policyIds.join(', ')} forbid the model, and the request went on.`] : [],
  }
}

/** The policy was asked once the action was known, and again once the data was. */
function replayAction(policy: PolicySnapshot, request: RecordedRequest, model: string): Replay {
  const { principal, category, tile, reasonGiven } = request
  if (category === undefined) return { decisions: [], differences: [] }
  const decide = (context: { readonly tile?: SensitivityTile }) =>
    policy.decide({
      ...{ principal, action: 'perform-action', resource: { category } },
      context: { model, reasonGiven, ...context },
    })
  const first = decide({})
  const asksAgain = tile !== undefined && !isRefusal(first)
  const made = asksAgain ? [first, decide({ tile })] : [first]
  return {
    decisions: made.map((decision) => ({ question: 'perform-action', ...said(decision) })),
    differences: [...differencesOfIds(first, made, request), ...differencesOfOutcome(made, request)],
  }
}

const isRefusal = ({ effect }: PolicyDecision) => effect === 'forbid' || effect === 'require-reason'

/** What the first decision names is on record in any case; what the second names, unless something else ended it. */
function differencesOfIds(
  first: PolicyDecision,
  made: readonly PolicyDecision[],
  { violations, outcome, code }: RecordedRequest,
): readonly string[] {
  const recorded = new Set(violations.filter(isOfAction).map(({ policy_id }) => policy_id))
  const endedElse = outcome === 'failed' || outcome === 'aborted' || (outcome === 'denied' && !isPolicyCode(code))
  const required = endedElse ? [first] : made
  const named = (decisions: readonly PolicyDecision[]) =>
    new Set(decisions.filter(({ effect }) => effect !== 'permit').flatMap(({ policyIds }) => policyIds))
  const missing = [...named(required)].filter((id) => !recorded.has(id))
  const surplus = [...recorded].filter((id) => !named(made).has(id))
  return [
    ...missing.map((id) => `${id} holds or refuses the request, and is not on record.`),
    ...surplus.map((id) => `${id} is on record, and neither holds nor refuses the request.`),
  ]
}

function isOfAction({ layer, action }: PolicyViolation): boolean {
  return (layer === 'L0' || layer === 'L2') && (action === 'held' || action === 'blocked')
}

function isPolicyCode(code: string | undefined): boolean {
  return code === 'action_not_permitted' || code === 'reason_required'
}

/** Embeddings that would be held are refused. What humans have approved is answered, and names who held it. */
function differencesOfOutcome(made: readonly PolicyDecision[], { outcome, code }: RecordedRequest): readonly string[] {
  const effects = new Set(made.map(({ effect }) => effect))
  const holds = effects.has('hold')
  if (effects.has('forbid') || effects.has('require-reason')) {
    const asked = effects.has('forbid') ? 'action_not_permitted' : 'reason_required'
    const isRefused = outcome === 'denied' && (code === asked || !isPolicyCode(code))
    return isRefused || outcome === 'failed' || outcome === 'aborted'
      ? []
      : ['The policy refuses the request, and the record says else.']
  }
  if (outcome === 'held') return holds ? [] : ['The request was held, and no policy holds it.']
  if (outcome === 'denied' && isPolicyCode(code))
    return holds ? [] : ['The request was refused, and no policy refuses it.']
  return []
}

function replayRoute(policy: PolicySnapshot, request: RecordedRequest): Replay {
  const { principal, tile, asked, code, violations, serving = [] } = request
  if (tile === undefined) return { decisions: [], differences: [] }
  const decide = (resource: RouteQuestion['resource']) => {
    const decision = policy.decide({ principal, action: 'route-to-endpoint', resource, context: { tile } })
    return { about: resource.endpoint, decision }
  }
  const sent = asked.map(decide)
  const refused = code === 'no_compliant_endpoint' ? serving.map(decide) : []
  const recorded = new Set(violations.filter(({ layer }) => layer === 'L5').map(({ policy_id }) => policy_id))
  return {
    decisions: [...sent, ...refused].map(({ about, decision }) => ({
      ...{ question: 'route-to-endpoint', about, ...said(decision) },
    })),
    differences: [
      ...sent
        .filter(({ decision }) => decision.effect !== 'permit')
        .map(({ about, decision }) => `${decision.policyIds.join(', ')} forbid ${about}, which got the request.`),
      ...refused
        .filter(({ decision }) => decision.effect === 'permit')
        .map(({ about }) => `${about} may see the request, and the record says that no endpoint may.`),
      ...refused
        .flatMap(({ decision }) => (decision.effect === 'permit' ? [] : decision.policyIds))
        .filter((id, index, all) => !recorded.has(id) && all.indexOf(id) === index)
        .map((id) => `${id} keeps the request from an endpoint, and is not on record.`),
    ],
  }
}

function said({ effect, policyIds }: PolicyDecision) {
  return { effect, policyIds }
}
