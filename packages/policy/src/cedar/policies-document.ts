import { canonicalJson } from '@sluice/contracts'
import { z } from 'zod'
import { documentOf, type PolicyDocument } from '../policy-documents.ts'
import { BUILT_IN_TEXTS } from './policy-files.ts'
import type { TenantPolicy } from './tenant-policy.ts'

/** A policy that was in force, as the document of a snapshot holds it. */
type DocumentedPolicy = Pick<TenantPolicy, 'id' | 'text' | 'immutable'>

const documentSchema = z.strictObject({
  built_in: z.array(z.string()),
  tenant: z.array(z.strictObject({ id: z.string(), text: z.string(), immutable: z.boolean() })),
})

/** The built-in policies and these ones of a tenant as canonical JSON. */
export function policiesDocument(policies: readonly DocumentedPolicy[]): PolicyDocument {
  const tenant = policies.map(({ id, text, immutable }) => ({ id, text, immutable }))
  return documentOf(canonicalJson({ built_in: BUILT_IN_TEXTS, tenant }))
}

/**
 * The policies of the tenant in such a document; undefined where the text is none, or where other policies were built
 * in than here: another version of the product made it.
 */
export function readPoliciesDocument(text: string): readonly DocumentedPolicy[] | undefined {
  const document = documentSchema.safeParse(parseJson(text))
  if (!document.success) return undefined
  const { built_in, tenant } = document.data
  return canonicalJson(built_in) === canonicalJson(BUILT_IN_TEXTS) ? tenant : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
