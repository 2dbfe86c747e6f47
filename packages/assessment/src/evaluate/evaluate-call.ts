import { union, type Value, type Values } from '../model/values.ts'
import type { CallExpression } from '../parse/ir.ts'
import { applyRules } from './apply-rule.ts'
import { callMethod } from './call-method.ts'
import { callOutside } from './call-outside.ts'

import { callConstructorOf, callFunction, construct, note } from './call-project.ts'
import type { CallSite, Passed } from './call-site.ts'

import type { FileState, Scope } from './file-state.ts'
import { implicitOwners } from './implicit-owners.ts'
import { applyEntryRules } from './keyed-rules.ts'
import { noteLateCall } from './late-calls.ts'
import { resolveName, valuesOfType } from './resolve-names.ts'
import { declareClass, runClass } from './run-classes.ts'
import { spreadInto, storeEntry } from './tables.ts'

/** The name of an argument whose members are arguments of their own: `**options`. */
const SPREAD = '**'

/** What a call gives back. Reports it where rules know it, and notes it for the linker where they do not. */
export function evaluateCall(state: FileState, scope: Scope, e: CallExpression): Values {
  const { callee } = e
  if (callee.k === 'member' && !e.isNew) {
    const receivers = state.evaluateQuietly(scope, callee.of)
    const passed = passedBy(state, scope, e)
    if (receivers.some(({ t }) => t === 'map')) storeEntry(state, scope, e, passed.args)
    if (receivers.some(isObjectClass) && callee.name === 'assign') assignTo(state, scope, e, passed.args)
    return callMethod(state, scope, { receivers, name: callee.name, at: e.at, passed })
  }
  const owners = callee.k === 'name' ? implicitOwners(state, scope, callee, 'call') : []
  if (callee.k === 'name' && owners.length > 0) {
    const passed = passedBy(state, scope, e)
    return callMethod(state, scope, { receivers: owners, name: callee.id, at: e.at, passed })
  }
  const targets = callee.k === 'name' ? resolveName(state, scope, callee.id) : state.evaluateQuietly(scope, callee)
  const passed = passedBy(state, scope, e)
  if (callee.k === 'super' || callee.k === 'this') return callConstructorOf(state, scope, callee.k, e.at, passed)
  if (e.body) runAnonymous(state, scope, e.body)
  const results = targets.map((target) => callTarget(state, target, e, passed))
  if (targets.length === 0 && callee.k === 'name') note(state, { name: callee.id }, e.at, passed)
  return union(...results)
}

/** JavaScript's own. */
function isObjectClass(value: Value): boolean {
  return value.t === 'ref' && value.path === 'Object'
}

function assignTo(state: FileState, scope: Scope, { args }: CallExpression, given: readonly Values[]): void {
  const [target] = args
  if (target !== undefined) spreadInto(state, scope, target.value, given.slice(1))
}

function passedBy(state: FileState, scope: Scope, e: CallExpression): Passed {
  const named: Record<string, Values> = Object.create(null)
  const args: Values[] = []
  for (const { name, value } of e.args) {
    // Options that a file hands on outside of its functions are chosen where they stand as well.
    const isOwn = value.k === 'map' && state.enclosing.length === 0
    if (isOwn) state.enclosing.push('')
    const values = state.evaluate(scope, value)
    if (isOwn) state.enclosing.pop()
    if (name === undefined) args.push(values)
    else if (name === SPREAD) for (const one of values) Object.assign(named, one.t === 'map' ? one.entries : {})
    else named[name] = values
  }
  if (e.isNew)
    for (const { name, at } of e.args) if (name) applyEntryRules(state, { key: name, at }, named[name] ?? [], named)
  const typeArguments = (e.typeArguments ?? []).flatMap((type) => {
    // A type that callers choose (C++ templates).
    const own = scope.find(type)?.values.find(({ t }) => t === 'param')
    return own ? [own] : valuesOfType(state, scope, type).slice(0, 1)
  })
  return { args, named, typeArguments, call: e }
}

function runAnonymous(state: FileState, scope: Scope, ir: NonNullable<CallExpression['body']>): void {
  const cls = declareClass(state, ir, scope.cls)
  runClass(state, scope, cls)
}

/** Calls what is not a method: a function, a class, something imported. */
export function callTarget(state: FileState, target: Value, e: CallExpression, passed: Passed): Values {
  switch (target.t) {
    case 'ref': {
      const { path, sure } = target
      const site: CallSite = { at: e.at, name: path, receiver: undefined, ...passed }
      const kinds = e.isNew ? [`new ${path}`, `@${path}`] : [path, `new ${path}`]
      for (const key of kinds) {
        const matches = state.rules.find(key, sure)
        if (matches.length > 0) return applyRules(state, site, matches)
      }
      return callOutside(state, path, e, passed)
    }
    case 'cls':
      return construct(state, target.name, e.at, passed)
    case 'fn':
      return callFunction(state, target.id, e.at, passed)
    case 'elem':
    case 'attr':
      // Of a table of functions, or a field; which one, the linker knows.
      noteLateCall(state, target, e.at)
      return [target]
    case 'obj': {
      // A type that is known from a declaration or an annotation, and is called.
      const site: CallSite = { at: e.at, name: target.type, receiver: target, ...passed }
      const matches = state.rules.find(`${target.type}#()`, target.sure)
      return matches.length > 0 ? applyRules(state, site, matches) : []
    }
    case 'param':
      // A function that is handed in makes what it is for: `make(key)` of `seal(aes.NewCipher, key)`.
      noteLateCall(state, target, e.at)
      return [target]
    case 'field':
    case 'ret':
      noteLateCall(state, target, e.at)
      return []
    default:
      return []
  }
}
