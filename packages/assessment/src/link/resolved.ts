import type { AttributeName } from '../model/attributes.ts'
import type { CallSummary } from '../model/file-summary.ts'
import type { Place } from '../model/place.ts'
import type { Guard, KnownBy, Literal, Value, Values } from '../model/values.ts'
import { lastName } from '../packs/last-name.ts'
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
  /** The rule that knows the constant. */
  readonly by?: KnownBy
  /** A key chose it among others. */
  readonly isChosen?: true
  /** Of an object that was handed on: where it was made chose the value, not who passed it. */
  readonly isOfObject?: true
}

/** From where a value is looked at. */
export interface Origin {
  readonly file: string
  readonly trail: readonly Located<CallSummary>[]
  readonly depth: number
  /** The cases that the place is in: of callers only those that pass such a case. */
  readonly guards?: readonly Guard[]
  /** What is asked of objects; absent where the object itself is. */
  readonly attribute?: AttributeName
}

/** Whether all that something may be is asked for, so that what is not known counts as well. */
export function isWholeAsked({ attribute }: Origin): boolean {
  return attribute === 'keySize' || attribute === 'algorithm'
}

/** What the steps of the resolver need of each other. */
export interface Resolving {
  readonly index: ProjectIndex
  all(values: Values, from: Origin): readonly Resolved[]
  one(value: Value, from: Origin): readonly Resolved[]
}

/** More results for one value are dropped. */
export const MAX_RESULTS = 200

/** The text of a value as a part of a name; of an enumeration's constant its own name. */
export function textOf(value: Value): string | undefined {
  if (value.t === 'str') return value.v
  if (value.t === 'num') return String(value.v)
  if (value.t === 'inst') return value.constant
  return value.t === 'ref' ? lastName(value.path) : undefined
}
