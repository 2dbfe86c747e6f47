import type { StreamItem } from '../shapes/index.ts'

/** A call of a tool that a model makes, for the caller's application to carry out. */
export interface MadeCall {
  readonly name: string
  /** What it is called with, as its wire has it: JSON in a string, or a value. */
  readonly input: unknown
}

/** Reads the calls of one answer, item by item. */
export interface AnswerCalls<Item extends StreamItem> {
  /** Takes an item; returns the calls that are whole with it. */
  take(item: Item): readonly MadeCall[]
  /** Whether a call has begun that is not whole yet. */
  readonly isOpen: boolean
  /** The answer has ended: what has begun is all that there will be. */
  end(): readonly MadeCall[]
}

/** A call that is still being written. */
export interface GrowingCall {
  /** Every name that was given to it, in their order. */
  readonly names: string[]
  readonly pieces: string[]
  input?: unknown
}

/**
 * A call as its readers may take it. Names that come in several pieces are one name to some clients, and the last of
 * them to others, so both are asked about.
 */
export function callsOf({ names, pieces, input }: GrowingCall): readonly MadeCall[] {
  const given = pieces.length > 0 ? pieces.join('') : input
  const distinct = new Set([names.join(''), names.at(-1) ?? ''])
  return [...distinct].map((name) => ({ name, input: given }))
}

export function memberOf(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined
}

export function stringsOf(...values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === 'string')
}
