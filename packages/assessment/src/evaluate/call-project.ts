import { type CalleeName, optionsAmong, ownOf, union, type Values } from '../model/values.ts'
import { applyRules } from './apply-rule.ts'
import { literalOfStruct, memberPlaces } from './argument-places.ts'
import type { Passed } from './call-site.ts'
import { forgetDefaults } from './default-size.ts'
import type { ClassInfo, FileState, FunctionInfo, Scope } from './file-state.ts'
import { valuesOfType } from './resolve-names.ts'
import { objectsOfAnyCase, substitute } from './substitute.ts'

/** Makes an object of a class of the file. */
export function construct(state: FileState, name: string, at: number, passed: Passed): Values {
  const cls = state.classes.get(name)
  const maker = cls?.constructors.find(({ ir }) => ir.params.length === passed.args.length) ?? cls?.constructors[0]
  const args = maker ? inOrder(maker, passed) : passed.args
  note(state, maker ? { fn: maker.id, name: '<init>', cls: name } : { cls: name, name: '<init>' }, at, passed)
  if (cls && !maker) setFields(cls, passed)
  return [{ t: 'inst', cls: name, args, ...literalOfStruct(state, at, passed.call?.args ?? []) }]
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

/** `super(...)` and `this(...)`. */
export function callConstructorOf(
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

/** Calls a function of the file: its result with what is passed. */
export function callFunction(state: FileState, id: string, at: number, passed: Passed): Values {
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
  return objectsOfAnyCase(substitute(info.returns, new Map([[id, args]])))
}

/**
 * Sets a property of an object of the project: its setter is a method whose name ends in `=`. Says whether this file
 * has it. Without a class, the one in the project that has such a property is meant.
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
    const given = ownOf(named, name) ?? args[i] ?? (options?.i === i ? [options.map] : undefined)
    return given ?? info.fallbacks[i] ?? []
  })
}

/** Notes a call for the linker, where it passes anything. */
export function note(state: FileState, callee: CalleeName, at: number, { args, named, call }: Passed): void {
  const hasNamed = Object.keys(named).length > 0
  if (!callee.name.endsWith('=')) forgetDefaults([...args, ...Object.values(named)])
  if (!hasNamed && state.guards.length === 0 && !args.some((values) => values.length > 0)) return
  const places = hasNamed && call?.isNew ? memberPlaces(state, call) : {}
  state.recordCall(hasNamed ? { callee, args, named, ...places } : { callee, args }, at)
}
