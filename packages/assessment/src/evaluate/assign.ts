import { orUnknown } from '../model/unknown.ts'
import { isSymbolic, union, type Value, type Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
import type { Expression } from '../parse/ir.ts'
import { applyRules } from './apply-rule.ts'
import { setProjectProperty } from './call-project.ts'
import type { CallSite } from './call-site.ts'

import type { Field, FileState, Scope, Variable } from './file-state.ts'
import { implicitOwners } from './implicit-owners.ts'
import { applyEntryRules, applyKeyedRules } from './keyed-rules.ts'
import { nearestClass } from './resolve-names.ts'
import { addEntry, setEntry } from './tables.ts'

/** Gives a variable, a field or an element a value. `isEmpty`: it is written that there is none. */
export function assign(state: FileState, scope: Scope, target: Expression, values: Values, isEmpty: boolean): Values {
  if (target.k === 'name') {
    const owners = implicitOwners(state, scope, target, 'set')
    if (owners.length > 0) setMember(state, owners, target.id, target.at, values)
    else assignName(state, scope, target.id, values, isEmpty)
  } else if (target.k === 'member') assignMember(state, scope, target, values)
  else if (target.k === 'index') {
    const found = state.evaluate(scope, target.key)
    addEntry(state, scope, target.of, found, values)
    const at = target.key.k === 'name' ? target.key.at : undefined
    const entries = target.of.k === 'name' ? scope.find(target.of.id)?.values.find(({ t }) => t === 'map') : undefined
    const named = entries?.t === 'map' ? entries.entries : {}
    for (const key of found) {
      applyKeyedRules(state, { key, at }, values, named)
      if (key.t === 'str') applyEntryRules(state, { key: key.v, at: target.at }, values, named)
    }
  } else if (target.k === 'list') {
    for (const item of target.items) assign(state, scope, item, values, isEmpty)
  } else state.evaluate(scope, target)
  return values
}

function assignName(state: FileState, scope: Scope, name: string, values: Values, isEmpty: boolean): void {
  const variable = scope.find(name)
  if (variable !== undefined) {
    // Within the branch it is what it was given; behind it, that or what it was before.
    const before = state.branch > variable.branch ? state.before.at(-1) : undefined
    if (before?.has(variable) === false) {
      before.set(variable, { values: variable.values, isEmpty: variable.isEmpty === true })
    }
    noteSetAgain(state, variable, name, values, isEmpty)
    variable.values = values
    variable.isEmpty = isEmpty
    variable.setIn = state.enclosing.at(-1)
    return
  }
  for (let cls = nearestClass(state, scope); cls !== undefined; cls = cls.outer) {
    const field = cls.fields.get(name)
    if (field !== undefined) {
      addToField(field, values, isEmpty)
      return
    }
  }
  scope.variables.set(name, { values, isEmpty, type: undefined, branch: state.branch })
}

function noteSetAgain(state: FileState, variable: Variable, name: string, values: Values, isEmpty: boolean): void {
  if (state.top.variables.get(name) !== variable) return
  const known = state.setAtTop.get(name) ?? variable.values
  const isOpen = (values.length === 0 && !isEmpty) || (variable.values.length === 0 && variable.isEmpty !== true)
  const all = union(known, variable.values, values)
  state.setAtTop.set(name, isOpen ? orUnknown(all) : all)
}

function assignMember(
  state: FileState,
  scope: Scope,
  { of, name, at }: Extract<Expression, { k: 'member' }>,
  values: Values,
): void {
  const owners = state.evaluate(scope, of)
  if (owners.some(({ t }) => t === 'map')) setEntry(state, scope, of, name, values)
  // What an object sets of its own is known without whoever else sets it.
  if (of.k === 'this') for (const owner of owners) setField(state, owner, name, values)
  else setMember(state, owners, name, at, values)
}

function setMember(state: FileState, owners: Values, name: string, at: number, values: Values): void {
  for (const owner of owners) {
    if (owner.t === 'obj' || owner.t === 'param') setProperty(state, owner, name, at, values)
    else if (owner.t === 'inst' || owner.t === 'cls') {
      const cls = owner.t === 'inst' ? owner.cls : owner.name
      if (!setProjectProperty(state, cls, name, at, values)) setField(state, owner, name, values)
    } else if (owner.t === 'ref') setOfModule(state, owner, name, at, values)
    else if (isSymbolic(owner)) setProjectProperty(state, undefined, name, at, values)
  }
}

function setField(state: FileState, owner: Value, name: string, values: Values): void {
  if (owner.t !== 'inst' && owner.t !== 'cls') return
  setFieldOf(state, owner.t === 'inst' ? owner.cls : owner.name, name, values)
}

/** A property of a module or a class itself: `tls.DEFAULT_CIPHERS = ".."`. */
function setOfModule(
  state: FileState,
  { path, sure }: Extract<Value, { t: 'ref' }>,
  name: string,
  at: number,
  values: Values,
): void {
  const whole = state.rules.canonical(`${path}.${name}`)
  const matches = state.rules.find(`${whole}=`, sure)
  const site: CallSite = { at, name: whole, args: [values], named: {}, receiver: undefined }
  if (matches.length > 0) applyRules(state, site, matches)
  else if (/^[A-Z]/.test(lastName(path))) setProjectProperty(state, lastName(path), name, at, values)
}

/** A field of a class, also of one that only another file tells. */
function setFieldOf(state: FileState, cls: string, name: string, values: Values): void {
  const fields = state.classes.get(cls)?.fields ?? (state.hasPlainFields ? state.fieldsElsewhere(cls) : undefined)
  const field = fields?.get(name)
  if (field !== undefined) addToField(field, values, false)
  else fields?.set(name, { values })
}

/** Whenever a field is set, the others stay possible. */
function addToField(field: Field, values: Values, isEmpty: boolean): void {
  const all = union(field.values, values)
  field.isOpen ||= values.length === 0 && !isEmpty
  field.values = field.isOpen ? orUnknown(all) : all
}

/** `aes.KeySize = 256`: rules treat a property that is set as a method `KeySize=`. */
function setProperty(
  state: FileState,
  owner: Extract<Value, { t: 'obj' | 'param' }>,
  name: string,
  at: number,
  values: Values,
): void {
  const { type } = owner
  const matches = type === undefined ? [] : state.rules.find(`${type}#${name}=`, owner.sure ?? false)
  const site: CallSite = { at, name, args: [values], named: {}, receiver: owner }
  if (matches.length > 0) applyRules(state, site, matches)
  else if (type === undefined || !state.rules.knows(type)) {
    setProjectProperty(state, type === undefined ? undefined : lastName(type), name, at, values)
    const isOwn = type !== undefined && (state.hasPlainFields || state.classes.has(lastName(type)))
    if (isOwn) setFieldOf(state, lastName(type), name, values)
  }
}
