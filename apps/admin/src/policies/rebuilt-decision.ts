import type { Principal, RequestRecord, SensitivityTile } from '@sluice/contracts'
import { type PolicyDecision, type PolicySnapshot, useQuestion } from '@sluice/policy'

export type Effect = PolicyDecision['effect']

/**
 * Why a decision cannot be made anew: the caller is not in the Users store any more, the request ended before its
 * action was known, or its model is recorded under a code only.
 */
export type Unknown = 'user' | 'action' | 'model'

/** The start of a model's name that is recorded under a code because no endpoint serves it. */
const CODED_MODEL = 'hmac-sha256:'

/** Says why the decision on a request cannot be made anew; undefined where it can. */
export function obstacleTo(record: RequestRecord, principal: Principal | undefined): Unknown | undefined {
  if (record.model.startsWith(CODED_MODEL)) return 'model'
  if (record.action === undefined) return 'action'
  return principal === undefined ? 'user' : undefined
}

/** What was decided on the action of a request, as its record shows it. Other refusals came after it was permitted. */
export function recordedEffect({ code, outcome, violations }: RequestRecord): Effect {
  const ofRequest = violations.filter(({ message }) => !isOfAnswer(message))
  if (outcome === 'held' || ofRequest.some(({ action }) => action === 'held')) return 'hold'
  if (code === 'reason_required') return 'require-reason'
  const isOfCall = violations.some(({ action, message }) => action === 'blocked' && isOfAnswer(message))
  return code === 'action_not_permitted' && !isOfCall ? 'forbid' : 'permit'
}

/** Whether a violation tells of a call in the answer: the request itself was permitted by then. */
function isOfAnswer(message: string): boolean {
  return message.includes(', rule answer-call:')
}

/** From the mildest to the strictest. */
const EFFECTS: readonly Effect[] = ['permit', 'hold', 'require-reason', 'forbid']

/** Decides again whether the caller may use the model, and do what the request set out to do, without and with tile. */
export function decideAgain(
  policy: PolicySnapshot,
  principal: Principal,
  { model, action, tile, reason }: RequestRecord,
): PolicyDecision | undefined {
  if (action === undefined) return undefined
  const use = policy.decide(useQuestion(principal, model))
  const perform = (seen: SensitivityTile | undefined) =>
    policy.decide({
      principal,
      action: 'perform-action',
      resource: { category: action },
      context: { model, reasonGiven: reason !== undefined, ...(seen === undefined ? {} : { tile: seen }) },
    })
  const decisions = [use, perform(undefined), ...(tile === undefined ? [] : [perform(tile)])]
  return decisions.reduce((one, other) => (strictness(other) > strictness(one) ? other : one))
}

function strictness({ effect }: PolicyDecision): number {
  return EFFECTS.indexOf(effect)
}
