import type { Case, Expression } from '../languages/ir.ts'
import { evaluate, evaluateQuietly } from './evaluate.ts'
import type { FileState, Scope } from './file-state.ts'
import { type Guard, textOfValue, type Value, type Values } from './values.ts'

/** What runs only in one of several cases: what it reports is chosen by whoever passes that case. */
export function inCase<T>(state: FileState, scope: Scope, when: Case | undefined, work: () => T): T {
  const guard = when && guardOf(state, scope, when)
  if (guard === undefined) return work()
  state.guards.push(guard)
  try {
    return work()
  } finally {
    state.guards.pop()
  }
}

function guardOf(state: FileState, scope: Scope, { of, is, isOthers }: Case): Guard | undefined {
  const [subject, ...others] = evaluateQuietly(state, scope, of)
  if (subject?.t !== 'param' || others.length > 0) return undefined
  const names = is.flatMap((one) => labelsOf(state, scope, one))
  return { of: subject, is: names, ...(isOthers ? { isOthers } : {}) }
}

/** The text of a case, or the own name of an enumeration's constant. */
function labelsOf(state: FileState, scope: Scope, e: Expression): readonly string[] {
  const texts = evaluateQuietly(state, scope, e).flatMap((value) => textOfValue(value) ?? [])
  if (texts.length > 0) return texts
  return e.k === 'name' ? [e.id] : e.k === 'member' ? [e.name] : []
}

/** Evaluates what one of several cases gives. */
export function evaluateCase(state: FileState, scope: Scope, e: Extract<Expression, { k: 'case' }>): Values {
  return inCase(state, scope, e.when, () => conditional(state, evaluate(state, scope, e.value)))
}

/** Plain values are remembered with the case that they are for. */
export function conditional(state: FileState, values: Values): Values {
  const guard = state.guards.at(-1)
  return guard === undefined ? values : values.map((value) => underGuard(guard, value))
}

function underGuard(guard: Guard, value: Value): Value {
  if (value.t === 'list') {
    return { t: 'list', items: value.items.map((item) => item.map((one) => underGuard(guard, one))) }
  }
  const isPlain = value.t === 'str' || value.t === 'num' || value.t === 'inst'
  return isPlain ? { t: 'cond', guard, values: [value] } : value
}
