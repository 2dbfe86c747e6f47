import type { Expression, FunctionIr } from '../languages/ir.ts'
import { applyRules, type CallSite } from './apply-rule.ts'
import { assign } from './assign.ts'
import { evaluateCase } from './cases.ts'
import { evaluateCall } from './evaluate-call.ts'
import { type FileState, type FunctionInfo, learn, Scope } from './file-state.ts'
import { implicitOwners } from './implicit-owners.ts'
import { applyKeyedRules } from './keyed-rules.ts'
import { referTo } from './refer-to.ts'
import { ownMember, resolveName, valuesOfType } from './resolve-names.ts'
import { declareClass, runClass } from './run-classes.ts'
import { runBody } from './run-statements.ts'
import { substitute } from './substitute.ts'
import {
  concat,
  elementsOf,
  elementsOfTable,
  isSymbolic,
  type Literal,
  MAX_VALUES,
  memberOfMap,
  SPREAD,
  str,
  textOfValue,
  union,
  type Value,
  type Values,
} from './values.ts'

const MAX_ITEMS = 64

/** What an expression may be. Reports the uses of cryptography inside. */
export function evaluate(state: FileState, scope: Scope, e: Expression): Values {
  state.step()
  switch (e.k) {
    case 'str':
      return [str(e.v)]
    case 'num':
      return [{ t: 'num', v: e.v }]
    case 'bytes':
      return evaluate(state, scope, e.count).flatMap((value) =>
        value.t === 'num' ? [{ t: 'bytes' as const, count: value.v }] : [],
      )
    case 'name': {
      const owners = implicitOwners(state, scope, e, 'get')
      const values = owners.length > 0 ? memberOf(state, scope, owners, e.id) : resolveName(state, scope, e.id)
      return referTo(state, e.at, values)
    }
    case 'this':
      return scope.cls ? [{ t: 'inst', cls: scope.cls.name, args: [] }] : []
    case 'member':
      return referTo(state, e.at, memberOf(state, scope, evaluateQuietly(state, scope, e.of), e.name))
    case 'call':
      return evaluateCall(state, scope, e)
    case 'add':
      return concat(e.parts.map((part) => evaluate(state, scope, part)))
    case 'choice':
      return union(...e.of.map((one) => evaluate(state, scope, one)))
    case 'assign':
      return assign(
        state,
        scope,
        e.target,
        evaluateInitial(state, scope, e.value, e.target.k === 'name' ? e.target.id : ''),
      )
    default:
      return evaluateOther(state, scope, e)
  }
}

function evaluateOther(state: FileState, scope: Scope, e: Expression): Values {
  switch (e.k) {
    case 'arith':
      return arithmetic(e.op, evaluate(state, scope, e.l), evaluate(state, scope, e.r))
    case 'index':
      return indexed(evaluate(state, scope, e.of), evaluate(state, scope, e.key))
    case 'list':
      return [{ t: 'list', items: e.items.map((item) => evaluate(state, scope, item)).slice(0, MAX_ITEMS) }]
    case 'map':
      return [mapOf(state, scope, e)]
    case 'lambda':
      return [lambda(state, scope, e.fn)]
    case 'cast':
      return cast(state, scope, e)
    case 'block':
      runBody(state, scope, e.body)
      return union(...e.value.map((one) => evaluate(state, scope, one)))
    case 'case':
      return evaluateCase(state, scope, e)
    case 'class': {
      const cls = declareClass(state, e.cls, scope.cls)
      runClass(state, scope, cls)
      return [{ t: 'cls', name: cls.name }]
    }
    case 'other':
      for (const one of e.of) evaluate(state, scope, one)
      return []
    default:
      return []
  }
}

/** The owner of a member is no use by itself: of `ec.SECP256R1` only the whole counts. */
export function evaluateQuietly(state: FileState, scope: Scope, e: Expression): Values {
  if (e.k === 'name') return resolveName(state, scope, e.id)
  if (e.k === 'member') return memberOf(state, scope, evaluateQuietly(state, scope, e.of), e.name)
  return evaluate(state, scope, e)
}

/**
 * What a constant or a field begins as: a library's name for an algorithm is used where the constant is. Of a variable
 * within a function that is here.
 */
export function evaluateInitial(state: FileState, scope: Scope, e: Expression, name: string): Values {
  const isConstant = scope.fn === undefined && (scope.cls !== undefined || /^[A-Z][A-Z0-9_]*$/.test(name))
  return state.usesConstantsLater && isConstant && (e.k === 'name' || e.k === 'member')
    ? evaluateQuietly(state, scope, e)
    : evaluate(state, scope, e)
}

