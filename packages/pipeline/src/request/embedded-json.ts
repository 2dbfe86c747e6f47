import { CHAT_LIMITS, SluiceError } from '@sluice/contracts'
import { type Holder, positionOf, type TextKind, type TextPosition, type Visitor } from './position.ts'

/** JSON in a string in JSON in a string ...: beyond this many steps it is walked as raw text. */
const MAX_NESTED_TEXTS = 4

interface Frame {
  readonly object: boolean
  readonly path: string
  /** The caller's member name that holds this array or object. */
  readonly label: string | undefined
  /** Members or items begun so far. */
  count: number
  /** The name of the member being read; absent while a name is due. */
  key: string | undefined
}

/**
 * Walks the strings and long integers inside a JSON text, member names included, and returns the text with the
 * visitor's replacements spliced in: absent where it is not JSON, the very same string where nothing was replaced.
 *
 * The text is spliced, not parsed and written again, because a parser forgets what a model can still read: all but
 * the last of equal member names, and the digits of long numbers. Linear. Throws `request_too_deep`.
 */
export function visitJsonText(text: string, holder: Holder, visit: Visitor, nested = 0): string | undefined {
  if (!isJson(text)) return undefined
  return new JsonTextWalk(text, holder, visit, nested).run()
}

class JsonTextWalk {
  readonly #text: string
  readonly #holder: Holder
  readonly #visit: Visitor
  readonly #nested: number
  readonly #frames: Frame[] = []
  readonly #parts: string[] = []
  #copied = 0

  constructor(text: string, holder: Holder, visit: Visitor, nested: number) {
    this.#text = text
    this.#holder = holder
    this.#visit = visit
    this.#nested = nested
  }

  run(): string {
    let at = 0
    while (at < this.#text.length) at = this.#step(at)
    if (this.#parts.length === 0) return this.#text
    this.#parts.push(this.#text.slice(this.#copied))
    return this.#parts.join('')
  }

  #step(at: number): number {
    const code = this.#text.charCodeAt(at)
    if (code === 0x22) return this.#string(at)
    if (code === 0x7b || code === 0x5b) this.#open(code === 0x7b)
    else if (code === 0x7d || code === 0x5d) this.#frames.pop()
    else if (code === 0x2c) this.#nextMember()
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number(at)
    return at + 1
  }

  #open(object: boolean): void {
    if (this.#frames.length >= CHAT_LIMITS.depth) throw new SluiceError('request_too_deep')
    this.#frames.push({ object, path: this.#path(), label: this.#label(), count: 0, key: undefined })
  }

  #nextMember(): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return
    frame.count += 1
    frame.key = undefined
  }

  #string(start: number): number {
    const end = endOfString(this.#text, start)
    const decoded = decode(this.#text.slice(start, end))
    const frame = this.#frames.at(-1)
    if (frame?.object === true && frame.key === undefined) {
      frame.key = decoded
      const replacement = this.#visit(this.#position(`${this.#path()}~key`, decoded, 'identifier'))
      this.#splice(start, end, decoded, replacement)
      return end
    }
    this.#splice(start, end, decoded, this.#value(decoded))
    return end
  }

  #value(decoded: string): string | undefined {
    if (looksLikeJson(decoded) && this.#nested < MAX_NESTED_TEXTS) {
      const inner = { path: `${this.#path()}#`, role: this.#holder.role, label: this.#label() }
      const rewritten = visitJsonText(decoded, inner, this.#visit, this.#nested + 1)
      if (rewritten !== undefined) return rewritten
    }
    return this.#visit(this.#position(this.#path(), decoded, 'structured'))
  }

  #number(start: number): number {
    let end = start + 1
    while (end < this.#text.length && isNumberCode(this.#text.charCodeAt(end))) end += 1
    const literal = this.#text.slice(start, end)
    const digits = longInteger(literal)
    if (digits !== undefined) {
      this.#splice(start, end, digits, this.#visit(this.#position(this.#path(), digits, 'structured')))
    }
    return end
  }

  #splice(start: number, end: number, before: string, after: string | undefined): void {
    if (after === undefined || after === before) return
    this.#parts.push(this.#text.slice(this.#copied, start), JSON.stringify(after))
    this.#copied = end
  }

  #path(): string {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return this.#holder.path
    return frame.object ? `${frame.path}/~${frame.count}` : `${frame.path}/${frame.count}`
  }

  #label(): string | undefined {
    const frame = this.#frames.at(-1)
    return frame === undefined ? this.#holder.label : (frame.key ?? frame.label)
  }

  #position(path: string, text: string, kind: TextKind): TextPosition {
    return positionOf({ path, role: this.#holder.role, label: this.#label() }, text, kind)
  }
}

/**
 * The decimal digits of an integer of nine digits or more, which can be a number of something (a card, a phone);
 * absent for every other JSON number.
 */
export function longInteger(literal: string): string | undefined {
  if (literal.length < 4) return undefined
  if (/^-?\d{9,}$/.test(literal)) return literal
  if (!/[eE.]/.test(literal)) return undefined
  const value = Number(literal)
  return Number.isSafeInteger(value) && Math.abs(value) >= 1e8 ? String(value) : undefined
}

/** Whether a string may be an object or array in JSON, by its first character. */
export function looksLikeJson(text: string): boolean {
  const first = text.trimStart().charCodeAt(0)
  return first === 0x7b || first === 0x5b
}

/** Whether a text is JSON as a whole. Linear. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function decode(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  const decoded: unknown = JSON.parse(literal)
  return String(decoded)
}

/** The place behind the string of JSON that begins at `start`. Linear. */
export function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    at += code === 0x5c ? 2 : 1
  }
  return text.length
}

/** Whether a number of JSON may hold this code unit. */
export function isNumberCode(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65
}
