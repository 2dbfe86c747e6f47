import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What Zod says of every value that fits none of the schemas of a union, unless the union has words of its own. */
const SAYS_NOTHING = 'Invalid input'

/**
 * Puts in the place of each "Invalid input" of a union what its nearest schema misses, or which kinds of values it
 * takes where the value is of none of them. Schemas that the value names by a literal member come first, then those
 * that miss the least.
 */
export function openUnions(issues: readonly Issue[]): Issue[] {
  return issues.flatMap(openUnion)
}

function openUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== SAYS_NOTHING) return [issue]
  const [nearest] = issue.errors
    .map((issues) => openUnions(issues))
    .filter((issues) => !issues.some(isOfAnotherKind))
    .toSorted((one, other) => distanceOf(one) - distanceOf(other))
  if (nearest !== undefined) return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  const kinds = [...new Set(kindsOf(issue))]
  if (kinds.length === 0) return [issue]
  return [{ ...issue, message: `${SAYS_NOTHING}: expected ${enumerate(kinds)}` }]
}

/** Whether the value itself is none that the schema could take, whatever stands in it. */
function isOfAnotherKind({ code, path }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')
}

/** A member that is another literal says that another schema is meant: that weighs more than any number of faults. */
function distanceOf(issues: readonly Issue[]): number {
  const isAnother = issues.some(({ code, path }) => code === 'invalid_value' && path.length === 1)
  return isAnother ? Number.MAX_SAFE_INTEGER : issues.length
}

function kindsOf(issue: Issue): string[] {
  switch (issue.code) {
    case 'invalid_type':
      return [issue.expected]
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value))
    case 'invalid_union':
      return issue.errors.flat().flatMap((inner) => kindsOf(inner))
    default:
      return []
  }
}

function enumerate(kinds: readonly string[]): string {
  const last = kinds.at(-1) ?? ''
  return kinds.length < 2 ? last : `${kinds.slice(0, -1).join(', ')} or ${last}`
}
