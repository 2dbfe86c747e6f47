import { keepingUnknown } from '../model/unknown.ts'
import { isSymbolic, memberOfMap, str, union, type Value, type Values } from '../model/values.ts'

import { applyRules } from './apply-rule.ts'
import type { CallSite } from './call-site.ts'
import type { FileState, Scope } from './file-state.ts'
import { ownMember } from './resolve-names.ts'
import { objectsOfAnyCase, substitute } from './substitute.ts'

/** A member of something. */
export function memberOf(state: FileState, scope: Scope, of: Values, name: string): Values {
  return keepingUnknown(of, union(...of.map((value) => memberOfOne(state, scope, value, name))))
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
    case 'param': {
      const told = toldByRule(state, value, name) ?? []
      return told.length > 0 ? told : [{ t: 'attr', of: value, name }]
    }
    default:
      return isSymbolic(value) && value.t !== 'cat' ? [{ t: 'attr', of: value, name }] : []
  }
}

/** A method that runs where its name is read gives its result. */
function gotten(state: FileState, value: Value): Values {
  const info = value.t === 'fn' ? state.functionsById.get(value.id) : undefined
  return info?.ir.isGetter ? objectsOfAnyCase(info.returns) : [value]
}

/** What only another file tells: a class within a module that goes on there, or a field. */
function outsideMember({ t }: Value, cls: string, name: string): Value {
  const isConstant = t === 'cls' && /^[A-Z]/.test(name)
  return isConstant ? { t: 'ref', path: `${cls}.${name}`, sure: false } : { t: 'field', cls, name }
}

/** A property of a library's object: a rule may say what it is (`key.public_key`), else it is looked up by name. */
function memberOfObject(state: FileState, value: Extract<Value, { t: 'obj' }>, name: string): Values {
  const told = toldByRule(state, value, name)
  return told ?? [{ t: 'ref', path: `${value.type}.${name}`, sure: value.sure }]
}

/** What a rule says of a property; undefined where none does. */
function toldByRule(state: FileState, value: Extract<Value, { t: 'obj' | 'param' }>, name: string): Values | undefined {
  const { type, sure } = value
  const matches = type === undefined ? [] : state.rules.find(`ref ${type}#${name}`, sure ?? false)
  const site: CallSite = { at: -1, name, args: [], named: {}, receiver: value }
  return matches.length > 0 ? applyRules(state, site, matches) : undefined
}
