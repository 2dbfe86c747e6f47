import { z } from 'zod'

interface Range {
  readonly min?: number
  readonly max?: number
}

const MAX_LIST_ENTRIES = 1_000
/** Node runs a timer at once when its delay is longer. Source: Node.js documentation of `setTimeout`. */
const MAX_TIMER_MS = 2_147_483_647

/** A whole number without unit, by default 0 or more. */
export function integer({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}) {
  return fromText(`must be a whole number from ${min} to ${max}`, (text) => wholeNumber(text, min, max))
}

/** A TCP port; 0 lets the system pick a free one. */
export function port() {
  return integer({ min: 0, max: 65_535 })
}

/** A duration in whole milliseconds, at most what a timer can wait (24.8 days). Name the variable `..._MS`. */
export function durationMs({ min = 0, max = MAX_TIMER_MS }: Range = {}) {
  return fromText(`must be a whole number of milliseconds from ${min} to ${max}`, (text) => wholeNumber(text, min, max))
}

/** A size in whole bytes. Name the variable `..._BYTES`. */
export function bytes({ min = 0, max = Number.MAX_SAFE_INTEGER }: Range = {}) {
  return fromText(`must be a whole number of bytes from ${min} to ${max}`, (text) => wholeNumber(text, min, max))
}

/** An absolute URL of one of the protocols (given without colon), kept as it was written. */
export function url(protocols: readonly string[] = ['http', 'https']) {
  return fromText(`must be an absolute URL (${protocols.join(', ')})`, (text) => {
    const trimmed = text.trim()
    const parsed = URL.parse(trimmed)
    return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1)) ? trimmed : undefined
  })
}

/** A comma-separated list: entries are trimmed, empty ones dropped, at most 1,000. */
export function csv() {
  return fromText(`must be a comma-separated list of at most ${MAX_LIST_ENTRIES} entries`, (text) => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return entries.length <= MAX_LIST_ENTRIES ? entries : undefined
  })
}

/** `true`, `1`, `yes`, `on` or `false`, `0`, `no`, `off`, in any case. */
export function boolean() {
  return fromText('must be true or false', (text) => {
    switch (text.trim().toLowerCase()) {
      case 'true':
      case '1':
      case 'yes':
      case 'on':
        return true
      case 'false':
      case '0':
      case 'no':
      case 'off':
        return false
      default:
        return undefined
    }
  })
}

/** A value written as JSON. The path of a fault includes the place inside it. */
export function json<Inner extends z.ZodType>(inner: Inner) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        // The engine's own message quotes the text, which may hold a secret.
        context.addIssue({ code: 'custom', message: 'is not valid JSON' })
        return z.NEVER
      }
    })
    .pipe(inner)
}

function fromText<Value>(fault: string, parse: (text: string) => Value | undefined) {
  return z.string().transform((text, context): Value => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })
}

/** Decimal digits and nothing else: no spaces, no leading zeros (octal elsewhere), no `0x`, no exponent. */
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d{0,15})$/

function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!WHOLE_NUMBER.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}