/** A member of something. */
export function memberOf(state: FileState, scope: Scope, of: Values, name: string): Values {
  return union(...of.map((value) => memberOfOne(state, scope, value, name)))
}

function memberOfOne(state: FileState, scope: Scope, value: Value, name: string): Values {
  switch (value.t) {
    case 'ref':
      return [{ t: 'ref', path: state.rules.canonical(`${value.path}.${name}`), sure: value.sure }]
    case 'inst':
    case 'cls': {
      const cls = state.classes.get(value.t === 'inst' ? value.cls : value.name)
      // Whoever has the struct knows which of what it was made with this is.
      const isStruct = cls === undefined && state.hasPlainFields && value.t === 'inst' && value.args.length > 0
      if (isStruct) return [{ t: 'attr', of: value, name }]
      if (cls === undefined) return [{ t: 'field', cls: value.t === 'inst' ? value.cls : value.name, name }]
      const found = ownMember(state, scope, cls, name)
      if (found === undefined) {
        const isOwnName = name === 'name' && value.t === 'inst' && value.constant !== undefined
        return [isOwnName ? str(value.constant) : outsideMember(value, cls.name, name)]
      }
      const maker = cls.constructors[0]
      const read = found.flatMap((one) => gotten(state, one))
      if (value.t !== 'inst' || value.args.length === 0 || !maker) return read
      return substitute(read, new Map([[maker.id, value.args]]))
    }
    case 'map':
      return memberOfMap(value, name)
    case 'obj':
      return memberOfObject(state, value, name)
    case 'str':
    case 'num':
      // Of an enumeration's constant.
      return /^(?:value|rawValue)$/.test(name) ? [value] : []
    case 'fn':
      return []
    default:
      return isSymbolic(value) && value.t !== 'cat' ? [{ t: 'attr', of: value, name }] : []
  }
}

/** A method that runs where its name is read gives its result. */
function gotten(state: FileState, value: Value): Values {
  const info = value.t === 'fn' ? state.functionsById.get(value.id) : undefined
  return info?.ir.isGetter ? info.returns : [value]
}

/** What only another file tells: a class within a module that goes on there, or a field. */
function outsideMember({ t }: Value, cls: string, name: string): Value {
  const isConstant = t === 'cls' && /^[A-Z]/.test(name)
  return isConstant ? { t: 'ref', path: `${cls}.${name}`, sure: false } : { t: 'field', cls, name }
}

/** A property of a library's object: a rule may say what it is (`key.public_key`), else it is looked up by name. */
function memberOfObject(state: FileState, value: Extract<Value, { t: 'obj' }>, name: string): Values {
  const matches = state.rules.find(`ref ${value.type}#${name}`, value.sure)
  if (matches.length > 0) {
    const site: CallSite = { at: -1, name, args: [], named: {}, receiver: value }
    return applyRules(state, site, matches)
  }
  return [{ t: 'ref', path: `${value.type}.${name}`, sure: value.sure }]
}

function indexed(of: Values, keys: Values): Values {
  return union(
    ...of.map((value): Values => {
      if (value.t === 'list' || value.t === 'map') return elementsOfTable(value, keys)
      return elementsOf(value, keys)
    }),
  )
}

function arithmetic(op: string, l: Values, r: Values): Values {
  const results: Value[] = []
  for (const a of l) {
    for (const b of r) {
      if (a.t === 'bytes' && b.t === 'num' && op === '*') results.push({ t: 'bytes', count: a.count * b.v })
      if (a.t === 'str' && b.t === 'num' && op === '*' && b.v <= 256) results.push(str(a.v.repeat(Math.max(0, b.v))))
      if (a.t !== 'num' || b.t !== 'num') continue
      const v = compute(op, a.v, b.v)
      if (v !== undefined && Number.isSafeInteger(v)) results.push({ t: 'num', v })
    }
  }
  return results.slice(0, MAX_VALUES)
}

function compute(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case '*':
      return a * b
    case '-':
      return a - b
    case '/':
      return b === 0 ? undefined : Math.trunc(a / b)
    case '<<':
      return b < 0 || b > 40 ? undefined : a * 2 ** b
    case '**':
      return b < 0 || b > 40 ? undefined : a ** b
    default:
      return undefined
  }
}

