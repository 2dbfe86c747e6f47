import type { Refusal } from '@sluice/contracts'
import type { ApprovalReason, Exchange } from '../layer.ts'
import type { ModelRequest } from '../request/index.ts'
import { decideOnAction } from './decide-on-action.ts'
import { refuseTool } from './decide-on-tool.ts'
import { joinReasons } from './join-reasons.ts'
import type { Journal } from './journal.ts'

type HoldDecision =
  | { readonly type: 'hold'; readonly reason: ApprovalReason }
  | { readonly type: 'deny'; readonly refusal: Refusal }

/**
 * Asks the policy about the action once more, now with the tile, and about a tool with what its arguments hold.
 * Undefined where the request goes on. A layer that left out what the question needs has failed.
 *
 * @param hold why a layer lets the request wait; undefined where none does.
 * @param journal where what the policy says is entered.
 */
export function decideOnHold(
  request: ModelRequest,
  exchange: Exchange,
  hold: ApprovalReason | undefined,
  journal: Pick<Journal, 'note'>,
): HoldDecision | undefined {
  const { action, tile } = exchange.facts
  if (action === undefined || tile === undefined) return { type: 'deny', refusal: { code: 'layer_failed' } }
  const refused = refuseTool(request, exchange)
  if (refused !== undefined) {
    journal.note(refused.violations)
    return { type: 'deny', refusal: refused.refusal }
  }
  const decision = decideOnAction(action, request, exchange, tile)
  if (decision.violations !== undefined) journal.note(decision.violations)
  if (decision.type === 'deny') return { type: 'deny', refusal: decision.refusal }
  const reason = joinReasons(hold, decision.type === 'hold' ? decision.reason : undefined)
  const isApproved = exchange.runtime.approval !== undefined
  return reason === undefined || isApproved ? undefined : { type: 'hold', reason }
}
