/*
 * What an expression may be when the program runs, as far as its text says. A set of values: every one is possible;
 * none means that nothing is known. All of it can be sent from thread to thread.
 */

import type { AttributeName } from './attributes.ts'
import type { Role } from './detection.ts'
import type { Place } from './place.ts'

/** What is known of a library's object: the algorithm it was made for, the size of its key, ... */
export type Attributes = { [name in AttributeName]?: Values }

/** The rule that knows a library's name. */
export interface KnownBy {
  readonly rule: string
  readonly library: string
  readonly role?: Role
}

export interface LibraryObject {
  readonly t: 'obj'
  /** The full name of its type. */
  readonly type: string
  /** False where the type's name was not resolved by an import. */
  readonly sure: boolean
  /** Grows while the program sets the object up. */
  readonly attrs: Attributes
  /** What it is a copy of, with what one caller passed; what it learns, that learns too. */
  readonly origin?: LibraryObject
  /** A constant of the library, such as an algorithm's name; whoever hands it on chooses it. */
  readonly isConstant?: true
  /** Of a constant. */
  readonly by?: KnownBy
}

/** An object of a class of the project. */
export interface ProjectObject {
  readonly t: 'inst'
  readonly cls: string
  readonly args: readonly Values[]
  /** What a literal of a struct says of its fields. */
  readonly named?: Readonly<Record<string, Values>>
  /** Where it was written out within a function. */
  readonly literal?: Literal
  /** Its own name, where it is a constant of an enumeration. */
  readonly constant?: string
}

/** Whom a call means, as far as the file tells. */
export interface CalleeName {
  /** Of a function in this file. */
  readonly fn?: string
  readonly cls?: string
  /** The class is that of the object before in a chain of calls; it may be another one. */
  readonly isGuess?: true
  readonly name: string
  /** The module or package it was imported from. */
  readonly from?: string
}

/** A map, or an object literal. */
export interface TableValue {
  readonly t: 'map'
  readonly entries: Readonly<Record<string, Values>>
  readonly literal?: Literal
  /** Entries whose keys only callers tell, as those that a `register(name, item)` makes. */
  readonly open?: readonly OpenEntry[]
}

export interface OpenEntry {
  readonly keys: Values
  readonly values: Values
}

export type Value =
  | { readonly t: 'str'; readonly v: string }
  | {
      readonly t: 'num'
      readonly v: number
      /** A rule says it, of the algorithm itself, or as what its library takes where nothing else is said. */
      readonly origin?: 'rule' | 'default'
    }
  | { readonly t: 'bytes'; readonly count: number }
  /** Something from outside this file, by its full name; `sure` where an import says so. */
  | {
      readonly t: 'ref'
      readonly path: string
      readonly sure: boolean
      /** The class it was named in: a base or another part of it, in another file, may have it. */
      readonly within?: string
      /** A rule reports it where it stands. */
      readonly by?: KnownBy
    }
  | LibraryObject
  | ProjectObject
  | TableValue
  | { readonly t: 'list'; readonly items: readonly Values[] }
  | { readonly t: 'fn'; readonly id: string; readonly self?: ProjectObject }
  | { readonly t: 'cls'; readonly name: string }
  /** What a caller passes. */
  | { readonly t: 'param'; readonly fn: string; readonly i: number; readonly type?: string; readonly sure?: boolean }
  /** A member of a project's class that this file does not tell. */
  | { readonly t: 'field'; readonly cls: string; readonly name: string }
  /** What a project's function gives back. */
  | {
      readonly t: 'ret'
      readonly callee: CalleeName
      readonly args: readonly Values[]
      /** Whose method it is, where callers tell. */
      readonly of?: Value
      /** The library's type that the variable is declared with. */
      readonly type?: string
      readonly sure?: boolean
      /** One way to read an expression that is read in others as well: where it leads nowhere, they hold. */
      readonly isGuess?: true
    }
  | { readonly t: 'cat'; readonly parts: readonly Values[] }
  /** What a value is in one case. */
  | { readonly t: 'cond'; readonly guard: Guard; readonly values: Values }
  /** An element of a table, by a key that only the linker knows. */
  | {
      readonly t: 'elem'
      readonly of: Value
      readonly key: Value
      /** Nothing where the key is not known; otherwise every element may be meant then. */
      readonly isExact?: true
    }
  /** A member or an attribute of something that only the linker knows. */
  | { readonly t: 'attr'; readonly of: Value; readonly name: string }
  /** Beside the others: something else is possible too. `configured`: what a setting says in place of a default. */
  | { readonly t: 'unknown'; readonly why?: 'configured' }

export type Values = readonly Value[]

/** An object that is written within a function: an option is chosen where it stands there. */
export interface Literal {
  readonly file: string
  /** The function; empty for a file's own options of a declared type. */
  readonly fn: string
  /** The members that rules ask for. */
  readonly members: Readonly<Record<string, Place & { readonly offset: number }>>
  /** It is of a library's type and was reported where it stands; who is handed it chooses as well. */
  isReported?: true
}

/** A parameter is one of these, or none of them: texts, or the own names of an enumeration's constants. */
export interface Guard {
  readonly of: Value
  readonly is: readonly string[]
  /** It is asked in lower or upper case. */
  readonly isAnyCase?: true
  readonly isOthers?: true
  /** What is left by an `if`: chosen only where another way of it has an algorithm as well. */
  readonly isRest?: true
}

