import { isRecord } from '../is-record.ts'

type Headers = Readonly<Record<string, string>>

/** A token of RFC 9110, section 5.6.2, as far as anybody needs one. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/
const MAX_HEADERS = 32
const MAX_DEPTH = 8
/** The longest value, in UTF-16 code units; a longer one is left out, and the server refuses the call. */
const MAX_VALUE_LENGTH = 4_096
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const ENCODED = '=?base64?'

/**
 * The headers that repeat arguments, as a tool's schema asks for by `x-mcp-header` (SEP-2243): what leaves in a header
 * is what leaves in the body, masked alike.
 */
export function paramHeaders(inputSchema: unknown, given: unknown): Headers {
  const headers: Record<string, string> = {}
  addHeaders(inputSchema, given, headers, 0)
  return headers
}

function addHeaders(schema: unknown, given: unknown, headers: Record<string, string>, depth: number): void {
  if (depth > MAX_DEPTH || !isRecord(schema) || !isRecord(schema.properties) || !isRecord(given)) return
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isRecord(property) || !Object.hasOwn(given, name)) continue
    const value = given[name]
    const header = property['x-mcp-header']
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (typeof header === 'string' && TOKEN.test(header) && isText) {
      const text = String(value)
      const isRoom = Object.keys(headers).length < MAX_HEADERS && text.length <= MAX_VALUE_LENGTH
      if (isRoom) headers[`mcp-param-${header.toLowerCase()}`] = headerText(text)
    }
    addHeaders(property, value, headers, depth + 1)
  }
}

/** A text that a header cannot hold as it is goes in base64. */
export function headerText(text: string): string {
  const isPlain = PLAIN.test(text) && !text.startsWith(ENCODED)
  return isPlain ? text : `${ENCODED}${Buffer.from(text).toString('base64')}?=`
}
