import type { Value, Values } from '../model/values.ts'
import type { Expression } from '../parse/ir.ts'
import type { FileState, Scope } from './file-state.ts'
import { resolveName } from './resolve-names.ts'

/** What is done with the member: called, set, or read. */
export type Access = 'call' | 'set' | 'get'

/**
 * The objects of which a bare name is a member, as within Kotlin's `apply { ... }`; none where it is a name of its own.
 */
export function implicitOwners(
  state: FileState,
  scope: Scope,
  { id, on }: Extract<Expression, { k: 'name' }>,
  access: Access,
): Values {
  if (on === undefined || scope.find(id) !== undefined) return []
  return state.evaluateQuietly(scope, on).filter((owner) => isMember(state, scope, owner, id, access))
}

function isMember(state: FileState, scope: Scope, owner: Value, name: string, access: Access): boolean {
  if (owner.t === 'inst') {
    const cls = state.classes.get(owner.cls)
    return cls === undefined ? isUnknown(state, scope, name) : cls.methods.has(name) || cls.fields.has(name)
  }
  if ((owner.t !== 'obj' && owner.t !== 'param') || owner.type === undefined) return false
  const key = { call: `${owner.type}#${name}`, set: `${owner.type}#${name}=`, get: `ref ${owner.type}#${name}` }[access]
  if (state.rules.find(key, owner.sure ?? false).length > 0) return true
  return access !== 'get' && !state.rules.knows(owner.type) && isUnknown(state, scope, name)
}

function isUnknown(state: FileState, scope: Scope, name: string): boolean {
  return resolveName(state, scope, name).every((value) => value.t === 'ref' && value.path === name)
}
