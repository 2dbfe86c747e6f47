import {
  isSymbolic,
  type Literal,
  ownOf,
  SPREAD,
  textOfValue,
  union,
  type Value,
  type Values,
} from '../model/values.ts'
import type { Expression } from '../parse/ir.ts'
import type { FileState, Scope } from './file-state.ts'
import { applyEntryRules, applyKeyedRules } from './keyed-rules.ts'
import { spreadOver } from './spread.ts'

const MAX_ENTRIES = 64

/** A map or an object literal as it is written, with what is spread in it. */
export function mapOf(state: FileState, scope: Scope, e: Extract<Expression, { k: 'map' }>): Value {
  const entries: Record<string, Values> = Object.create(null)
  const keyed: (() => void)[] = []
  const members: Record<string, Literal['members'][string]> = Object.create(null)
  const isPlaced = state.isReporting && state.enclosing.length > 0
  for (const [i, { key, value, at }] of e.entries.entries()) {
    const values = state.evaluate(scope, value)
    if (i >= MAX_ENTRIES) continue
    if (key.k === 'str' && at !== undefined && isPlaced && state.rules.asksFor(key.v)) {
      members[key.v] = { ...state.place(at), offset: at }
    }
    if (key.k === 'other' && key.of.length === 0) {
      spreadOver(entries, values)
      for (const one of values) {
        if (one.t === 'ref' || isSymbolic(one)) entries[SPREAD] = [...(entries[SPREAD] ?? []), one]
      }
      continue
    }
    const names = state.evaluate(scope, key)
    for (const name of names) {
      const text = textOfValue(name) ?? (name.t === 'ref' ? name.path : undefined)
      // The last one of a name holds.
      const before = names.length === 1 ? [] : (ownOf(entries, text ?? '') ?? [])
      if (text !== undefined) entries[text] = union(before, values)
      if (name.t === 'str') keyed.push(() => applyEntryRules(state, { key: name.v, at }, values, entries))
      if (name.t === 'ref') keyed.push(() => applyKeyedRules(state, { key: name, at }, values, entries))
    }
  }
  for (const apply of keyed) apply()
  if (Object.keys(members).length === 0) return { t: 'map', entries }
  return { t: 'map', entries, literal: { file: state.file, fn: state.enclosing.at(-1) ?? '', members } }
}
