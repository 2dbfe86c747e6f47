import { actionCategorySchema, entityTypeSchema, levelSchema } from '@sluice/contracts'
import { DEFAULT_HELD_ACTIONS } from '@sluice/policy'
import { csv, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const modelName = z.string().min(1).max(256)

const toolType = z.string().min(1).max(64)

/** A server by its configured name, and a tool by the server's. */
const serverTool = z.string().regex(/^(?:\*|[a-z0-9][a-z0-9-]{0,62}\/.{1,256})$/, 'must be SERVER/TOOL, SERVER/* or *')

const clearance = z.strictObject({ level: levelSchema, reveal: z.array(entityTypeSchema).exactOptional() })

/**
 * The variables that say what callers of models may do. The gateway decides by them; the admin service needs the same
 * values to say what the gateway would have decided. Spread them into the service's schema.
 */
export const permissionConfigShape = {
  CLEARANCES: json(z.record(z.string(), clearance))
    .default({})
    .describe('JSON object: group to {level, reveal}. What callers of the group may see restored; `*` is everyone.'),
  HELD_ACTIONS: csv()
    .pipe(z.array(actionCategorySchema))
    .default([...DEFAULT_HELD_ACTIONS])
    .describe('Action categories that wait for a human.'),
  FORBIDDEN_ACTIONS: csv().pipe(z.array(actionCategorySchema)).default([]).describe('Action categories refused.'),
  MODELS_BY_GROUP: json(z.record(z.string(), z.array(modelName).max(1_000)))
    .optional()
    .describe(
      'JSON object: group to the models that its members may use, each as callers name it; `*` is everyone. ' +
        'Every caller may use every model if unset.',
    ),
  PROVIDER_TOOLS_BY_GROUP: json(z.record(z.string(), z.array(toolType).max(1_000)))
    .optional()
    .describe(
      "JSON object: group to the types of tools that its members may have run by a model's provider, as the wire names " +
        'them (`web_search`, `code_interpreter`, `mcp`); `*` is everyone. What such a tool sends out passes no layer. ' +
        'Nobody may use any if unset.',
    ),
  MCP_TOOLS_BY_GROUP: json(z.record(z.string(), z.array(serverTool).max(1_000)))
    .optional()
    .describe(
      'JSON object: group to the tools of configured MCP servers that its members may call, each as `SERVER/TOOL`, ' +
        '`SERVER/*` or `*`; the group `*` is everyone. Nobody may call or list any if unset.',
    ),
}

type PermissionConfig = z.output<z.ZodObject<typeof permissionConfigShape>>

/** The same as the policy takes it. */
export function permissionsOf(config: PermissionConfig) {
  return {
    clearances: config.CLEARANCES,
    heldActions: config.HELD_ACTIONS,
    forbiddenActions: config.FORBIDDEN_ACTIONS,
    modelsByGroup: config.MODELS_BY_GROUP,
    providerToolsByGroup: config.PROVIDER_TOOLS_BY_GROUP,
    toolsByGroup: config.MCP_TOOLS_BY_GROUP,
  }
}
