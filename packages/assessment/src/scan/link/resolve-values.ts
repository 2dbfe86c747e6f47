import { substitute } from '../analyse/substitute.ts'
import type { CallSummary, Place } from '../analyse/summary.ts'
import {
  type AttributeName,
  combine,
  type Guard,
  isMeant,
  type LibraryObject,
  type Literal,
  memberOfMap,
  optionsAmong,
  type Value,
  type Values,
} from '../analyse/values.ts'
import { joinedByCaller } from './joined-by-caller.ts'
import type { Located } from './located.ts'
import type { ProjectIndex } from './project-index.ts'

/** A value that is known, and the calls that it came through, the last one first passing it. */
export interface Resolved {
  readonly value: Value
  /** Where the last call of the trail is a struct literal: the member that holds the value. */
  readonly member?: Place
  readonly trail: readonly Located<CallSummary>[]
  /** The option in an object literal of a function, perhaps in another file, that says so. */
  readonly made?: Located<Place> & { readonly literal: Literal }
  /** Of an object that was handed on: where it was made chose the value, not who passed it. */
  readonly isOfObject?: true
}

const MAX_DEPTH = 8
const MAX_RESULTS = 200
/** Steps for one value; a project where everything calls everything would ask for more. */
const MAX_STEPS = 5_000

/** Follows parameters to callers, fields to what is assigned to them, and names to other files. */
export class ValueResolver {
  readonly #index: ProjectIndex
  #steps = 0

  constructor(index: ProjectIndex) {
    this.#index = index
  }

