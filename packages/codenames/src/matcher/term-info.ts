import { type Level, levelSchema } from '@sluice/contracts'

/** Of what is known of a key, in one number: four bits of level, one flag, and the number of the replacement. */
const LEVEL_BITS = 0b1111
const MORE = 0b1_0000
const REPLACEMENT_SHIFT = 5

/** Replacements that one index can hold. */
export const MAX_REPLACEMENTS = 2 ** (32 - REPLACEMENT_SHIFT) - 1

/** @param replacement its number in the index; 0 for none. */
export function termInfo(level: Level, replacement: number): number {
  return ((replacement << REPLACEMENT_SHIFT) | (level + 1)) >>> 0
}

/** Whether a term ends here. */
export function isTerm(info: number): boolean {
  return (info & LEVEL_BITS) !== 0
}

/** The same with the mark that longer terms begin so. */
export function withMore(info: number): number {
  return (info | MORE) >>> 0
}

export function hasMore(info: number): boolean {
  return (info & MORE) !== 0
}

/** The level of a term; throws where there is none. */
export function levelIn(info: number): Level {
  return levelSchema.parse((info & LEVEL_BITS) - 1)
}

export function replacementIn(info: number): number {
  return info >>> REPLACEMENT_SHIFT
}

/** Of two terms with the same letters the one with the higher level counts; longer terms stay known. */
export function higherTerm(one: number, other: number): number {
  const higher = (other & LEVEL_BITS) > (one & LEVEL_BITS) ? other : one
  return (higher | ((one | other) & MORE)) >>> 0
}
