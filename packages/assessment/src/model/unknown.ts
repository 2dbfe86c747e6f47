import { union, type Value, type Values } from './values.ts'

/*
 * No values at all mean that nothing is known. Where something is known and something else is possible, that stands
 * among the values: whoever needs to know all of them, as for the size of a key, sees that these are not all.
 */

/** Something that is not among the other values. */
export const UNKNOWN: Value = { t: 'unknown' }
/** What a setting says, where the other values are its default. */
export const CONFIGURED: Value = { t: 'unknown', why: 'configured' }

/** Values, or nothing: what is unknown says something only beside what is known. */
export function orUnknown(values: Values, unknown: Value = UNKNOWN): Values {
  return values.some(({ t }) => t !== 'unknown') ? union(values, [unknown]) : []
}

/** The values of several ways of which one is taken: a way of which nothing is known counts as well. */
export function eitherOf(...ways: readonly Values[]): Values {
  const all = union(...ways)
  return ways.some(({ length }) => length === 0) ? orUnknown(all) : all
}

/** Without what is unknown, for who asks what the values are and not whether these are all. */
export function knownOf(values: Values): Values {
  return values.some(({ t }) => t === 'unknown') ? values.filter(({ t }) => t !== 'unknown') : values
}

/** What is found for some values, and unknown where some of the values were. */
export function keepingUnknown(from: Values, found: Values): Values {
  const unknown = from.filter(({ t }) => t === 'unknown')
  return unknown.length === 0 || found.length === 0 ? found : union(found, unknown)
}
