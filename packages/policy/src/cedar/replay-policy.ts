import { type Clock, ENTITY_TYPES } from '@sluice/contracts'
import { z } from 'zod'
import type { PolicyConfig } from '../policy-config.ts'
import { digestsOf, documentOf, type PolicyDocuments } from '../policy-documents.ts'
import type { PolicySnapshot } from '../snapshot.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'
import { readPoliciesDocument } from './policies-document.ts'

const entitiesSchema = z.looseObject({
  clearances: z.record(z.string(), z.looseObject({ level: z.number(), reveal: z.array(z.string()).optional() })),
  types: z.array(z.string()),
})

/** The texts of a policy's documents. */
type PolicyTexts = Readonly<Record<keyof PolicyDocuments, string>>

/**
 * Makes the policy of a tenant anew from its documents, so that decisions of that time can be made again. Undefined
 * where this version of the product does not make the very same policy of them: another version had other policies
 * built in, another schema, or other types of data.
 */
export function replayPolicy(
  texts: PolicyTexts,
  tenant: string,
  clock: Pick<Clock, 'nowMs'>,
): PolicySnapshot | undefined {
  const policies = readPoliciesDocument(texts.policies)
  const config = readEntities(texts.entities)
  if (policies === undefined || config === undefined) return undefined
  const source = openPolicies(config, clock)
  if (source === undefined) return undefined
  source.replace(
    tenant,
    policies.map((policy) => ({ ...policy, enabled: true, version: 1 })),
  )
  const snapshot = source.current(tenant)
  const { policies: policiesText, schema, entities } = texts
  const expected = digestsOf({
    ...{ policies: documentOf(policiesText), schema: documentOf(schema), entities: documentOf(entities) },
  })
  const { digests } = snapshot
  const isSame = digests.policies === expected.policies && digests.schema === expected.schema
  return isSame && digests.entities === expected.entities ? snapshot : undefined
}

/** What is read wrongly gives another digest. */
function readEntities(text: string): PolicyConfig | undefined {
  try {
    const { types, ...config } = entitiesSchema.parse(JSON.parse(text))
    return types.join() === ENTITY_TYPES.join() ? (config as unknown as PolicyConfig) : undefined
  } catch {
    return undefined
  }
}

function openPolicies(config: PolicyConfig, clock: Pick<Clock, 'nowMs'>) {
  try {
    return createCedarPolicies(config, { clock })
  } catch {
    return undefined
  }
}
