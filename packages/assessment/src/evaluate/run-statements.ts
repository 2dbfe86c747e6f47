import { eitherOf, orUnknown } from '../model/unknown.ts'
import { union, type Value, type Values } from '../model/values.ts'
import { type Case, type Expression, isEmpty, type Statement } from '../parse/ir.ts'
import { assign } from './assign.ts'
import { conditional, evaluateReturned, inCase, inOtherCases } from './cases.ts'
import type { FileState, FunctionInfo, Scope, Variable } from './file-state.ts'
import { memberOf } from './members.ts'
import { namesSetIn } from './names-set-in.ts'
import { reportTyped } from './report-typed.ts'
import { declaredAs, valuesOfType } from './resolve-names.ts'
import { declareClass, functionInfo, runClass } from './run-classes.ts'
import { runFunction } from './run-function.ts'

/** Runs statements in their order. */
export function runBody(state: FileState, scope: Scope, body: readonly Statement[]): void {
  for (const [i, statement] of body.entries()) {
    run(state, scope, statement)
    const left = leftBehind(statement)
    if (left === undefined || i + 1 >= body.length || state.guards.length >= MAX_GUARDS) continue
    inOtherCases(state, scope, left, () => runBody(state, scope, body.slice(i + 1)))
    return
  }
}

/** Nested deeper than that, cases say little. */
const MAX_GUARDS = 40

/** The case whose way ends in `return`, so that only the others go on. */
function leftBehind(statement: Statement): Case | undefined {
  if (statement.k !== 'branch' || statement.when === undefined || statement.when.isOthers) return undefined
  return statement.body.at(-1)?.k === 'return' ? statement.when : undefined
}

function run(state: FileState, scope: Scope, s: Statement): void {
  state.step()
  switch (s.k) {
    case 'expr':
      state.evaluate(scope, s.e)
      return
    case 'let': {
      const values = declaredAs(state, scope, s.value ? initialValue(state, scope, s, s.value) : [], s.type)
      noteTyped(state, scope, values, s.type)
      reportTyped(state, scope, values, s.type)
      const isNew = s.value === undefined || isEmpty(s.value)
      scope.variables.set(s.name, { values, isEmpty: isNew, type: s.type, branch: state.branch })
      return
    }
    case 'return': {
      const fn = enclosingFunction(scope)
      const given = evaluateReturned(state, scope, s.e)
      noteTyped(state, scope, given, fn?.ir.returnType)
      reportTyped(state, scope, given, fn?.ir.returnType)
      const values = conditional(state, given)
      if (fn) addReturned(fn, values, isEmpty(s.e))
      return
    }
    case 'branch':
      inCase(state, scope, s.when, () =>
        inBranch(state, () => (s.isLoop ? runLoop(state, scope, s.body) : runBody(state, scope, s.body))),
      )
      return
    case 'each':
      runEach(state, scope, s)
      return
    default:
      runDeclaration(state, scope, s)
  }
}

/** An object literal of a declared type tells what the members of that type may be, whoever is handed one. */
function noteTyped(state: FileState, scope: Scope, values: Values, type: string | undefined): void {
  if (!state.isReporting || type === undefined || !/^[A-Z]\w*$/.test(type) || state.classes.has(type)) return
  for (const value of values) {
    if (
      value.t !== 'map' ||
      valuesOfType(state, scope, type).some((one) => one.t === 'obj' && state.rules.knows(one.type))
    )
      continue
    const fields = state.fieldsElsewhere(type)
    for (const [name, own] of Object.entries(value.entries)) {
      const field = fields.get(name)
      if (field !== undefined) field.values = union(field.values, own)
      else fields.set(name, { values: own })
    }
  }
}

/** Options of a library's type are chosen where they stand, also outside of functions. */
function initialValue(
  state: FileState,
  scope: Scope,
  { name, type }: Extract<Statement, { k: 'let' }>,
  value: Expression,
): Values {
  const isOption = value.k === 'map' && scope === state.top && valuesOfType(state, scope, type).some(isOfLibrary)
  if (!isOption) return state.evaluateInitial(scope, value, name)
  state.enclosing.push('')
  const values = state.evaluate(scope, value)
  state.enclosing.pop()
  return values
}

function isOfLibrary(value: Value): boolean {
  return value.t === 'obj' && value.sure
}

