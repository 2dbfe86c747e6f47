/** Something, and the file that it stands in. */
export interface Located<T> {
  readonly file: string
  readonly of: T
}

/** Adds to the list under a key, unless it has as many as it may. */
export function push<T>(map: Map<string, T[]>, key: string, value: T, bound = Number.POSITIVE_INFINITY): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.length < bound) list.push(value)
}
