const MAX_DEPTH = 32
/**
 * Writes a JSON value in its one canonical form: the JSON Canonicalization Scheme (RFC 8785), whose number and string
 * forms are ECMAScript's own (3.2.2) and whose members are sorted by UTF-16 code units (3.2.3). Members that are
 * undefined are left out, as `JSON.stringify` does. Throws a `TypeError` for what JSON cannot hold (RFC 8785, 3.2.2.3:
 * NaN, infinities; 3.2.2.2: lone surrogates) and for values nested deeper than 32.
 */
export function canonicalJson(value: unknown): string {
  return text(value, 0)
}

function text(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return scalar(value)
  checkDepth(depth)
  if (Array.isArray(value)) return `[${value.map((item) => text(item, depth + 1)).join(',')}]`
  const members = membersOf(value).map(([name, member]) => `${scalar(name)}:${text(member, depth + 1)}`)
  return `{${members.join(',')}}`
}

function membersOf(value: object): [string, unknown][] {
  return (
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      // By UTF-16 code units, which is how ECMAScript compares strings.
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )
}

function scalar(value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('A string with a lone surrogate has no canonical form.')
      return JSON.stringify(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form.`)
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
  }
  throw new TypeError(`A value of the type ${typeof value} has no canonical form.`)
}

function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new TypeError(`A value nested deeper than ${MAX_DEPTH} is not written.`)
}