function runDeclaration(state: FileState, scope: Scope, s: Statement): void {
  switch (s.k) {
    case 'unpack':
      unpack(state, scope, s.targets, state.evaluate(scope, s.value), s.value)
      return
    case 'pick': {
      const values = state.evaluate(scope, s.value)
      for (const { member, name, fallback, isRest } of s.members) {
        const own = isRest === true ? values : memberOf(state, scope, values, member)
        const picked = union(own, fallback ? state.evaluate(scope, fallback) : [])
        scope.variables.set(name, { values: picked, type: undefined, branch: state.branch })
      }
      return
    }
    case 'func': {
      const info = functionInfo(state, s.fn, scope.cls, false)
      if (scope !== state.top)
        scope.variables.set(s.fn.name, { values: [{ t: 'fn', id: info.id }], type: undefined, branch: 0 })
      if (!s.fn.receiver) runFunction(state, scope, info)
      return
    }
    case 'class':
      runClass(state, scope, declareClass(state, s.cls, scope.cls))
      return
    case 'export':
      state.exported.set(s.name, state.evaluate(scope, s.value))
      return
    case 'import':
      if (s.of.local !== undefined) state.import(s.of.local, s.of.path, s.of.isOneOf === true)
      else if (!state.wildcards.includes(s.of.path)) state.wildcards.push(s.of.path)
      return
    default:
  }
}

function inBranch(state: FileState, work: () => void): void {
  const before: FileState['before'][number] = new Map()
  state.before.push(before)
  state.branch += 1
  try {
    work()
  } finally {
    state.branch -= 1
    state.before.pop()
  }
  const outer = state.before.at(-1)
  for (const [variable, earlier] of before) {
    variable.values = eitherOf(...[earlier, variable].filter(isGiven).map(({ values }) => values))
    variable.isEmpty = earlier.isEmpty === true && variable.isEmpty === true
    if (state.branch > variable.branch && outer?.has(variable) === false) outer.set(variable, earlier)
  }
}

function isGiven({ isEmpty }: Pick<Variable, 'isEmpty'>): boolean {
  return isEmpty !== true
}

/** Runs once what may run again: what is set within may also be what the time before set it to. */
function runLoop(state: FileState, scope: Scope, body: readonly Statement[]): void {
  const before = body.findIndex((one) => one.k !== 'let')
  const start = before < 0 ? body.length : before
  runBody(state, scope, body.slice(0, start))
  const rest = body.slice(start)
  for (const name of namesSetIn(rest)) {
    const variable = scope.find(name)
    if (variable?.values.some(isPlain)) variable.values = orUnknown(variable.values)
  }
  runBody(state, scope, rest)
}

function isPlain({ t }: Value): boolean {
  return t === 'num' || t === 'bytes' || t === 'str'
}

function runEach(state: FileState, scope: Scope, s: Extract<Statement, { k: 'each' }>): void {
  const items = union(
    ...state.evaluate(scope, s.of).map((value): Values => {
      if (value.t === 'list') return union(...value.items)
      return value.t === 'map' ? Object.keys(value.entries).map((v) => ({ t: 'str' as const, v })) : [value]
    }),
  )
  inBranch(state, () => {
    if (s.target.k === 'name') {
      scope.variables.set(s.target.id, { values: items, type: undefined, branch: state.branch })
    } else assign(state, scope, s.target, items, false)
    runLoop(state, scope, s.body)
  })
}

function unpack(
  state: FileState,
  scope: Scope,
  targets: readonly (Expression | undefined)[],
  given: Values,
  source: Expression,
): void {
  for (const [i, target] of targets.entries()) {
    if (target === undefined) continue
    const parts = given.flatMap((value): Values => (value.t === 'list' ? (value.items[i] ?? []) : []))
    // A function with several results: rules and summaries speak of the first.
    const isCall = source.k === 'call' && !given.some(({ t }) => t === 'list')
    const own = isCall ? (i === 0 || targets.length === 2 ? given : []) : parts
    const item = source.k === 'list' ? source.items[i] : undefined
    const values = isCall && i > 0 && own.every(({ t }) => t !== 'obj') ? [] : own
    assign(state, scope, target, values, item !== undefined && isEmpty(item))
  }
}

function addReturned(fn: FunctionInfo, values: Values, isNothing: boolean): void {
  fn.isOpen ||= values.length === 0 && !isNothing
  const all = union(fn.returns, values)
  fn.returns = fn.isOpen ? orUnknown(all) : all
}

function enclosingFunction(scope: Scope): Scope['fn'] {
  return scope.fn ?? (scope.parent ? enclosingFunction(scope.parent) : undefined)
}
