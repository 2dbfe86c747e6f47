/**
 * Writes a JSON value in one fixed form: the JSON Canonicalization Scheme (RFC 8785), whose number and string forms
 * are ECMAScript's own and whose members are sorted by UTF-16 code units. Members that are undefined are left out.
 * The caller bounds the depth.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return Array.isArray(value) ? arrayText(value) : objectText(value)
}

function arrayText(items: readonly unknown[]): string {
  let text = '['
  for (const item of items) text += (text.length === 1 ? '' : ',') + canonicalJson(item)
  return `${text}]`
}

function objectText(members: object): string {
  let text = '{'
  // Without a comparator, strings are sorted by UTF-16 code units (ECMAScript, 23.1.3.30).
  for (const name of Object.keys(members).sort()) {
    const member: unknown = Reflect.get(members, name)
    if (member !== undefined) text += (text.length === 1 ? '' : ',') + nameText(name) + canonicalJson(member)
  }
  return `${text}}`
}

/** Names of the wire and of records; never a token, and rarely a word of the caller. */
const COMMON_NAME = /^[a-z][a-z_]{0,31}$/
const MAX_COMMON_NAMES = 1_000
const commonNames = new Map<string, string>()

/** A name with its colon. The same names come with every request, and quoting them took half of the time. */
function nameText(name: string): string {
  const common = commonNames.get(name)
  if (common !== undefined) return common
  const text = `${JSON.stringify(name)}:`
  if (commonNames.size < MAX_COMMON_NAMES && COMMON_NAME.test(name)) commonNames.set(name, text)
  return text
}
