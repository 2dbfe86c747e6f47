import { union, type Values } from '../model/values.ts'
import type { ClassIr, FunctionIr } from '../parse/ir.ts'
import { type ClassInfo, type FileState, type FunctionInfo, Scope } from './file-state.ts'
import { reportTyped } from './report-typed.ts'
import { declaredAs } from './resolve-names.ts'
import { runFunction } from './run-function.ts'

/** Makes a class and what is in it known, before anything runs. */
export function declareClass(state: FileState, ir: ClassIr, outer: ClassInfo | undefined): ClassInfo {
  const name = ir.name === '' ? `<anonymous ${ir.at}>` : ir.name
  const known = state.classes.get(name)
  if (known !== undefined && known.ir === ir) return known
  const cls: ClassInfo = {
    ir,
    name,
    outer,
    fields: new Map(),
    methods: new Map(),
    constructors: [],
    inner: new Map(),
  }
  state.classes.set(name, cls)
  for (const method of ir.methods) declareMethod(state, cls, method)
  for (const maker of ir.constructors) cls.constructors.push(functionInfo(state, maker, cls, true))
  for (const inner of ir.inner) cls.inner.set(inner.name, declareClass(state, inner, cls))
  return cls
}

/** Adds a method, also one that stands outside of its class. */
export function declareMethod(state: FileState, cls: ClassInfo, ir: FunctionIr): void {
  const info = functionInfo(state, ir, cls, false)
  const overloads = cls.methods.get(ir.name)
  if (overloads === undefined) cls.methods.set(ir.name, [info])
  else if (!overloads.includes(info)) overloads.push(info)
}

/** A function as the analysis knows it: the same one each time. */
export function functionInfo(
  state: FileState,
  ir: FunctionIr,
  cls: ClassInfo | undefined,
  isConstructor: boolean,
): FunctionInfo {
  const id = `${state.file}:${ir.at}`
  const known = state.functionsById.get(id)
  if (known !== undefined) return known
  const info: FunctionInfo = { id, ir, cls, isConstructor, returns: [], fallbacks: [] }
  state.functionsById.set(id, info)
  return info
}

/** Runs a class: its constants and fields, then its constructors, then its methods. */
export function runClass(state: FileState, outer: Scope, cls: ClassInfo): void {
  const scope = new Scope(outer, cls, undefined)
  for (const constant of cls.ir.constants) {
    const args = constant.args.map(({ value }): Values => state.evaluate(scope, value))
    cls.fields.set(constant.name, { values: [{ t: 'inst', cls: cls.name, args, constant: constant.name }] })
    const [maker] = cls.constructors
    if (maker) {
      const callee = { fn: maker.id, name: '<init>', cls: cls.name }
      state.recordCall({ callee, args, isDeclaration: true }, cls.ir.at)
    }
    if (constant.body) runClass(state, scope, declareClass(state, constant.body, cls))
  }
  runFields(state, scope, cls)
  for (const maker of cls.constructors) runFunction(state, outer, maker)
  for (const methods of cls.methods.values()) for (const method of methods) runFunction(state, outer, method)
  for (const inner of cls.inner.values()) runClass(state, outer, inner)
}

function runFields(state: FileState, scope: Scope, cls: ClassInfo): void {
  for (const statement of cls.ir.fields) {
    if (statement.k !== 'let') {
      state.runBody(scope, [statement])
      continue
    }
    const given = statement.value ? state.evaluateInitial(scope, statement.value, statement.name) : []
    const values = declaredAs(state, scope, given, statement.type)
    reportTyped(state, scope, values, statement.type)
    const before = cls.fields.get(statement.name)
    cls.fields.set(statement.name, {
      values: union(before?.values ?? [], values),
      ...(statement.type === undefined ? {} : { type: statement.type }),
    })
  }
}