/** Whether a case is meant by a text. */
export function isMeant({ is, isOthers, isAnyCase }: Guard, text: string): boolean {
  const isNamed = isAnyCase ? is.some((one) => one.toLowerCase() === text.toLowerCase()) : is.includes(text)
  return isNamed !== (isOthers ?? false)
}

/** The name under which the linker is asked how long something is, in bits. */
export const BYTE_LENGTH = '@byteLength'

/** More values for one expression are dropped. */
export const MAX_VALUES = 16
export const MAX_STRING = 2_000

/** One set out of several, without repeats of what can be compared. */
export function union(...sets: readonly Values[]): Values {
  const filled = sets.filter((set) => set.length > 0)
  if (filled.length <= 1) return filled[0] ?? []
  const seen = new Set<string | Value>()
  const all: Value[] = []
  for (const value of filled.flat()) {
    const key = keyOf(value)
    if (seen.has(key) || all.length >= MAX_VALUES) continue
    seen.add(key)
    all.push(value)
  }
  return all
}

/** A string that says whether two simple values are the same; the value itself where that cannot be told cheaply. */
export function keyOf(value: Value): string | Value {
  switch (value.t) {
    case 'str':
      return `str:${value.v}`
    case 'num':
      return `num:${value.v}:${value.origin ?? ''}`
    case 'bytes':
      return `bytes:${value.count}`
    case 'ref':
      return `ref:${value.path}`
    case 'fn':
      return value.self ? value : `fn:${value.id}`
    case 'cls':
      return `cls:${value.name}`
    case 'param':
      return `param:${value.fn}:${value.i}`
    case 'field':
      return `field:${value.cls}.${value.name}`
    case 'unknown':
      return `unknown:${value.why ?? ''}`
    default:
      return value
  }
}

/** A string, cut to what is worth knowing. */
export function str(v: string): Value {
  return { t: 'str', v: v.slice(0, MAX_STRING) }
}

/** The text of a simple value, as a program would join it. */
export function textOfValue(value: Value): string | undefined {
  return value.t === 'str' ? value.v : value.t === 'num' ? String(value.v) : undefined
}

/**
 * Named arguments that no parameter takes are a map for the first parameter that gets nothing else: `def f(options)`
 * called as `f(bits: 2048)`.
 */
export function optionsAmong(
  params: readonly { readonly name: string; readonly isRest?: boolean }[],
  given: number,
  named: Readonly<Record<string, Values>>,
): { readonly i: number; readonly map: Value } | undefined {
  const taken = new Set(params.map(({ name }) => name))
  const left = Object.entries(named).filter(([name]) => !taken.has(name))
  const i = params.findIndex(({ name, isRest }, at) => at >= given && isRest !== true && named[name] === undefined)
  return left.length === 0 || i < 0 ? undefined : { i, map: { t: 'map', entries: Object.fromEntries(left) } }
}

/** The name under which an object has what only the linker knows: `{ ...DEFAULTS, length: 128 }`. */
export const SPREAD = '...'

/** What a record holds itself: a program may call something `constructor`, which every record has. */
export function ownOf<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** A member of a known object, or of what is spread in it. */
export function memberOfMap({ entries }: Extract<Value, { t: 'map' }>, name: string): Values {
  return ownOf(entries, name) ?? (entries[SPREAD] ?? []).map((of): Value => ({ t: 'attr', of, name }))
}

/** Elements of something that only the linker knows. */
export function elementsOf(of: Value, keys: Values): Values {
  const mayHave = of.t === 'ref' || (isSymbolic(of) && of.t !== 'cat')
  if (!mayHave) return []
  return keys.flatMap((key): Values => {
    const text = textOfValue(key)
    if (text !== undefined) return [{ t: 'attr', of, name: `[${text}]` }]
    return isSymbolic(key) ? [{ t: 'elem', of, key }] : []
  })
}

/** Elements of a known table: those of known keys, else all; who passes the key chooses, and that the linker knows. */
export function elementsOfTable(of: Extract<Value, { t: 'map' | 'list' }>, keys: Values): Values {
  const added = of.t === 'map' ? (of.open ?? []) : []
  const all = of.t === 'map' ? [...Object.values(of.entries), ...added.map(({ values }) => values)] : of.items
  const named = keys.flatMap((key): Values => {
    const text = textOfValue(key)
    if (text === undefined) return []
    if (of.t === 'map') return of.entries[text] ?? (added.length > 0 ? [{ t: 'elem', of, key }] : [])
    return key.t === 'num' ? (of.items.at(key.v) ?? []) : []
  })
  const open = of.t === 'map' ? keys.filter(isSymbolic) : []
  const isKnown = keys.some((key) => (of.t === 'map' ? textOfValue(key) !== undefined : key.t === 'num'))
  if (open.length === 0) return isKnown ? named : union(...all)
  const chosen = open.map((key): Value => ({ t: 'elem', of, key }))
  // What this file must know itself, such as objects and functions, is also named outright.
  const isPlain = all.every((values) => values.every(({ t }) => t === 'str' || t === 'num'))
  return isPlain ? union(chosen, named) : union(chosen, named, ...all)
}

/** Whether only the linker can tell what this is. */
export function isSymbolic({ t }: Value): boolean {
  return t === 'param' || t === 'field' || t === 'ret' || t === 'attr' || t === 'cat' || t === 'cond' || t === 'elem'
}
