import { type PolicyViolation, type Refusal, toolServerOf } from '@sluice/contracts'
import type { Exchange } from '../layer.ts'
import type { ModelRequest } from '../request/index.ts'

/**
 * Asks the policy about a call of a tool once more, now that it is known what the arguments hold: a policy may refuse
 * what would else leave as tokens. Undefined where the call is permitted, or is none.
 */
export function refuseTool(
  request: ModelRequest,
  { origin, runtime, facts }: Pick<Exchange, 'origin' | 'runtime' | 'facts'>,
): { readonly refusal: Refusal; readonly violations: readonly PolicyViolation[] } | undefined {
  if (request.kind !== 'tool-call') return undefined
  const server = toolServerOf(request.body.model)
  const { wholeTile: tile } = facts
  if (server === undefined || tile === undefined) return { refusal: { code: 'layer_failed' }, violations: [] }
  const question = {
    principal: origin.principal,
    action: 'call-tool',
    resource: { server, tool: request.body.name ?? '' },
    context: { tile },
  } as const
  const { effect, policyIds } = runtime.policy.decide(question)
  if (effect === 'permit') return undefined
  const about = `This tool may not be called with data of level ${tile.level}`
  return {
    refusal: { code: 'tool_not_permitted', message: `${about} (${policyIds.join(', ')}).` },
    violations: policyIds.map((policy_id) => ({
      ...{ policy_id, layer: 'L3', action: 'blocked', severity: 'high' },
      message: `${about}.`,
    })),
  }
}