  /** Everything that the values of a file may be; of a library's object, its attribute. */
  resolve(values: Values, file: string, attribute?: AttributeName): readonly Resolved[] {
    this.#steps = 0
    const from: Origin = { file, trail: [], depth: 0, ...(attribute ? { attribute } : {}) }
    return this.#all(values, from).flatMap((one) => {
      const { value, trail } = one
      return value.t === 'list' ? this.#all(value.items.flat(), { ...from, trail }) : [one]
    })
  }

  #all(values: Values, from: Origin): readonly Resolved[] {
    const results: Resolved[] = []
    for (const value of values) {
      if (results.length >= MAX_RESULTS) break
      for (const one of this.#one(value, from)) results.push(one)
    }
    return results.slice(0, MAX_RESULTS)
  }

  #one(value: Value, from: Origin): readonly Resolved[] {
    this.#steps += 1
    if (from.depth > MAX_DEPTH || this.#steps > MAX_STEPS) return []
    const deeper = { ...from, depth: from.depth + 1 }
    switch (value.t) {
      case 'param':
        return this.#parameter(value, deeper)
      case 'field':
        return this.#field(value, deeper)
      case 'ref': {
        const inherited =
          value.within === undefined ? [] : this.#index.classes.field(value.within, value.path, from.file)
        const constants = inherited.length > 0 ? inherited : this.#index.constant(value.path, from.file)
        const known = constants.filter((one) => one !== value)
        if (known.length > 0) return this.#all(known, deeper)
        const inside = this.#memberOfConstant(value.path, deeper)
        return inside.length > 0 ? inside : [{ value, trail: from.trail }]
      }
      case 'ret':
        return this.#result(value, deeper)
      case 'cat':
        return this.#joined(value.parts, deeper)
      case 'cond':
        return this.#conditional(value, deeper)
      case 'attr':
        return this.#member(value, deeper)
      case 'obj':
        return this.#object(value, deeper)
      case 'elem':
        return this.#element(value, deeper)
      default:
        return [{ value, trail: from.trail }]
    }
  }

  /** What a function or a constant of another file gives is asked for the same as an object of this file would be. */
  #object(value: LibraryObject, from: Origin): readonly Resolved[] {
    const inside = from.attribute === undefined ? undefined : value.attrs[from.attribute]
    if (inside === undefined) return [{ value, trail: from.trail }]
    const found = this.#all(inside, from)
    return value.isConstant ? found : found.map((one) => ({ ...one, isOfObject: true }))
  }

  /** A field, or what a method without parameters gives where it is read like one. */
  #field({ cls, name }: Extract<Value, { t: 'field' }>, from: Origin): readonly Resolved[] {
    const values = this.#index.classes.field(cls, name, from.file)
    if (values.length > 0) return this.#all(values, from)
    const getters = this.#index.callees({ cls, name }, from.file).filter(({ of }) => of.params.length === 0)
    return getters.flatMap(({ file, of }) => this.#all(of.returns, { ...from, file }))
  }

  /** Who passes a case that is meant; all callers where none does. */
  #conditional({ guard, values }: Extract<Value, { t: 'cond' }>, from: Origin): readonly Resolved[] {
    const meaning = this.#meaning(guard, from)
    if (meaning.length === 0) return this.#all(values, from)
    return meaning.flatMap(({ trail }) => this.#all(values, { ...from, trail }))
  }

  #meaning(guard: Guard, { attribute: _, ...from }: Origin): readonly Resolved[] {
    return this.#one(guard.of, from).filter(({ value }) => {
      const text = textOf(value)
      return text !== undefined && isMeant(guard, text)
    })
  }

  /** The calls that choose a case. */
  choosing(guard: Guard, file: string): readonly Resolved[] {
    this.#steps = 0
    return this.#meaning(guard, { file, trail: [], depth: 0 })
  }

  #parameter(value: Extract<Value, { t: 'param' }>, from: Origin): readonly Resolved[] {
    const fn = this.#index.functionById(value.fn)
    const param = fn?.of.params[value.i]
    if (fn === undefined || param === undefined) return []
    const callers = this.#index.callersOf(value.fn)
    const results: Resolved[] = []
    let isLeftOut = callers.length === 0
    for (const caller of callers) {
      if (from.trail.includes(caller) || results.length >= MAX_RESULTS) continue
      const passed = param.isRest ? caller.of.args.slice(value.i).flat() : caller.of.args[value.i]
      const options = optionsAmong(fn.of.params, caller.of.args.length, caller.of.named ?? {})
      const given = caller.of.named?.[param.name] ?? passed ?? (options?.i === value.i ? [options.map] : undefined)
      if (given === undefined) isLeftOut = true
      else {
        const whole = membersOf(param.type, given)
        const found = this.#all(whole, { ...from, file: caller.file, trail: [caller, ...from.trail] })
        const member = caller.of.places?.[param.name]
        results.push(...(member ? found.map((one) => (one.trail[0] === caller ? { ...one, member } : one)) : found))
      }
    }
    return isLeftOut ? [...results, ...this.#all(param.fallback, { ...from, file: fn.file })] : results
  }

  /** A member of a constant in another file: `Kind.MODULAR.family`, `settings.tls.ciphers`. */
  #memberOfConstant(path: string, from: Origin): readonly Resolved[] {
    const cut = path.lastIndexOf('.')
    const owner = path.slice(0, Math.max(0, cut))
    if (!/[./]/.test(owner)) return []
    if (/\.(?:value|rawValue)$/.test(path)) {
      const constants = this.#one({ t: 'ref', path: owner, sure: false }, from)
      const plain = constants.filter(({ value }) => value.t === 'str' || value.t === 'num')
      if (plain.length > 0) return plain
    }
    return this.#ownersAt(owner, from).flatMap((one) => this.#attribute(one, path.slice(cut + 1), from))
  }

  #ownersAt(path: string, from: Origin): readonly Resolved[] {
    const owners = this.#one({ t: 'ref', path, sure: false }, from)
    return owners.filter(({ value }) => value.t === 'inst' || value.t === 'map')
  }

  /** What a method of such a constant gives back. */
  #resultOfConstant(value: Extract<Value, { t: 'ret' }>, from: Origin): readonly Resolved[] {
    const { from: path, name } = value.callee
    if (value.of !== undefined) {
      const { attribute: _, ...whole } = from
      const made = this.#all([value.of], whole).flatMap((owner) => this.#resultOf(owner, name, from))
      if (made.length > 0) return made
    }
    if (path === undefined || !/[./]/.test(path)) return []
    return this.#ownersAt(path, from).flatMap((owner) => this.#resultOf({ ...owner, trail: from.trail }, name, from))
  }

  /** What a method without parameters of a known object gives back. */
  #resultOf({ value: owner, trail }: Resolved, name: string, from: Origin): readonly Resolved[] {
    if (owner.t !== 'inst') return []
    const methods = this.#index.callees({ cls: owner.cls, name }, from.file)
    return methods.flatMap(({ file, of }) => this.#all(this.#asMade(of.returns, owner), { ...from, file, trail }))
  }

  /** What the constructor was given stands for its parameters. */
  #asMade(values: Values, { args }: Extract<Value, { t: 'inst' }>): Values {
    return values.flatMap((one): Values => {
      const isOwn = one.t === 'param' && this.#index.functionById(one.fn)?.of.isConstructor === true
      const given = isOwn ? args[one.i] : undefined
      return given !== undefined && given.length > 0 ? given : [one]
    })
  }

  #result(value: Extract<Value, { t: 'ret' }>, from: Origin): readonly Resolved[] {
    // The object itself tells more than its class.
    const ofConstant = this.#resultOfConstant(value, from)
    if (ofConstant.length > 0) return ofConstant
    const callees = this.#index.callees(value.callee, from.file)
    return callees.flatMap(({ file, of }) =>
      of.returns.flatMap((returned) => {
        if (returned.t === 'param' && returned.fn === of.id) return this.#all(value.args[returned.i] ?? [], from)
        // An object was made with what this caller passed.
        const isMade = returned.t === 'obj' || returned.t === 'elem'
        const made = isMade ? substitute([returned], new Map([[of.id, value.args]])) : [returned]
        return this.#all(made, { ...from, file })
      }),
    )
  }

  #joined(parts: readonly Values[], from: Origin): readonly Resolved[] {
    const resolved = parts.map((part) => this.#all(part, from))
    const texts = resolved.map((part) => [...new Set(part.flatMap(({ value }) => textOf(value) ?? []))])
    if (texts.some(({ length }) => length === 0)) return this.#partly(resolved)
    const moving = resolved.filter((part) => part.some(({ trail }) => trail.length > from.trail.length))
    if (moving.length === 0) return combine(texts).map((v) => ({ value: { t: 'str', v }, trail: from.trail }))
    if (moving.length > 1) return joinedByCaller(resolved, texts, from)
    // One part comes from callers: each of them gets its own text.
    return resolved.flatMap((part, i) =>
      part !== moving[0]
        ? []
        : part.flatMap(({ value, trail }) =>
            combine(texts.map((all, j) => (i === j ? [textOf(value) ?? ''] : all))).map(
              (v): Resolved => ({ value: { t: 'str', v }, trail }),
            ),
          ),
    )
  }

  /** The parts that are known still name an algorithm: `"AES/" + mode`. */
  #partly(resolved: readonly (readonly Resolved[])[]): readonly Resolved[] {
    const known = resolved.map((part) => part.flatMap(({ value }) => textOf(value) ?? []).slice(0, 1))
    const v = known.map(([text]) => text ?? ' ').join('')
    return v.trim() === ''
      ? []
      : [{ value: { t: 'str', v }, trail: resolved.find(({ length }) => length > 0)?.[0]?.trail ?? [] }]
  }

  #member({ of, name }: Extract<Value, { t: 'attr' }>, from: Origin): readonly Resolved[] {
    const { attribute: _, ...whole } = from
    const found = this.#all([of], whole).flatMap((owner) => this.#attribute(owner, name, from))
    // Where no caller tells the object, its declared type still tells the class, and that what its fields are given.
    if (found.length === 0 && of.t === 'param' && of.type !== undefined && !name.startsWith('@')) {
      return this.#all(this.#index.classes.field(of.type.slice(of.type.lastIndexOf('.') + 1), name, from.file), from)
    }
    return found
  }

  /** The elements that the callers' keys choose; all where no key is known. */
  #element({ of, key, isExact }: Extract<Value, { t: 'elem' }>, from: Origin): readonly Resolved[] {
    const { attribute: _, ...whole } = from
    const keys = this.#all([key], whole)
    return this.#all([of], whole).flatMap(({ value }): readonly Resolved[] => {
      if (value.t !== 'map' && value.t !== 'list') return []
      const chosen = keys.flatMap(({ value: one, trail }) => {
        const text = textOf(one) ?? ''
        const found =
          value.t === 'list'
            ? value.items[Number(text)]
            : Object.hasOwn(value.entries, text)
              ? value.entries[text]
              : undefined
        return found === undefined ? [] : this.#all(found, { ...from, trail })
      })
      if (chosen.length > 0 || isExact) return chosen
      return this.#all(value.t === 'map' ? Object.values(value.entries).flat() : value.items.flat(), from)
    })
  }

  #attribute(owner: Resolved, name: string, from: Origin): readonly Resolved[] {
    const { value, trail } = owner
    const within = { ...from, trail }
    if (name === '@bits') return value.t === 'num' ? [{ value: { t: 'num', v: value.v * 8 }, trail }] : []
    if (name.startsWith('@')) {
      const wanted = name.slice(1)
      if (value.t !== 'obj') return []
      const found = Object.entries(value.attrs).find(([key]) => key === wanted)?.[1]
      if (found === undefined) return []
      const known = this.#all(found, within)
      return value.isConstant ? known : known.map((one) => ({ ...one, isOfObject: true as const }))
    }
    // An element of what nobody knows is nothing, where a member may be a name that says enough.
    const key = /^\[(?<key>.*)\]$/s.exec(name)?.groups?.key
    if (value.t === 'map') {
      const found = this.#all(memberOfMap(value, key ?? name), within)
      const { literal } = value
      const place = literal?.members[key ?? name]
      if (literal === undefined || place === undefined || literal.isReported === true) return found
      return found.map((one) => ({ made: { file: literal.file, of: place, literal }, ...one }))
    }
    if (key !== undefined) return []
    if (value.t === 'inst') {
      // Who hands a struct on does not decide what others put into its fields.
      const origin = this.#index.hasPlainFields(from.file) ? from : within
      const own = value.constant ? this.#index.classes.fieldOfConstant(value.cls, value.constant, name) : []
      const written = own.length > 0 ? own : (value.named?.[name] ?? [])
      const values = written.length > 0 ? written : this.#index.classes.field(value.cls, name, from.file)
      const isOwnName = name === 'name' && values.length === 0 && value.constant !== undefined
      const given = value.args[this.#index.classes.placeOfField(value.cls, name)] ?? []
      if (given.length > 0 && origin === from) return this.#all(given, within)
      return isOwnName
        ? [{ value: { t: 'str', v: value.constant }, trail }]
        : this.#all(this.#asMade(values, value), origin)
    }
    if (value.t === 'ref') return this.#one({ ...value, path: `${value.path}.${name}` }, within)
    return []
  }
}

/** `.login` passed for a `KeySpec` means `KeySpec.login` (Swift). */
function membersOf(type: string | undefined, values: Values): Values {
  if (type === undefined) return values
  return values.map((one) => (one.t === 'ref' && one.path.startsWith('.') ? { ...one, path: type + one.path } : one))
}

interface Origin {
  readonly file: string
  readonly trail: readonly Located<CallSummary>[]
  readonly depth: number
  /** What is asked of objects; absent where the object itself is. */
  readonly attribute?: AttributeName
}

/** The text of a value as a part of a name; of an enumeration's constant its own name. */
export function textOf(value: Value): string | undefined {
  if (value.t === 'str') return value.v
  if (value.t === 'num') return String(value.v)
  if (value.t === 'inst') return value.constant
  return value.t === 'ref'
    ? value.path.slice(Math.max(value.path.lastIndexOf('.'), value.path.lastIndexOf('/')) + 1)
    : undefined
}
