import type { ChunkChoice } from '@sluice/contracts'
import { visitMembers } from './visit-strings.ts'

export type Delta = ChunkChoice['delta']

/**
 * How the strings of one place come: `text` and `json` grow from delta to delta, `json` being JSON with everything in
 * it escaped; `whole` comes in one piece, as names do.
 */
export type DeltaTextKind = 'text' | 'json' | 'whole'

/** Sees one string of a delta; what it returns takes its place. Equal paths continue one another. */
type DeltaTextVisitor = (text: string, kind: DeltaTextKind, path: string) => string

/** Members that are the wire's own words, never text. */
const WORDS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'model',
  'role',
  'type',
  'finish_reason',
  'system_fingerprint',
  'service_tier',
])

const JSON_TEXT = /^\/(?:tool_calls\/\d+\/function|function_call)\/arguments$/
const PLAIN_TEXT = /^\/(?:[^/]*|tool_calls\/\d+\/custom\/input)$/

/**
 * Visits every text of a delta in a fixed order: each string member (`content`, `refusal`, `reasoning_content` and any
 * that is not known here), the arguments and input of tool calls, and the strings inside members that are not known,
 * which are taken as `whole` because nobody here knows how their parts continue. Returns the very same delta where
 * nothing was replaced.
 */
export function visitDelta(delta: Delta, visit: DeltaTextVisitor): Delta {
  if (isContentOnly(delta)) {
    const content = visit(delta.content, 'text', '/content')
    return content === delta.content ? delta : { ...delta, content }
  }
  // Replacing strings by strings keeps the delta's shape.
  return visitMembers(delta, '', WORDS, (text, path) => visit(text, kindOf(path), path)) as Delta
}

/** Whether a delta holds a piece of `content` and beside it only words of the wire, as nearly all in a stream do. */
export function isContentOnly(delta: Delta): delta is Delta & { readonly content: string } {
  if (typeof delta.content !== 'string') return false
  for (const name of Object.keys(delta)) if (name !== 'content' && !WORDS.has(name)) return false
  return true
}

/** Visits the strings of an object's members, all as `whole`, except for those named; otherwise like `visitDelta`. */
export function visitUnknown<Value extends object>(
  value: Value,
  known: ReadonlySet<string>,
  visit: (text: string) => string,
): Value {
  // Replacing strings by strings keeps the object's shape.
  return visitMembers(value, '', WORDS, visit, known) as Value
}

function kindOf(path: string): DeltaTextKind {
  if (PLAIN_TEXT.test(path)) return 'text'
  return JSON_TEXT.test(path) ? 'json' : 'whole'
}

/** A delta that continues the texts at these paths of kind `text` or `json`. */
export function continuingDelta(texts: ReadonlyMap<string, string>): Delta {
  const members: Record<string, unknown> = {}
  const calls = new Map<number, Record<string, unknown>>()
  for (const [path, text] of texts) {
    const [, first = '', second = '', third = '', fourth = ''] = path.split('/')
    if (first === 'tool_calls' && fourth !== '') {
      const index = Number(second)
      calls.set(index, { ...calls.get(index), index, [third]: { [fourth]: text } })
    } else {
      members[first] = second === '' ? text : { [second]: text }
    }
  }
  return calls.size === 0 ? members : { ...members, tool_calls: [...calls.values()].map(withIndex) }
}

function withIndex(call: Record<string, unknown>): { index: number } {
  return { ...call, index: Number(call.index) }
}
