import { ACTION_CATEGORIES, type ActionCategory, answerCallsActionSchema } from '@sluice/contracts'
import { json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const categoriesSchema = z.record(
  z.string().min(1).max(256),
  z.record(z.string().min(1).max(256), z.enum(ACTION_CATEGORIES)),
)

/** The tenant whose tools are everybody's. */
const EVERY_TENANT = '*'

export const toolCategoryConfigShape = {
  TOOL_CATEGORIES: json(categoriesSchema)
    .default({})
    .describe(
      'JSON object: tenant, or `*` for every one, to an object of tool names with what calling each does, A to H: ' +
        '`{"*":{"settle_case":"H","run_report":"D"}}`. A tool that is not named is classified by its name, description ' +
        'and arguments: see [categories](../action-taxonomy.md).',
    ),
  ANSWER_CALLS: answerCallsActionSchema
    .default('pass')
    .describe(
      'What is done about calls of tools that a model makes and the policy would hold or refuse by their category: pass; ' +
        'flag them as a policy violation of L0; hold the answer until a human has approved it, where the policy holds, ' +
        'and deny it where the policy forbids; or deny it with `action_not_permitted`. The client sees no piece of a ' +
        'call before.',
    ),
}

/** What the tools of a tenant do by the word of the operator. A tenant's own words stand before everybody's. */
export function toolsByTenant(
  categories: z.infer<typeof categoriesSchema>,
): (tenant: string) => ReadonlyMap<string, ActionCategory> | undefined {
  const everybodys = Object.entries(categories[EVERY_TENANT] ?? {})
  const ofAll = everybodys.length === 0 ? undefined : new Map(everybodys)
  const own = new Map(
    Object.entries(categories).map(([tenant, tools]) => [tenant, new Map([...everybodys, ...Object.entries(tools)])]),
  )
  return (tenant) => own.get(tenant) ?? ofAll
}
