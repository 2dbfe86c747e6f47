import type { Exchange, InspectorDecision } from '../../layer.ts'
import type { LocalRequest } from '../../request/index.ts'
import { clearLevelOf } from '../../run/clear-level.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
import { type Action, asAction } from './classify-action.ts'
import { classifyCall, type DeclaredTools } from './tool-actions.ts'

type ToolCall = LocalRequest & { readonly kind: 'tool-call' }

/**
 * Decides on a call of a tool by what the tool does, and finds out which data its server may see. A list of tools looks
 * something up, whatever is in it.
 */
export function decideOnToolCall(
  request: ToolCall,
  exchange: Exchange,
  declared?: DeclaredTools,
): InspectorDecision<'L0'> {
  const action = actionOf(request, declared)
  const clearLevel = clearLevelOf(request, exchange)
  return { ...decideOnAction(action, request, exchange), facts: { action, clearLevel } }
}

function actionOf(request: ToolCall, declared: DeclaredTools | undefined): Action {
  const { name } = request.body
  if (name === undefined) return { category: 'D', rule: 'tool-list', confidence: 1 }
  return asAction('tool-call', classifyCall({ name }, request.body.arguments, declared))
}
