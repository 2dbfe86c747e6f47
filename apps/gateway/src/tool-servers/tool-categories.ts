import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
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
