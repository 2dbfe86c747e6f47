import { applyRules } from './apply-rule.ts'
import type { FileState } from './file-state.ts'
import type { Value, Values } from './values.ts'

/** Applies the rules for names that are used without a call. */
export function referTo(state: FileState, at: number, values: Values): Values {
  // Only handed on: whoever uses it refers to it.
  if (at < 0) return values
  let result: Value[] | undefined
  for (const [i, value] of values.entries()) {
    const ref = constantAt(state, value)
    if (ref === undefined) continue
    const { path, sure } = ref
    const matches = state.rules.find(`ref ${path}`, sure)
    if (matches.length === 0) continue
    const made = applyRules(state, { at, name: path, args: [], named: {}, receiver: undefined }, matches)
    if (state.isDeferring) state.deferred.set(at, { path, sure })
    const own = state.isDeferring
      ? { isConstant: true as const, named: { path, sure, at } }
      : { isConstant: true as const }
    const constants = made.map((one): Value => (one.t === 'obj' ? { ...one, ...own } : one))
    result ??= [...values]
    if (made.length > 0) result.splice(i, 1, ...constants)
  }
  return result ?? values
}

/** The constant that a name means; a field that stands for one is used where it is read. */
function constantAt(state: FileState, value: Value): { readonly path: string; readonly sure: boolean } | undefined {
  if (value.t === 'ref') return value
  if (value.t !== 'obj' || value.named === undefined || state.isDeferring) return undefined
  state.deferred.delete(value.named.at)
  return value.named
}

/** Reports the constants that fields stand for and that nothing in the file reads: others may. */
export function reportUnread(state: FileState): void {
  for (const [at, { path, sure }] of state.deferred) {
    applyRules(
      state,
      { at, name: path, args: [], named: {}, receiver: undefined },
      state.rules.find(`ref ${path}`, sure),
    )
  }
}
