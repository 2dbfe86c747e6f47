import { serializeError } from './serialize-error.ts'

const REDACTED = '[redacted]'
const MAX_DEPTH = 6
const MAX_ENTRIES = 50
const MAX_TEXT_LENGTH = 4_096

/**
 * Members whose value is never logged, at any depth: credentials, and every name under which chat completions hold
 * content (OpenAI API reference). Written without `-` and `_`, in lower case.
 */
const REDACTED_NAMES = new Set([
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'password', 'passphrase', 'secret', 'clientsecret'],
  ...['apikey', 'xapikey', 'token', 'accesstoken', 'refreshtoken', 'idtoken', 'bearer', 'credentials', 'privatekey'],
  ...['messages', 'content', 'body', 'rawbody', 'prompt', 'arguments', 'choices', 'delta', 'chunk', 'completion'],
  ...['text', 'input', 'output', 'toolcalls', 'reasoningcontent', 'refusaltext', 'chatrequest', 'chatresponse'],
])

const MAX_KNOWN_NAMES = 1_000
const knownNames = new Map<string, boolean>()

/**
 * Copies a log record and replaces the members that must not be logged.
 *
 * Depth (6), entries per object (50) and text length (4,096 characters) are bounded; errors are
 * reduced by {@link serializeError}. It looks at member names only: it cannot find content inside a message.
 */
export function redact(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactMembers(record, MAX_DEPTH)
}

function redactMembers(record: object, depthLeft: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  let entriesLeft = MAX_ENTRIES
  for (const [name, value] of Object.entries(record)) {
    if (entriesLeft === 0) {
      copy['...'] = '[cut]'
      break
    }
    entriesLeft -= 1
    copy[name] = isRedactedName(name) ? REDACTED : redactValue(value, depthLeft)
  }
  return copy
}

function redactValue(value: unknown, depthLeft: number): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}[cut]` : value
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return serializeError(value)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[binary]'
  if (depthLeft === 0) return '[cut]'
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => redactValue(entry, depthLeft - 1))
  return redactMembers(value, depthLeft - 1)
}

function isRedactedName(name: string): boolean {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const redacted = REDACTED_NAMES.has(name.replaceAll(/[-_]/g, '').toLowerCase())
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(name, redacted)
  return redacted
}
