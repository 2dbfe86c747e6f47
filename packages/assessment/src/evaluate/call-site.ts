import type { Value, Values } from '../model/values.ts'
import type { CallExpression } from '../parse/ir.ts'

/** What a call passes. */
export interface Passed {
  readonly args: readonly Values[]
  readonly named: Readonly<Record<string, Values>>
  readonly typeArguments: readonly Value[]
  /** As it is written. */
  readonly call?: CallExpression
}

/** A call as a rule sees it. */
export interface CallSite {
  /** Negative where the place is of no interest. */
  readonly at: number
  /** The full name of what is called. */
  readonly name: string
  readonly args: readonly Values[]
  readonly named: Readonly<Record<string, Values>>
  readonly receiver: Value | undefined
  readonly typeArguments?: readonly Value[]
  /** As it is written; absent where there is no call. */
  readonly call?: CallExpression
}

/** What is passed in one place of a call: an argument by position or name, or the object that it is called on. */
export function valuesAt(site: CallSite, place: number | string): Values {
  if (place === 'receiver') return site.receiver ? [site.receiver] : []
  if (typeof place === 'number') return site.args.at(place) ?? []
  return site.named[place] ?? []
}
