/** A member's name, with backslashes before its quotes where the JSON stands in JSON, and the colon behind it. */
const MEMBER = /(\\{0,15})"\s{0,4}:\s{0,4}$/
/** The longest that `MEMBER` matches. */
const MEMBER_LENGTH = 24
const END_OF_MEMBER = /^\s{0,4}(?:[,}\]]|[\r\n]|$)/
const END_LENGTH = 5

/**
 * The quotes that a token needs in the place of a bare number in JSON (`"card": 4111111111111111`), so that the JSON
 * stays valid; empty everywhere else.
 */
export function quotesFor(text: string, start: number, end: number): string {
  if (!/[\d-]/.test(text.charAt(start))) return ''
  const member = MEMBER.exec(text.slice(Math.max(0, start - MEMBER_LENGTH), start))
  if (member === null || !END_OF_MEMBER.test(text.slice(end, end + END_LENGTH))) return ''
  return `${member[1] ?? ''}"`
}

/** A value as JSON has it that is kept in ASCII, which is what Python's `json.dumps` writes. */
export function asciiJson(value: string): string {
  return value.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
