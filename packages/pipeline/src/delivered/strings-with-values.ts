import type { EntityType, Level } from '@sluice/contracts'
import { endOfString } from '../request/embedded-json.ts'

/** A value in a text that was delivered, and how the model had written its token there. It holds no value. */
export interface DeliveredSpan {
  /** In UTF-16 code units of the delivered text; `end` is one past the last. */
  readonly start: number
  readonly end: number
  /** How many of them are Markdown before the value, and behind it. */
  readonly before: number
  readonly behind: number
  readonly level: Level
  /** Whether the name of a type stands there, because the caller may not see the value. */
  readonly isMask: boolean
  readonly written: string
  /** Of a date that was shifted when it was sent; or of a date of the model's own, which stays as it is. */
  readonly date?: EntityType | 'own'
}

/** A text with values in it, and how their tokens were written. */
export interface DeliveredText {
  readonly text: string
  readonly spans: readonly DeliveredSpan[]
  /** Whether it is, or begins like, JSON. */
  readonly isJson: boolean
}

/**
 * The strings of a JSON text that have values in them, decoded: L3 reads JSON string by string. JSON within strings of
 * JSON is left out. Linear.
 */
export function stringsWithValues({ text, spans }: Pick<DeliveredText, 'text' | 'spans'>): readonly DeliveredText[] {
  const strings: DeliveredText[] = []
  let next = 0
  for (let at = text.indexOf('"'); at >= 0 && next < spans.length; ) {
    const end = endOfString(text, at)
    const inside: DeliveredSpan[] = []
    for (let span = spans[next]; span !== undefined && span.start < end; span = spans[++next]) {
      if (span.start > at && span.end < end) inside.push(span)
    }
    const string = inside.length === 0 ? undefined : decodedString(text, at + 1, end - 1, inside)
    if (string !== undefined) strings.push(string)
    at = text.indexOf('"', end)
  }
  return strings
}

function decodedString(
  text: string,
  from: number,
  end: number,
  inside: readonly DeliveredSpan[],
): DeliveredText | undefined {
  let decoded = ''
  let at = from
  const spans: DeliveredSpan[] = []
  for (const span of inside) {
    const before = decode(text.slice(at, span.start))
    const shown = decode(text.slice(span.start, span.end))
    const written = decode(span.written)
    if (before === undefined || shown === undefined || written === undefined) return undefined
    decoded += before
    spans.push({ ...span, start: decoded.length, end: decoded.length + shown.length, written })
    decoded += shown
    at = span.end
  }
  const rest = decode(text.slice(at, end))
  return rest === undefined ? undefined : { text: decoded + rest, spans, isJson: false }
}

function decode(inner: string): string | undefined {
  if (!inner.includes('\\')) return inner
  try {
    const value: unknown = JSON.parse(`"${inner}"`)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
