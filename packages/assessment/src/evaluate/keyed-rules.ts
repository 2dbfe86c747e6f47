import type { Value, Values } from '../model/values.ts'
import { applyRules } from './apply-rule.ts'

import type { FileState } from './file-state.ts'

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

const MAX_TEXTS = 3

/**
 * An entry of a map under a text that rules know in whatever map, as in a key or a header of JOSE: `{ alg: 'RS256' }`.
 * Only within functions, and where its value is a text that the file tells, or one of few.
 */
export function applyEntryRules(
  state: FileState,
  { key, at }: { readonly key: string; readonly at: number | undefined },
  values: Values,
  named: Readonly<Record<string, Values>>,
): void {
  // A constant outside of functions is used where it is read.
  if (
    !state.isReporting ||
    !state.readsEntries ||
    state.enclosing.length === 0 ||
    at === undefined ||
    values.length === 0 ||
    values.length > MAX_TEXTS ||
    !values.every(({ t }) => t === 'str')
  )
    return
  const matches = state.rules.ofEntry(key)
  if (matches.length > 0) applyRules(state, { at, name: key, args: [values], named, receiver: undefined }, matches)
}
