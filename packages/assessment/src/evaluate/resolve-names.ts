import { union, type Value, type Values } from '../model/values.ts'
import { type ClassInfo, type FileState, type Scope, typedObject, type Variable } from './file-state.ts'

/** What a name stands for at a place: a variable, a field, a function or class of the file, or something imported. */
export function resolveName(state: FileState, scope: Scope, name: string): Values {
  const variable = scope.find(name)
  if (variable !== undefined) {
    const others = setElsewhere(state, variable, name)
    if (others !== undefined) return union(variable.values, others)
    return variable.values.length > 0 ? variable.values : valuesOfType(state, scope, variable.type)
  }
  for (let cls = nearestClass(state, scope); cls !== undefined; cls = cls.outer) {
    const member = ownMember(state, scope, cls, name)
    if (member !== undefined) return member
  }
  const cls = state.classes.get(name)
  if (cls !== undefined && !cls.ir.isExtension) return [{ t: 'cls', name: cls.name }]
  const fn = state.functions.get(name)
  if (fn !== undefined) return [{ t: 'fn', id: fn.id }]
  const outside = resolveOutside(state, name)
  const isOpen = outside.t === 'ref' && !outside.sure && outside.path === name
  const own = isOpen && scope.cls ? { ...outside, within: scope.cls.name } : outside
  const others = state.otherImports.get(name)
  if (others === undefined) return [own]
  // Each is meant in another build only.
  const paths = [...(outside.t === 'ref' ? [outside.path] : []), ...others]
  return paths.map((path): Value => ({ t: 'ref', path: state.rules.canonical(path), sure: false }))
}

/**
 * All that a variable of the file is set to, where a function reads it that did not set it: it may run before or after.
 */
function setElsewhere(state: FileState, variable: Variable, name: string): Values | undefined {
  const within = state.enclosing.at(-1)
  if (within === undefined || within === '' || variable.setIn === within) return undefined
  return state.top.variables.get(name) === variable ? state.setAtTop.get(name) : undefined
}

/** The class whose members may be meant by a bare name. */
export function nearestClass({ namesMembersByOwner }: FileState, scope: Scope): ClassInfo | undefined {
  return namesMembersByOwner && isInFunction(scope) ? undefined : scope.cls
}

function isInFunction(scope: Scope): boolean {
  return scope.fn !== undefined || (scope.parent !== undefined && isInFunction(scope.parent))
}

/** A name that this file does not define. */
export function resolveOutside(state: FileState, name: string): Value {
  const imported = state.imports.get(name)
  if (imported !== undefined) return { t: 'ref', path: state.rules.canonical(imported), sure: true }
  for (const wildcard of state.wildcards) {
    const path = state.rules.canonical(`${wildcard}.${name}`)
    if (state.rules.knows(path)) return { t: 'ref', path, sure: true }
  }
  return { t: 'ref', path: name, sure: state.rules.isGlobal(name) }
}

/** A member that a class itself or one of its bases in the file has. */
export function ownMember(state: FileState, scope: Scope, cls: ClassInfo, name: string): Values | undefined {
  for (let one: ClassInfo | undefined = cls, i = 0; one !== undefined && i < 8; i += 1) {
    const found = one.fields.get(name)
    if (found !== undefined) {
      if (found.values.length > 0) return found.values
      const typed = valuesOfType(state, scope, found.type)
      return typed.length > 0 ? typed : [{ t: 'field', cls: one.name, name }]
    }
    const inner = one.inner.get(name)
    if (inner !== undefined) return [{ t: 'cls', name: inner.name }]
    const method = one.methods.get(name)?.[0]
    if (method !== undefined) return [{ t: 'fn', id: method.id }]
    one = one.ir.supers.flatMap((base) => state.classes.get(base) ?? [])[0]
  }
  return undefined
}

const PLAIN_TYPES = new Set([
  '',
  ...'var val string int long boolean object byte[] char[] any bytearray chararray charsequence unit'.split(' '),
])

/** An object of a declared type; nothing for types that say nothing. */
export function valuesOfType(state: FileState, scope: Scope, type: string | undefined): Values {
  if (type === undefined || PLAIN_TYPES.has(type.toLowerCase())) return []
  const found = resolveType(state, scope, type)
  return found === undefined ? [] : [found]
}

/** What a function of another file gives has the library's type that its variable is declared with. */
export function declaredAs(state: FileState, scope: Scope, values: Values, type: string | undefined): Values {
  if (!values.some(({ t }) => t === 'ret')) return values
  const [typed] = valuesOfType(state, scope, type)
  if (typed?.t !== 'obj' || !state.rules.knows(typed.type)) return values
  return values.map((value) => (value.t === 'ret' ? { ...value, type: typed.type, sure: typed.sure } : value))
}

function resolveType(state: FileState, scope: Scope, type: string): Value | undefined {
  const [first = '', ...rest] = type.replace(/[*&?[\]]/g, '').split('.')
  if (scope.find(first) === undefined) {
    const cls = state.classes.get(rest.at(-1) ?? first)
    if (cls !== undefined && !cls.ir.isExtension) return { t: 'inst', cls: cls.name, args: [] }
  }
  const outside = resolveOutside(state, first)
  if (outside.t !== 'ref') return undefined
  const path = [outside.path, ...rest].join('.')
  const isFullName = rest.length > 1 && state.rules.knows(path)
  return typedObject(state.rules.canonical(path), outside.sure || isFullName)
}
