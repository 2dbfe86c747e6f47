/** A place in a text where something of a kind stands, in UTF-16 code units. */
export interface TextSpan {
  readonly entity: string
  readonly start: number
  readonly end: number
}

/** Whom a text speaks of where nobody is named. */
export const NOBODY = ''

const LONGEST_NAME = 64

/**
 * Says whom a place of a text is about: the person who was named last before it, or else first behind it. Names count
 * by their last word, so `Anna Schmidt` and `Ms Schmidt` are one person, and `Anna` alone is another.
 */
export function subjectsOf(text: string, spans: readonly TextSpan[]): (at: number) => string {
  const named = spans
    .filter(({ entity }) => entity === 'PERSON')
    .map(({ start, end }) => ({ start, name: lastWordOf(text.slice(start, Math.min(end, start + LONGEST_NAME))) }))
    .filter(({ name }) => name !== '')
  const [first] = named
  if (first === undefined) return () => NOBODY
  return (at) => named.findLast(({ start }) => start <= at)?.name ?? first.name
}

function lastWordOf(name: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}-]*/gu) ?? []
  // The s of a possessive is no name.
  return words.findLast((word) => word.length > 1) ?? ''
}
