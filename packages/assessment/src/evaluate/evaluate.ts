import { eitherOf, keepingUnknown, knownOf, orUnknown } from '../model/unknown.ts'
import { elementsOf, elementsOfTable, str, union, type Value, type Values } from '../model/values.ts'
import { type Expression, type FunctionIr, isEmpty } from '../parse/ir.ts'
import { applyRules } from './apply-rule.ts'
import { arithmetic } from './arithmetic.ts'
import { assign } from './assign.ts'
import type { CallSite } from './call-site.ts'
import { evaluateCase } from './cases.ts'
import { choose } from './choose.ts'
import { evaluateCall } from './evaluate-call.ts'
import { type FileState, learn, type Scope } from './file-state.ts'
import { implicitOwners } from './implicit-owners.ts'
import { concat } from './joined-text.ts'
import { mapOf } from './map-literal.ts'
import { memberOf } from './members.ts'
import { isLibraryModule, namedMembers } from './named-members.ts'
import { referTo } from './refer-to.ts'
import { resolveName, valuesOfType } from './resolve-names.ts'
import { declareClass, runClass } from './run-classes.ts'
import { runFunction } from './run-function.ts'
import { runBody } from './run-statements.ts'

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
      return union(e.of ? evaluate(state, scope, e.of) : [], evaluate(state, scope, e.count).flatMap(bytesOf))
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
      return choose(
        e,
        e.of.map((one) => evaluate(state, scope, one)),
      )
    case 'assign': {
      const values = evaluateInitial(state, scope, e.value, e.target.k === 'name' ? e.target.id : '')
      return assign(state, scope, e.target, values, isEmpty(e.value))
    }
    case 'address':
      return handedOut(state, scope, e.of)
    default:
      return evaluateOther(state, scope, e)
  }
}

function evaluateOther(state: FileState, scope: Scope, e: Expression): Values {
  switch (e.k) {
    case 'arith':
      return arithmetic(e.op, evaluate(state, scope, e.l), evaluate(state, scope, e.r))
    case 'index':
      return indexed(state, scope, e)
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
      return eitherOf(...e.value.map((one) => evaluate(state, scope, one)))
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
  const isNamed = state.usesConstantsLater === 'any' || /^[A-Z][A-Z0-9_]*$/.test(name)
  const isConstant = scope.fn === undefined && (scope.cls !== undefined || isNamed)
  return state.usesConstantsLater && isConstant && (e.k === 'name' || e.k === 'member')
    ? evaluateQuietly(state, scope, e)
    : evaluate(state, scope, e)
}

/** Bytes of a number that is known, also as a text. */
function bytesOf(count: Value): Values {
  if (count.t === 'unknown') return [count]
  const number =
    count.t === 'num' ? count.v : count.t === 'str' && /^\d{1,4}$/.test(count.v) ? Number(count.v) : undefined
  return number === undefined ? [] : [{ t: 'bytes', count: number }]
}

/** What a call is handed the address of, it may change: a number, or bytes in place of others. */
function handedOut(state: FileState, scope: Scope, of: Expression): Values {
  const values = evaluate(state, scope, of)
  const variable = of.k === 'name' ? scope.find(of.id) : undefined
  if (variable?.values.some(({ t }) => t === 'num' || t === 'bytes')) {
    assign(state, scope, of, orUnknown(values), false)
  }
  return values
}

function indexed(state: FileState, scope: Scope, e: Extract<Expression, { k: 'index' }>): Values {
  const given = evaluate(state, scope, e.key)
  const keys = knownOf(given)
  const found = union(
    ...evaluate(state, scope, e.of).map((value): Values => {
      if (value.t === 'list' || value.t === 'map') return elementsOfTable(value, keys)
      if (isLibraryModule(state, value)) return namedMembers(state, scope, value, { keys, at: placeOf(e.key) })
      return elementsOf(value, keys)
    }),
  )
  return keepingUnknown(given, found)
}

function placeOf(key: Expression): number {
  if (key.k === 'index') return placeOf(key.of)
  return key.k === 'name' || key.k === 'member' || key.k === 'call' ? key.at : -1
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
