import { type CompiledPolicy, compileBuiltIn } from './compiled-policy.ts'
import type { ParsedPolicy } from './parse-built-in.ts'
import { BUILT_IN } from './schema.ts'

/**
 * The policies that ship with the product, by id. All are immutable: what they permit is the most that anybody gets,
 * because each permit has a `forbid` beside it for all else.
 */
export const BUILT_IN_POLICIES: readonly CompiledPolicy[] = BUILT_IN.policies.map(compile).toSorted(byId)

function compile(parsed: ParsedPolicy): CompiledPolicy {
  const policy = compileBuiltIn(parsed)
  if (policy === undefined) throw new Error(`A built-in policy has no @id: ${parsed.text}`)
  return policy
}

function byId(one: CompiledPolicy, other: CompiledPolicy): number {
  return one.id < other.id ? -1 : 1
}
