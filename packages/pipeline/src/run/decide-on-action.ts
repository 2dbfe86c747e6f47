import {
  ACTION_NAMES,
  type ActionCategory,
  type PolicyViolation,
  type Refusal,
  type SensitivityTile,
} from '@sluice/contracts'
import type { ApprovalReason, Exchange } from '../layer.ts'
import { isDocument, type ModelRequest } from '../request/index.ts'

/** What a request sets out to do. */
interface Action {
  readonly category: ActionCategory
  readonly rule: string
  /** How sure the rule is, 0 to 1. */
  readonly confidence?: number
}

/** What the policy says to it, in the form of a layer's decision. */
type ActionDecision = { readonly violations?: readonly PolicyViolation[] } & (
  | { readonly type: 'allow' }
  | { readonly type: 'hold'; readonly reason: ApprovalReason }
  | { readonly type: 'deny'; readonly refusal: Refusal }
)

/**
 * Asks the policy whether the caller may set out to do this: at once, once it has said why, after a human said so, or
 * not at all. It is asked once the action is known, and again with the tile once the data is.
 */
export function decideOnAction(
  action: Action,
  request: ModelRequest,
  { origin, runtime }: Pick<Exchange, 'origin' | 'runtime'>,
  tile?: SensitivityTile,
): ActionDecision {
  const { principal, request: asked, reason } = origin
  const { category } = action
  const context = {
    model: asked.body.model,
    reasonGiven: reason !== undefined,
    ...(tile === undefined ? {} : { tile }),
  }
  const question = { principal, action: 'perform-action', resource: { category }, context } as const
  const { effect, policyIds, approvers } = runtime.policy.decide(question)
  const layer = tile === undefined ? 'L0' : 'L2'
  if (effect === 'permit') return { type: 'allow' }
  // A client of documents cannot show that a request waits, so what would be held is refused.
  if (effect === 'hold' && mayWait(request)) {
    const { rule } = action
    const reason = { category, rule, ...(approvers === undefined ? {} : { approvers }) }
    return { type: 'hold', reason, violations: violationsOf('held', layer, action, policyIds) }
  }
  const violations = violationsOf('blocked', layer, action, policyIds)
  const code = effect === 'require-reason' ? 'reason_required' : 'action_not_permitted'
  return { type: 'deny', refusal: { code }, violations }
}

/** A list of tools is looked up again, and nothing would fetch it later. */
function mayWait({ kind, body }: ModelRequest): boolean {
  return kind === 'tool-call' ? body.method === 'tools/call' : !isDocument(kind)
}

/** One for each policy that determined the decision. */
function violationsOf(
  kind: 'held' | 'blocked',
  layer: 'L0' | 'L2',
  { category, rule, confidence }: Action,
  policyIds: readonly string[],
): PolicyViolation[] {
  const sure = confidence === undefined ? '' : `, confidence ${Number(confidence.toFixed(2))}`
  return policyIds.map((policyId) => ({
    policy_id: policyId,
    layer,
    action: kind,
    severity: kind === 'held' ? 'medium' : 'high',
    message: `Category ${category} (${ACTION_NAMES[category]}), rule ${rule}${sure}.`,
  }))
}
