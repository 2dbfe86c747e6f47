import { keepingUnknown, knownOf } from '../model/unknown.ts'
import { type CalleeName, str, union, type Value, type Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
import type { CallExpression } from '../parse/ir.ts'
import { applyRules } from './apply-rule.ts'
import { callOfValue, cutBytes } from './built-ins.ts'

import { callFunction, note } from './call-project.ts'
import type { CallSite, Passed } from './call-site.ts'
import { asGuess } from './choose.ts'

import type { ClassInfo, FileState, FunctionInfo, Scope } from './file-state.ts'
import { noteLateMethod } from './late-calls.ts'
import { memberOf } from './members.ts'
import { valuesOfType } from './resolve-names.ts'
import { substitute } from './substitute.ts'

interface MethodCall {
  readonly receivers: Values
  readonly name: string
  readonly at: number
  readonly passed: Passed
}

/** Calls a method of whatever its object may be. */
export function callMethod(state: FileState, scope: Scope, call: MethodCall): Values {
  const receivers = knownOf(call.receivers)
  const cut = cutBytes(state.library, call.name, call.passed.args.map(knownOf))
  const result = resultOfMethod(state, scope, { ...call, receivers })
  return keepingUnknown(call.receivers, cut.length === 0 ? result : union(cut, asGuess(result)))
}

function resultOfMethod(state: FileState, scope: Scope, call: MethodCall): Values {
  // A type of a library or of the project may well have a method of a usual name, as `provider.get(...)`.
  const typed = call.receivers.filter((one) => (one.t === 'param' || one.t === 'ret') && one.type !== undefined)
  const isKnown = typed.some((one) => hasMethod(state, one, call.name))
  const plain = isKnown ? undefined : callOfValue(state.library, call.receivers, call.name, call.passed.args)
  if (plain !== undefined) return union(plain, ...typed.map((one) => asGuess(callMethodOf(state, scope, one, call))))
  if (call.receivers.length === 0) {
    note(state, { name: call.name }, call.at, call.passed)
    return []
  }
  return union(...call.receivers.map((receiver) => callMethodOf(state, scope, receiver, call)))
}

/** Whether a declared type is a library's that has such a method. */
function hasMethod(state: FileState, value: Value, name: string): boolean {
  if ((value.t !== 'param' && value.t !== 'ret') || value.type === undefined) return false
  return state.rules.find(`${value.type}#${name}`, value.sure ?? false).length > 0
}

function callMethodOf(state: FileState, scope: Scope, receiver: Value, call: MethodCall): Values {
  const { name, at, passed } = call
  switch (receiver.t) {
    case 'ref':
      return state.callTarget(
        { t: 'ref', path: state.rules.canonical(`${receiver.path}.${name}`), sure: receiver.sure },
        { k: 'call', callee: { k: 'this' }, args: [], isNew: false, at },
        passed,
      )
    case 'obj':
    case 'ret':
    case 'param': {
      if (receiver.type === undefined) return noteUnknown(state, receiver, call)
      const matches = state.rules.find(`${receiver.type}#${name}`, receiver.sure ?? false)
      const site: CallSite = { at, name: `${receiver.type}.${name}`, receiver, ...passed }
      if (matches.length > 0) return applyRules(state, site, matches)
      if (!state.rules.knows(receiver.type)) noteLateMethod(state, receiver, name, at)
      const callee: CalleeName = { cls: lastName(receiver.type), name, from: receiver.type }
      note(state, callee, at, passed)
      const owner = receiver.t === 'param' && passed.args.length === 0 ? { of: receiver } : {}
      const given: Value = { t: 'ret', callee, args: passed.args, ...owner }
      if (state.rules.knows(receiver.type)) return []
      // A constant of an enumeration has a name.
      return receiver.t === 'param' && name === 'name'
        ? [{ t: 'attr', of: receiver, name }, ...asGuess([given])]
        : [given]
    }
    case 'inst': {
      const { constant } = receiver
      const isOwnName = constant !== undefined && /^(?:name|to_?string)$/i.test(name)
      const made = callProjectMethod(state, receiver.cls, receiver.args, call)
      return isOwnName && made.every(({ t }) => t === 'ret') ? [str(constant)] : made
    }
    case 'cls':
      return callProjectMethod(state, receiver.name, [], call)
    case 'map':
    case 'fn': {
      const targets = receiver.t === 'fn' ? [receiver] : memberOf(state, scope, [receiver], name)
      const callee: CallExpression = { k: 'call', callee: { k: 'this' }, args: [], isNew: false, at }
      return union(...targets.map((one) => (one.t === 'map' ? [] : state.callTarget(one, callee, passed))))
    }
    default:
      return noteUnknown(state, receiver, call)
  }
}

function noteUnknown(state: FileState, receiver: Value, { name, at, passed }: MethodCall): Values {
  const cls = receiver.t === 'field' ? undefined : receiver.t === 'ret' ? receiver.callee.cls : undefined
  const callee: CalleeName = cls === undefined ? { name } : { name, cls, isGuess: true }
  noteLateMethod(state, receiver, name, at)
  note(state, callee, at, passed)
  return [{ t: 'ret', callee, args: passed.args }]
}

function callProjectMethod(
  state: FileState,
  clsName: string,
  constructed: readonly Values[],
  { name, at, passed }: MethodCall,
): Values {
  const cls = state.classes.get(clsName)
  const method = cls && findMethod(state, cls, name, passed.args.length)
  if (cls === undefined || method === undefined) {
    const callee: CalleeName = { cls: clsName, name }
    note(state, callee, at, passed)
    return callBase(state, cls, name, at, passed) ?? [{ t: 'ret', callee, args: passed.args }]
  }
  const result = callFunction(state, method.id, at, passed)
  const maker = cls.constructors[0]
  if (!maker || constructed.length === 0) return result
  return substitute(result, new Map([[maker.id, constructed]]))
}

/** A method that a class of the project has from a library's class. */
function callBase(
  state: FileState,
  cls: ClassInfo | undefined,
  name: string,
  at: number,
  passed: Passed,
): Values | undefined {
  for (const base of cls?.ir.supers ?? []) {
    for (const value of valuesOfType(state, state.top, base)) {
      if (value.t !== 'obj') continue
      const matches = state.rules.find(`${value.type}#${name}`, value.sure)
      const site: CallSite = { at, name: `${value.type}.${name}`, receiver: value, ...passed }
      if (matches.length > 0) return applyRules(state, site, matches)
    }
  }
  return undefined
}

function findMethod(state: FileState, cls: ClassInfo, name: string, count: number): FunctionInfo | undefined {
  for (let one: ClassInfo | undefined = cls, i = 0; one !== undefined && i < 8; i += 1) {
    const overloads: readonly FunctionInfo[] = one.methods.get(name) ?? []
    const exact = overloads.find(({ ir }) => ir.params.length === count)
    if (exact ?? overloads[0]) return exact ?? overloads[0]
    one = one.ir.supers.flatMap((base) => state.classes.get(base) ?? [])[0]
  }
  return undefined
}
