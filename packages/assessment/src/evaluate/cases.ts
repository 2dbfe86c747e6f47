import { eitherOf, knownOf } from '../model/unknown.ts'
import { type Guard, textOfValue, type Value, type Values } from '../model/values.ts'
import type { Case, Expression } from '../parse/ir.ts'
import { choose } from './choose.ts'
import type { FileState, Scope } from './file-state.ts'
import { subjectOf } from './subject-of.ts'
import { isOfLibrary } from './substitute.ts'

/** What runs only in one of several cases: what it reports is chosen by whoever passes that case. */
export function inCase<T>(state: FileState, scope: Scope, when: Case | undefined, work: () => T): T {
  const guard = when && guardOf(state, scope, when)
  if (guard === undefined) return work()
  state.guards.push(withOuter(guard, state.guards.at(-1)))
  try {
    return work()
  } finally {
    state.guards.pop()
  }
}

/** Within what is left of an outer case, what is left of an inner one is left of both. */
function withOuter(guard: Guard, outer: Guard | undefined): Guard {
  const isBoth = guard.isOthers && outer?.isOthers && subjectOf(guard.of) === subjectOf(outer.of)
  return isBoth ? { ...guard, is: [...outer.is, ...guard.is] } : guard
}

function guardOf(state: FileState, scope: Scope, { of, is, isOthers, isRest }: Case): Guard | undefined {
  const [subject, ...others] = knownOf(state.evaluateQuietly(scope, of))
  if (subject === undefined || others.length > 0 || !isChosenElsewhere(subject)) return undefined
  const names = is.flatMap((one) => labelsOf(state, scope, one))
  const anyCase = changesCase(of) ? { isAnyCase: true as const } : {}
  return { of: subject, is: names, ...anyCase, ...(isOthers ? { isOthers } : {}), ...(isRest ? { isRest } : {}) }
}

/** `strings.ToLower(kind)`, `kind.upper()`. */
function changesCase(e: Expression): boolean {
  if (e.k !== 'call' || (e.callee.k !== 'member' && e.callee.k !== 'name')) return false
  return /(?:lower|upper|down|fold)_?(?:case)?/i.test(e.callee.k === 'member' ? e.callee.name : e.callee.id)
}

function isChosenElsewhere({ t }: Value): boolean {
  return t === 'param' || t === 'attr' || t === 'field' || t === 'ret'
}

/**
 * Behind a way that was taken to its end by `return`, the other cases are left: runs `work` for them. `when` is the
 * case of that way.
 */
export function inOtherCases(state: FileState, scope: Scope, when: Case, work: () => void): void {
  inCase(state, scope, { ...when, isOthers: true, isRest: true }, work)
}

/** The text of a case, or the own name of an enumeration's constant. */
function labelsOf(state: FileState, scope: Scope, e: Expression): readonly string[] {
  const texts = state.evaluateQuietly(scope, e).flatMap((value) => textOfValue(value) ?? [])
  if (texts.length > 0) return texts
  return e.k === 'name' ? [e.id.replace(/^\./, '')] : e.k === 'member' ? [e.name] : []
}

/** Evaluates what one of several cases gives. */
export function evaluateCase(state: FileState, scope: Scope, e: Extract<Expression, { k: 'case' }>): Values {
  return inCase(state, scope, e.when, () => conditional(state, state.evaluate(scope, e.value)))
}

/** Plain values are remembered with the case that they are for. */
export function conditional(state: FileState, values: Values): Values {
  const guard = state.guards.at(-1)
  return guard === undefined ? values : values.map((value) => underGuard(guard, value))
}

/**
 * Evaluates what a function gives: of several cases each, a library's objects with the case that they are for, so that
 * callers get those of their case only.
 */
export function evaluateReturned(state: FileState, scope: Scope, e: Expression): Values {
  if (e.k === 'choice') {
    return choose(
      e,
      e.of.map((one) => evaluateReturned(state, scope, one)),
    )
  }
  if (e.k === 'block') {
    state.runBody(scope, e.body)
    return eitherOf(...e.value.map((one) => evaluateReturned(state, scope, one)))
  }
  if (e.k !== 'case') return objectsOfCase(state, state.evaluate(scope, e))
  return inCase(state, scope, e.when, () => conditional(state, evaluateReturned(state, scope, e.value)))
}

function objectsOfCase({ guards }: FileState, values: Values): Values {
  const guard = guards.at(-1)
  return guard === undefined
    ? values
    : values.map((one) => (isOfLibrary(one) ? { t: 'cond', guard, values: [one] } : one))
}

function underGuard(guard: Guard, value: Value): Value {
  if (value.t === 'list') {
    return { t: 'list', items: value.items.map((item) => item.map((one) => underGuard(guard, one))) }
  }
  const isPlain = value.t === 'str' || value.t === 'num' || value.t === 'inst'
  return isPlain ? { t: 'cond', guard, values: [value] } : value
}
