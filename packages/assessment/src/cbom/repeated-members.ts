const NAME_OR_TEXT = /"(?:[^"\\]|\\.)*"\s*(:)?/g

/**
 * Whether an object in a JSON text has a member twice (RFC 8259, section 4, leaves open which one counts). Readers
 * differ in which they take, so that a signature over one says nothing to the reader of the other. Linear in the text.
 *
 * @param value what `JSON.parse` makes of the text.
 */
export function hasRepeatedMembers(text: string, value: unknown): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(NAME_OR_TEXT)) if (colon !== undefined) written += 1
  return written !== membersIn(value)
}

function membersIn(value: unknown): number {
  let count = 0
  const waiting: unknown[] = [value]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null) continue
    if (!Array.isArray(one)) count += Object.keys(one).length
    for (const inner of Object.values(one)) waiting.push(inner)
  }
  return count
}