function mapOf(state: FileState, scope: Scope, e: Extract<Expression, { k: 'map' }>): Value {
  const entries: Record<string, Values> = Object.create(null)
  const keyed: (() => void)[] = []
  const members: Record<string, Literal['members'][string]> = Object.create(null)
  const isPlaced = state.isReporting && state.enclosing.length > 0
  for (const [i, { key, value, at }] of e.entries.entries()) {
    const values = evaluate(state, scope, value)
    if (i >= MAX_ITEMS) continue
    if (key.k === 'str' && at !== undefined && isPlaced && state.rules.asksFor(key.v)) {
      members[key.v] = { ...state.place(at), offset: at }
    }
    if (key.k === 'other' && key.of.length === 0) {
      for (const one of values) {
        if (one.t === 'map') Object.assign(entries, one.entries)
        else if (one.t === 'ref' || isSymbolic(one)) entries[SPREAD] = [...(entries[SPREAD] ?? []), one]
      }
      continue
    }
    for (const name of evaluate(state, scope, key)) {
      const text = textOfValue(name) ?? (name.t === 'ref' ? name.path : undefined)
      if (text !== undefined) entries[text] = union(entries[text] ?? [], values)
      if (name.t === 'ref') keyed.push(() => applyKeyedRules(state, { key: name, at }, values, entries))
    }
  }
  for (const apply of keyed) apply()
  if (Object.keys(members).length === 0) return { t: 'map', entries }
  return { t: 'map', entries, literal: { file: state.file, fn: state.enclosing.at(-1) ?? '', members } }
}

function lambda(state: FileState, scope: Scope, ir: FunctionIr): Value {
  const id = `${state.file}:${ir.at}`
  let info = state.functionsById.get(id)
  if (info === undefined) {
    info = { id, ir, cls: scope.cls, isConstructor: false, returns: [], fallbacks: [] }
    state.functionsById.set(id, info)
  }
  runFunction(state, scope, info)
  return { t: 'fn', id }
}

/** Runs a function's body with parameters of which only the callers know the values. */
export function runFunction(state: FileState, outer: Scope, info: FunctionInfo): void {
  const scope = new Scope(outer, info.cls ?? outer.cls, info)
  const { ir } = info
  if (ir.receiver) {
    scope.variables.set(ir.receiver.name, {
      values: [{ t: 'inst', cls: ir.receiver.type, args: [] }],
      type: undefined,
      branch: 0,
    })
  }
  for (const annotation of ir.annotations ?? []) evaluate(state, scope, annotation)
  info.fallbacks = ir.params.map(({ fallback }) => (fallback ? evaluate(state, scope, fallback) : []))
  for (const [i, param] of ir.params.entries()) {
    const [typed] = valuesOfType(state, scope, param.type)
    const own: Value = { t: 'param', fn: info.id, i, ...typeOf(typed) }
    const values: Values = param.isRest ? [{ t: 'list', items: [[own]] }] : [own]
    scope.variables.set(param.name, { values, type: param.type, branch: 0 })
    for (const { member, name, fallback } of param.members ?? []) {
      const other = fallback ? evaluate(state, scope, fallback) : []
      scope.variables.set(name, {
        values: union([{ t: 'attr', of: own, name: member }], other),
        type: undefined,
        branch: 0,
      })
    }
    if (param.isField && info.cls) {
      const field = info.cls.fields.get(param.name)
      info.cls.fields.set(param.name, { ...field, values: union(field?.values ?? [], values) })
    }
  }
  const before = state.branch
  state.branch = 0
  info.returns = []
  state.enclosing.push(info.id)
  runBody(state, scope, ir.body)
  state.enclosing.pop()
  state.branch = before
}

function typeOf(value: Value | undefined): { type?: string; sure?: boolean } {
  if (value?.t === 'obj') return { type: value.type, sure: value.sure }
  return value?.t === 'inst' ? { type: value.cls, sure: false } : {}
}

function cast(state: FileState, scope: Scope, e: Extract<Expression, { k: 'cast' }>): Values {
  const values = evaluate(state, scope, e.of)
  const [target] = valuesOfType(state, scope, e.type)
  if (target?.t !== 'obj') return values.length > 0 || target === undefined ? values : [target]
  const matches = state.rules.find(`cast ${target.type}`, target.sure)
  const receiver = values.find((value) => value.t === 'obj')
  const site: CallSite = { at: e.at, name: target.type, args: [values], named: {}, receiver }
  const made = matches.length > 0 ? applyRules(state, site, matches) : []
  const object = state.objectAt(e.at, target.type, target.sure)
  // Of several, only those of this type can be meant.
  const own = values.filter((value) => value.t === 'obj' && value.type === target.type)
  for (const value of [...(own.length > 0 ? own : values), ...made]) {
    if (value.t === 'obj') learn(object.attrs, value.attrs)
  }
  return values.some(({ t }) => t === 'str' || t === 'num' || t === 'bytes') ? values : [object]
}
