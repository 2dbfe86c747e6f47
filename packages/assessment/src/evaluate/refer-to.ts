import type { Value, Values } from '../model/values.ts'
import { applyRules } from './apply-rule.ts'
import type { FileState } from './file-state.ts'

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
    const [first] = matches
    const rule = first?.indexed
    const by = rule && { rule: rule.id, library: rule.library, ...(rule.rule.role ? { role: rule.rule.role } : {}) }
    const known = by === undefined ? {} : { by }
    const constants = made.map((one): Value => (one.t === 'obj' ? { ...one, isConstant: true, ...known } : one))
    result ??= [...values]
    result.splice(i, 1, ...(made.length > 0 ? constants : [{ ...value, ...known }]))
  }
  return result ?? values
}
