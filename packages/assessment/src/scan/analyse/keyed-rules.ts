import { applyRules } from './apply-rule.ts'
import type { FileState } from './file-state.ts'
import type { Value, Values } from './values.ts'

/**
 * An entry of a map under a library's constant, `[kSecAttrKeySizeInBits: 2048]`: rules treat it as a call `key=` that
 * the value is passed to, with the map's other entries as named arguments.
 */
export function applyKeyedRules(
  state: FileState,
  { key, at }: { readonly key: Value; readonly at: number | undefined },
  values: Values,
  named: Readonly<Record<string, Values>>,
): void {
  if (key.t !== 'ref' || at === undefined) return
  const matches = state.rules.find(`${key.path}=`, key.sure)
  if (matches.length === 0) return
  applyRules(state, { at, name: key.path, args: [values], named, receiver: undefined }, matches)
}
