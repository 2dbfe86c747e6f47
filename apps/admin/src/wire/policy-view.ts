import { z } from '@hono/zod-openapi'
import { plainText, policyIdSchema, proseText } from '@sluice/contracts'
import type { PolicyVersion, StoredPolicy } from '@sluice/db'
import { MAX_POLICY_TESTS, policyTestSchema, policyTestsSchema } from '@sluice/policy'
import type { CompiledPolicy } from '@sluice/policy/cedar'

const DESCRIPTION_MAX_LENGTH = 1_000
/** The check of the text says the same; a longer one is not looked at. */
const TEXT_MAX_LENGTH = 10_000

export const policyPath = z.object({ id: policyIdSchema })

/** One test of a policy, as OpenAPI names it. */
export const policyTestViewSchema = z.discriminatedUnion('action', policyTestSchema.options).openapi('PolicyTest')
const testsSchema = z.array(policyTestViewSchema).max(MAX_POLICY_TESTS)

/** What a person writes of a policy. */
export const policyStatementShape = {
  description: plainText(DESCRIPTION_MAX_LENGTH),
  text: proseText(TEXT_MAX_LENGTH).describe('One Cedar policy.'),
  immutable: z.boolean().describe('Only a CISO changes an immutable policy.'),
  enabled: z.boolean().describe('A policy that is not enabled decides nothing.'),
  tests: testsSchema
    .optional()
    .describe('What it is expected to decide; `POST /admin/policies/test` runs it. Left out, those that it has stay.'),
}

const changedBy = z.string().describe('`user:SUB`.')
const tests = testsSchema
  .optional()
  .describe('What it is expected to decide; absent where nobody has written that down.')
const version = z.int().min(1).describe('Counts the changes of this policy.')

export const policyViewSchema = z
  .object({
    id: z.string(),
    description: z.string(),
    text: z.string(),
    origin: z
      .enum(['built-in', 'stored'])
      .describe('Built-in policies ship with the product and hold for every tenant.'),
    immutable: z.boolean(),
    status: z.enum(['enabled', 'disabled']),
    version: version.optional().describe('Counts the changes of this policy; absent for a built-in one.'),
    changed_by: changedBy.optional().describe('`user:SUB`; absent for a built-in policy.'),
    changed_at: z.iso.datetime().optional(),
    tests,
  })
  .openapi('Policy')

export const policyVersionSchema = z
  .object({
    change: z.enum(['created', 'updated', 'deleted']),
    ...{ version, description: z.string(), text: z.string(), immutable: z.boolean() },
    status: z.enum(['enabled', 'disabled']),
    ...{ changed_by: changedBy, changed_at: z.iso.datetime() },
    tests,
  })
  .openapi('PolicyVersion')

export const policyFaultSchema = z
  .object({
    line: z.int().min(1),
    column: z.int().min(1).describe('In UTF-16 code units.'),
    message: z.string().describe('What is wrong, and where Cedar knows it, what may have been meant.'),
  })
  .openapi('PolicyFault')

export function viewFault({ line, column, message }: z.output<typeof policyFaultSchema>) {
  return { line, column, message }
}

export function viewBuiltIn({ id, annotations, text }: CompiledPolicy): z.output<typeof policyViewSchema> {
  return {
    id,
    description: annotations['description'] ?? '',
    text,
    origin: 'built-in',
    immutable: true,
    status: 'enabled',
  }
}

export function viewPolicy(policy: StoredPolicy): z.output<typeof policyViewSchema> {
  const { id, description, text, immutable } = policy
  return { id, description, text, origin: 'stored', immutable, ...viewChange(policy) }
}

export function viewVersion(policy: PolicyVersion): z.output<typeof policyVersionSchema> {
  const { change, description, text, immutable } = policy
  return { change, description, text, immutable, ...viewChange(policy) }
}

function viewChange({ enabled, version: number, changedBy: by, changedAt, tests: kept }: StoredPolicy) {
  const read = policyTestsSchema.safeParse(kept ?? []).data ?? []
  return {
    ...(read.length > 0 && { tests: read }),
    status: enabled ? ('enabled' as const) : ('disabled' as const),
    ...{ version: number, changed_by: by, changed_at: changedAt.toISOString() },
  }
}
