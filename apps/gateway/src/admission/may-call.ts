import { type Principal, type Refusal, type ToolRequest, toolServerOf } from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { KeyGrant } from '../api-keys/api-keys.ts'

/** What an operator sets to open tools. */
const OPENED_BY = 'MCP_TOOLS_BY_GROUP opens tools to groups of callers'

/** The built-in policy that goes by it. */
const TOOL_BY_GROUP = 'tool-by-group'

/** Said of a server that is not there, and of one that is not open to the caller: nobody learns names from it. */
export const NO_SUCH_TOOL_SERVER: Refusal = {
  code: 'not_found',
  message: `There is no such tool server, or none of its tools is open to you (${OPENED_BY}).`,
}

/**
 * Why the caller may not call a tool, or list the tools of a server; undefined where it may.
 *
 * @param grant of the caller's API key, which narrows what its owner may: a key with models names servers among them.
 */
export function refusalOfTool(
  policy: PolicySnapshot,
  principal: Principal,
  { model, name }: ToolRequest,
  grant?: KeyGrant,
): Refusal | undefined {
  const server = toolServerOf(model)
  if (server === undefined) return NO_SUCH_TOOL_SERVER
  if (grant?.models !== undefined && !grant.models.includes(model)) return NO_SUCH_TOOL_SERVER
  const ask = (tool: string) =>
    policy.decide({ principal, action: 'call-tool', resource: { server, tool }, context: {} })
  if (ask('').effect !== 'permit') return NO_SUCH_TOOL_SERVER
  if (name === undefined) return undefined
  const { effect, policyIds } = ask(name)
  if (effect === 'permit') return undefined
  const hint = policyIds.includes(TOOL_BY_GROUP) ? `: ${OPENED_BY}` : ''
  return { code: 'tool_not_permitted', message: `This tool is not open to you (${policyIds.join(', ')}${hint}).` }
}
