/** Members gathered so far; nothing in it is shared with the chunks it came from. */
export type Gathered = Record<string, unknown>

type Members = Readonly<Record<string, unknown>>

/** Members that name something: a later chunk repeats or replaces them, it does not continue them. */
const NAMES: ReadonlySet<string> = new Set(['id', 'object', 'type', 'role', 'model', 'name', 'format', 'status'])

const NO_NAMES: ReadonlySet<string> = new Set()

/**
 * Adds all members but those named to those of earlier deltas. Strings grow, arrays of objects with an `index`
 * are merged by it, other arrays grow, objects are merged member by member; a later null changes nothing, and any
 * other later value takes the place of the earlier one.
 */
export function gatherMembers(gathered: Gathered, later: Members, except: ReadonlySet<string> = NO_NAMES): void {
  for (const name of Object.keys(later)) {
    if (except.has(name)) continue
    const value = later[name]
    const before = Object.hasOwn(gathered, name) ? gathered[name] : undefined
    const after = NAMES.has(name) ? own(value ?? before) : mergeValue(before, value)
    if (after !== before) define(gathered, name, after)
  }
}

/** Sets all members but those named, later ones in the place of earlier ones; a null does not displace a value. */
export function replaceMembers(gathered: Gathered, later: Members, except: ReadonlySet<string>): void {
  for (const name of Object.keys(later)) {
    if (except.has(name)) continue
    const value = later[name]
    if (value !== null || !Object.hasOwn(gathered, name)) define(gathered, name, own(value))
  }
}

function mergeValue(earlier: unknown, later: unknown): unknown {
  if (earlier === undefined || earlier === null) return own(later)
  if (later === undefined || later === null) return earlier
  if (typeof earlier === 'string' && typeof later === 'string') return earlier + later
  if (Array.isArray(earlier) && Array.isArray(later)) {
    for (const item of later) gatherItem(earlier, item)
    return earlier
  }
  if (isGathered(earlier) && isGathered(later)) {
    gatherMembers(earlier, later)
    return earlier
  }
  return own(later)
}

function gatherItem(items: unknown[], item: unknown): void {
  const index = indexOf(item)
  const at = index === undefined ? -1 : items.findIndex((known) => indexOf(known) === index)
  if (at < 0) items.push(own(item))
  else items[at] = mergeValue(items[at], item)
}

function indexOf(item: unknown): number | undefined {
  return isGathered(item) && typeof item.index === 'number' ? item.index : undefined
}

/** A copy of a JSON value. */
function own(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(own)
  if (!isGathered(value)) return value
  const copy: Gathered = {}
  for (const [name, member] of Object.entries(value)) define(copy, name, own(member))
  return copy
}

function isGathered(value: unknown): value is Gathered {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `__proto__` is a name like any other in JSON, so it is defined, not assigned. */
function define(target: Gathered, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
