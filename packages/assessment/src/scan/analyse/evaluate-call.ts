import type { CallExpression } from '../languages/ir.ts'
import { applyRules, type CallSite } from './apply-rule.ts'
import { memberPlaces } from './argument-places.ts'
import { callOfValue } from './built-ins.ts'
import { callOutside } from './call-outside.ts'
import { evaluate, evaluateQuietly, memberOf } from './evaluate.ts'
import type { ClassInfo, FileState, FunctionInfo, Scope } from './file-state.ts'
import { implicitOwners } from './implicit-owners.ts'
import { resolveName, valuesOfType } from './resolve-names.ts'
import { declareClass, runClass } from './run-classes.ts'
import { substitute } from './substitute.ts'
import { type CalleeName, optionsAmong, str, union, type Value, type Values } from './values.ts'

/** The name of an argument whose members are arguments of their own: `**options`. */
const SPREAD = '**'

export interface Passed {
  readonly args: readonly Values[]
  readonly named: Readonly<Record<string, Values>>
  readonly typeArguments: readonly Value[]
  /** As it is written. */
  readonly call?: CallExpression
}

/** What a call gives back. Reports it where rules know it, and notes it for the linker where they do not. */
export function evaluateCall(state: FileState, scope: Scope, e: CallExpression): Values {
  const { callee } = e
  if (callee.k === 'member' && !e.isNew) {
    const receivers = evaluateQuietly(state, scope, callee.of)
    const passed = passedBy(state, scope, e)
    return callMethod(state, scope, { receivers, name: callee.name, at: e.at, passed })
  }
  const owners = callee.k === 'name' ? implicitOwners(state, scope, callee, 'call') : []
  if (callee.k === 'name' && owners.length > 0) {
    const passed = passedBy(state, scope, e)
    return callMethod(state, scope, { receivers: owners, name: callee.id, at: e.at, passed })
  }
  const targets = callee.k === 'name' ? resolveName(state, scope, callee.id) : evaluateQuietly(state, scope, callee)
  const passed = passedBy(state, scope, e)
  if (callee.k === 'super' || callee.k === 'this') return callConstructorOf(state, scope, callee.k, e.at, passed)
  if (e.body) runAnonymous(state, scope, e.body)
  const results = targets.map((target) => callTarget(state, target, e, passed))
  if (targets.length === 0 && callee.k === 'name') note(state, { name: callee.id }, e.at, passed)
  return union(...results)
}

function passedBy(state: FileState, scope: Scope, e: CallExpression): Passed {
  const named: Record<string, Values> = Object.create(null)
  const args: Values[] = []
  for (const { name, value } of e.args) {
    // Options that a file hands on outside of its functions are chosen where they stand as well.
    const isOwn = value.k === 'map' && state.enclosing.length === 0
    if (isOwn) state.enclosing.push('')
    const values = evaluate(state, scope, value)
    if (isOwn) state.enclosing.pop()
    if (name === undefined) args.push(values)
    else if (name === SPREAD) for (const one of values) Object.assign(named, one.t === 'map' ? one.entries : {})
    else named[name] = values
  }
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
      // Of a table of functions; which one, the linker knows.
      return [target]
    case 'obj': {
      // A type that is known from a declaration or an annotation, and is called.
      const site: CallSite = { at: e.at, name: target.type, receiver: target, ...passed }
      const matches = state.rules.find(`${target.type}#()`, target.sure)
      return matches.length > 0 ? applyRules(state, site, matches) : []
    }
    case 'param':
      // A function that is handed in makes what it is for: `make(key)` of `seal(aes.NewCipher, key)`.
      return [target]
    default:
      return []
  }
}

interface MethodCall {
  readonly receivers: Values
  readonly name: string
  readonly at: number
  readonly passed: Passed
}

function callMethod(state: FileState, scope: Scope, call: MethodCall): Values {
  // A type of a library or of the project may well have a method of a usual name, as `provider.get(...)`.
  const typed = call.receivers.filter((one) => (one.t === 'param' || one.t === 'ret') && one.type !== undefined)
  const isKnown = typed.some((one) => hasMethod(state, one, call.name))
  const plain = isKnown ? undefined : callOfValue(call.receivers, call.name, call.passed.args)
  if (plain !== undefined) return union(plain, ...typed.map((one) => callMethodOf(state, scope, one, call)))
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
      return callTarget(
        state,
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
      const callee: CalleeName = { cls: lastName(receiver.type), name, from: receiver.type }
      note(state, callee, at, passed)
      const owner = receiver.t === 'param' && passed.args.length === 0 ? { of: receiver } : {}
      const given: Value = { t: 'ret', callee, args: passed.args, ...owner }
      if (state.rules.knows(receiver.type)) return []
      // A constant of an enumeration has a name.
      return receiver.t === 'param' && name === 'name' ? [{ t: 'attr', of: receiver, name }, given] : [given]
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
      return union(...targets.map((one) => (one.t === 'map' ? [] : callTarget(state, one, callee, passed))))
    }
    default:
      return noteUnknown(state, receiver, call)
  }
}

