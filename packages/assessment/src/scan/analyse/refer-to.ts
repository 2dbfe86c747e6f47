import { applyRules } from './apply-rule.ts'
import type { FileState } from './file-state.ts'
import type { Value, Values } from './values.ts'

/** Applies the rules for names that are used without a call. */
export function referTo(state: FileState, at: number, values: Values): Values {
  // Only handed on: whoever uses it refers to it.
  if (at < 0) return values
  let result: Value[] | undefined
  for (const [i, value] of values.entries()) {
    if (value.t !== 'ref') continue
    const { path, sure } = value
    const matches = state.rules.find(`ref ${path}`, sure)
    if (matches.length === 0) continue
    const made = applyRules(state, { at, name: path, args: [], named: {}, receiver: undefined }, matches)
    const constants = made.map((one): Value => (one.t === 'obj' ? { ...one, isConstant: true } : one))
    result ??= [...values]
    if (made.length > 0) result.splice(i, 1, ...constants)
  }
  return result ?? values
}
