import { policySetTextToParts } from '@cedar-policy/cedar-wasm/nodejs'
import { type CompiledPolicy, compilePolicy } from './compiled-policy.ts'
import { BUILT_IN_TEXTS } from './policy-files.ts'

/**
 * The policies that ship with the product, by id. All are immutable: what they permit is the most that anybody gets,
 * because each permit has a `forbid` beside it for all else.
 */
export const BUILT_IN_POLICIES: readonly CompiledPolicy[] = BUILT_IN_TEXTS.flatMap(readPolicies).toSorted(byId)

function readPolicies(text: string): CompiledPolicy[] {
  const parts = policySetTextToParts(text)
  if (parts.type === 'failure') throw new Error(`Cedar: ${parts.errors.map(({ message }) => message).join('; ')}`)
  return parts.policies.map((part) => {
    const policy = compilePolicy(part)
    if (policy === undefined) throw new Error(`A built-in policy has no @id: ${part}`)
    return policy
  })
}

function byId(one: CompiledPolicy, other: CompiledPolicy): number {
  return one.id < other.id ? -1 : 1
}