function noteUnknown(state: FileState, receiver: Value, { name, at, passed }: MethodCall): Values {
  const cls = receiver.t === 'field' ? undefined : receiver.t === 'ret' ? receiver.callee.cls : undefined
  const callee: CalleeName = cls === undefined ? { name } : { name, cls, isGuess: true }
  note(state, callee, at, passed)
  return [{ t: 'ret', callee, args: passed.args }]
}

/** A name without its package or module. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1)
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

function construct(state: FileState, name: string, at: number, passed: Passed): Values {
  const cls = state.classes.get(name)
  const maker = cls?.constructors.find(({ ir }) => ir.params.length === passed.args.length) ?? cls?.constructors[0]
  const args = maker ? inOrder(maker, passed) : passed.args
  note(state, maker ? { fn: maker.id, name: '<init>', cls: name } : { cls: name, name: '<init>' }, at, passed)
  if (cls && !maker) setFields(cls, passed)
  return [{ t: 'inst', cls: name, args }]
}

/** What a literal of a structure says of its fields, by name or in their order. */
function setFields(cls: ClassInfo, { args, named }: Passed): void {
  const order = cls.ir.fields.flatMap((one) => (one.k === 'let' ? [one.name] : []))
  const given = [...Object.entries(named), ...args.map((values, i) => [order[i] ?? '', values] as const)]
  for (const [name, values] of given) {
    const field = cls.fields.get(name)
    if (field !== undefined) field.values = union(field.values, values)
  }
}

function callConstructorOf(
  state: FileState,
  scope: Scope,
  which: 'super' | 'this',
  at: number,
  passed: Passed,
): Values {
  const { cls } = scope
  const base = cls?.ir.supers[0]
  const name = which === 'this' ? cls?.name : base
  if (name === undefined) return []
  const known = state.classes.get(name)
  const maker = known?.constructors.find(({ ir }) => ir.params.length === passed.args.length)
  note(state, maker ? { fn: maker.id, name: '<init>', cls: name } : { cls: name, name: '<init>' }, at, passed)
  if (known !== undefined || which === 'this') return []
  for (const value of valuesOfType(state, scope, name)) {
    if (value.t !== 'obj') continue
    const matches = state.rules.find(`new ${value.type}`, value.sure)
    if (matches.length > 0) applyRules(state, { at, name: value.type, receiver: undefined, ...passed }, matches)
  }
  return []
}

function callFunction(state: FileState, id: string, at: number, passed: Passed): Values {
  const info = state.functionsById.get(id)
  if (info === undefined) return []
  const { cls, ir, isConstructor } = info
  const args = inOrder(info, passed)
  if (cls !== undefined && !isConstructor && ir.body.length === 0 && !ir.name.endsWith('=')) {
    // What has no body is told by whatever overrides it, perhaps in another file.
    const open: CalleeName = { cls: cls.name, name: ir.name }
    note(state, open, at, passed)
    return [{ t: 'ret', callee: open, args }]
  }
  const name = isConstructor ? '<init>' : ir.name
  note(state, cls ? { fn: id, name, cls: cls.name } : { fn: id, name }, at, passed)
  return substitute(info.returns, new Map([[id, args]]))
}

/**
 * Sets a property of an object of the project: its setter is a method whose name ends in `=`. Says whether this file has
 * it. Without a class, the one in the project that has such a property is meant.
 */
export function setProjectProperty(
  state: FileState,
  cls: string | undefined,
  name: string,
  at: number,
  values: Values,
): boolean {
  const setter = cls === undefined ? undefined : state.classes.get(cls)?.methods.get(`${name}=`)?.[0]
  const passed: Passed = { args: [values], named: {}, typeArguments: [] }
  if (setter) callFunction(state, setter.id, at, passed)
  else note(state, cls === undefined ? { name: `${name}=` } : { cls, name: `${name}=` }, at, passed)
  return setter !== undefined
}

/** The arguments in the order of the parameters, with defaults where nothing is passed. */
function inOrder(info: FunctionInfo, { args, named }: Passed): readonly Values[] {
  const params = info.ir.params.map((one) => ({ ...one, name: one.label ?? one.name }))
  const options = optionsAmong(params, args.length, named)
  return params.map(({ name, isRest }, i) => {
    if (isRest) return [{ t: 'list' as const, items: args.slice(i) }]
    const given = named[name] ?? args[i] ?? (options?.i === i ? [options.map] : undefined)
    return given ?? info.fallbacks[i] ?? []
  })
}

export function note(state: FileState, callee: CalleeName, at: number, { args, named, call }: Passed): void {
  const hasNamed = Object.keys(named).length > 0
  if (!hasNamed && !args.some((values) => values.length > 0)) return
  const places = hasNamed && call?.isNew ? memberPlaces(state, call) : {}
  state.recordCall(hasNamed ? { callee, args, named, ...places } : { callee, args }, at)
}
