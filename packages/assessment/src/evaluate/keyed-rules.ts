import type { Expression } from '../parse/ir.ts'
import { applyRules } from './apply-rule.ts'
import type { CallSite } from './call-site.ts'
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

/** What is handed to a library's call, that call's own rules speak of. */
export function leaveEntries(state: FileState, { call }: CallSite): void {
  if (!state.isReporting || call === undefined) return
  for (const { value } of call.args) leaveEntriesOf(state, value, 0)
}

const MAX_DEPTH = 4

function leaveEntriesOf(state: FileState, e: Expression, depth: number): void {
  if (depth > MAX_DEPTH) return
  if (e.k === 'list') for (const item of e.items) leaveEntriesOf(state, item, depth + 1)
  if (e.k !== 'map') return
  for (const { key, value, at } of e.entries) {
    leaveEntriesOf(state, value, depth + 1)
    if (key.k !== 'str' || at === undefined) continue
    for (const { indexed } of state.rules.ofEntry(key.v)) state.retract(at, indexed.id)
  }
}
