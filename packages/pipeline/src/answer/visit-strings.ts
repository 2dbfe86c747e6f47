/** Sees one string; what it returns takes its place. */
type StringVisitor = (text: string, path: string) => string

/**
 * Visits the strings in a value of JSON in the order in which they stand, and returns it with the visitor's
 * replacements: the very same value where nothing was replaced.
 *
 * @param path a JSON pointer (RFC 6901) to the value; items that have an `index` are named by it.
 * @param words names of members that are left out wherever they stand: the wire's own words, never text.
 */
export function visitStrings(value: unknown, path: string, words: ReadonlySet<string>, visit: StringVisitor): unknown {
  if (typeof value === 'string') return visit(value, path)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? visitItems(value, path, words, visit) : visitMembers(value, path, words, visit)
}

function visitItems(
  items: readonly unknown[],
  path: string,
  words: ReadonlySet<string>,
  visit: StringVisitor,
): readonly unknown[] {
  let copy: unknown[] | undefined
  for (const [at, before] of items.entries()) {
    const after = visitStrings(before, `${path}/${indexOf(before) ?? at}`, words, visit)
    if (after === before) continue
    copy ??= [...items]
    copy[at] = after
  }
  return copy ?? items
}

/** The same for the members of an object. */
export function visitMembers(
  members: object,
  path: string,
  words: ReadonlySet<string>,
  visit: StringVisitor,
  except: ReadonlySet<string> = NOTHING,
): object {
  let copy: Map<string, unknown> | undefined
  for (const name of Object.keys(members)) {
    if (words.has(name) || except.has(name)) continue
    const before: unknown = Reflect.get(members, name)
    if (!mayHoldText(before)) continue
    const after = visitStrings(before, `${path}/${name}`, words, visit)
    if (after === before) continue
    copy ??= new Map(Object.entries(members))
    copy.set(name, after)
  }
  return copy === undefined ? members : Object.fromEntries(copy)
}

const NOTHING: ReadonlySet<string> = new Set()

function mayHoldText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

function indexOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null || !('index' in item)) return undefined
  return typeof item.index === 'number' ? item.index : undefined
}
