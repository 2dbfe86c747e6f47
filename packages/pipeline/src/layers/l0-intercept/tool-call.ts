import type { Exchange, InspectorDecision } from '../../layer.ts'
import { type LocalRequest, positionsOf } from '../../request/index.ts'
import { clearLevelOf } from '../../run/clear-level.ts'
import { decideOnAction } from '../../run/decide-on-action.ts'
import type { Action } from './classify-action.ts'
import { classifyCall } from './tool-actions.ts'

type ToolCall = LocalRequest & { readonly kind: 'tool-call' }

/**
 * Decides on a call of a tool by what the tool does, and finds out which data its server may see. A list of tools looks
 * something up, whatever is in it.
 */
export function decideOnToolCall(request: ToolCall, exchange: Exchange): InspectorDecision<'L0'> {
  const action = actionOf(request)
  const clearLevel = clearLevelOf(request, exchange)
  return { ...decideOnAction(action, request, exchange), facts: { action, clearLevel } }
}

function actionOf(request: ToolCall): Action {
  const { name } = request.body
  if (name === undefined) return { category: 'D', rule: 'tool-list' }
  const category = classifyCall(name, textsOf(request))
  return { category, rule: `tool-call:${category}` }
}

function* textsOf(request: ToolCall): Iterable<string> {
  for (const { text, kind } of positionsOf(request)) if (kind !== 'identifier') yield text
}
