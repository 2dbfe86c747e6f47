/** The characters that a value of JSON has at least; no more than one beyond `most` are counted. */
export function leastLength(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let length = 0
  for (const [name, member] of Object.entries(value)) {
    length += name.length + leastLength(member, most - length)
    if (length > most) break
  }
  return length
}
