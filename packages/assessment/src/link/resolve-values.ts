import type { AttributeName } from '../model/attributes.ts'
import {
  type Guard,
  isMeant,
  type LibraryObject,
  type OpenEntry,
  type TableValue,
  type Value,
  type Values,
} from '../model/values.ts'
import type { ProjectIndex } from './project-index.ts'
import { ofParameter, ofResult } from './resolve-calls.ts'
import { ofJoined } from './resolve-joined.ts'
import { ofConstantsMember, ofElement, ofMember, setElsewhere } from './resolve-members.ts'
import { rowsOf, type TableRow } from './resolve-tables.ts'
import { isWholeAsked, MAX_RESULTS, type Origin, type Resolved, type Resolving, textOf } from './resolved.ts'
import { whereItLeads } from './unresolved-values.ts'

const MAX_DEPTH = 8
/** Steps for one value; a project where everything calls everything would ask for more. */
const MAX_STEPS = 5_000

/** Follows parameters to callers, fields to what is assigned to them, and names to other files. */
export class ValueResolver implements Resolving {
  readonly index: ProjectIndex
  #steps = 0

  constructor(index: ProjectIndex) {
    this.index = index
  }

  /** Everything that the values of a file may be; of a library's object, its attribute. */
  resolve(values: Values, file: string, attribute?: AttributeName, guard?: Guard): readonly Resolved[] {
    this.#steps = 0
    const guards = guard ? { guards: [guard] } : {}
    const from: Origin = { file, trail: [], depth: 0, ...(attribute ? { attribute } : {}), ...guards }
    return this.all(values, from).flatMap((one) => {
      const { value, trail } = one
      return value.t === 'list' ? this.all(value.items.flat(), { ...from, trail }) : [one]
    })
  }

  all(values: Values, from: Origin): readonly Resolved[] {
    const results: Resolved[] = []
    for (const value of values) {
      if (results.length >= MAX_RESULTS) break
      const found = this.one(value, from)
      for (const one of found) results.push(one)
      if (found.length > 0 || !isWholeAsked(from)) continue
      const unknown = whereItLeads(this, value, from)
      if (unknown !== undefined) results.push({ value: unknown, trail: from.trail })
    }
    return results.slice(0, MAX_RESULTS)
  }

  one(value: Value, from: Origin): readonly Resolved[] {
    this.#steps += 1
    if (from.depth > MAX_DEPTH || this.#steps > MAX_STEPS) return []
    const deeper = { ...from, depth: from.depth + 1 }
    switch (value.t) {
      case 'param':
        return ofParameter(this, value, deeper)
      case 'field':
        return this.#field(value, deeper)
      case 'ref': {
        const inherited =
          value.within === undefined ? [] : this.index.classes.field(value.within, value.path, from.file)
        const constants = inherited.length > 0 ? inherited : this.index.constant(value.path, from.file)
        const known = constants.filter((one) => one !== value)
        if (known.length > 0) return this.all(known, deeper)
        const inside = ofConstantsMember(this, value.path, deeper)
        return inside.length > 0 ? inside : [{ value, trail: from.trail }]
      }
      case 'ret':
        return ofResult(this, value, deeper)
      case 'cat':
        return ofJoined(this, value.parts, deeper)
      case 'cond':
        return this.#conditional(value, deeper)
      case 'attr':
        return ofMember(this, value, deeper)
      case 'obj':
        return this.#object(value, deeper)
      case 'elem':
        return ofElement(this, value, deeper)
      default:
        return [{ value, trail: from.trail }]
    }
  }

  /** What a function or a constant of another file gives is asked for the same as an object of this file would be. */
  #object(value: LibraryObject, from: Origin): readonly Resolved[] {
    const inside = from.attribute === undefined ? undefined : value.attrs[from.attribute]
    if (inside === undefined) return [{ value, trail: from.trail }]
    const found = this.all(inside, from)
    return value.isConstant ? found : found.map((one) => ({ ...one, isOfObject: true }))
  }

  /** A field, or what a method without parameters gives where it is read like one. */
  #field({ cls, name }: Extract<Value, { t: 'field' }>, from: Origin): readonly Resolved[] {
    const values = this.index.classes.field(cls, name, from.file)
    const set = setElsewhere(this, cls, name, from)
    if (values.length > 0 || set.length > 0) return [...this.all(values, from), ...set]
    const getters = this.index.callees({ cls, name }, from.file).filter(({ of }) => of.params.length === 0)
    return getters.flatMap(({ file, of }) => this.all(of.returns, { ...from, file }))
  }

  /** Who passes a case that is meant; all callers where none does. */
  #conditional({ guard, values }: Extract<Value, { t: 'cond' }>, from: Origin): readonly Resolved[] {
    const meaning = this.#meaning(guard, from)
    if (meaning.length === 0) return this.all(values, from)
    return meaning.flatMap(({ trail }) => this.all(values, { ...from, trail }))
  }

  #meaning(guard: Guard, { attribute: _, ...from }: Origin): readonly Resolved[] {
    return this.one(guard.of, from).filter(({ value }) => {
      const text = textOf(value)
      return text !== undefined && isMeant(guard, text)
    })
  }

  /** The maps that a value may be. */
  tables(of: Value, file: string): readonly TableValue[] {
    this.#steps = 0
    return this.one(of, { file, trail: [], depth: 0 }).flatMap(({ value }) => (value.t === 'map' ? [value] : []))
  }

  /** What stands under which key, of entries whose keys only callers tell. */
  pairs(open: readonly OpenEntry[], file: string): readonly TableRow[] {
    this.#steps = 0
    return rowsOf(this, open, { file, trail: [], depth: 0 })
  }

  /** The calls that choose a case. */
  choosing(guard: Guard, file: string): readonly Resolved[] {
    this.#steps = 0
    return this.#meaning(guard, { file, trail: [], depth: 0 })
  }
}
