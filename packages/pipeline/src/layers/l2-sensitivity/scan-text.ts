import type { TextKind } from '../../chat-text/index.ts'
import { type Context, isDigit, type Recognizer, type Span } from './recognizer.ts'
import { creditCard } from './recognizers/credit-card.ts'
import { emailAddress } from './recognizers/email-address.ts'
import { ibanCode } from './recognizers/iban-code.ts'
import { ipAddress } from './recognizers/ip-address.ts'
import { person } from './recognizers/person.ts'
import { phoneNumber } from './recognizers/phone-number.ts'
import { usSsn } from './recognizers/us-ssn.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'
import { shadowOf } from './shadow.ts'

/** The recognizers that need no configuration. */
export const RECOGNIZERS: readonly Recognizer[] = [
  creditCard,
  ibanCode,
  usSsn,
  emailAddress,
  ipAddress,
  phoneNumber,
  person,
]

/** Read between two turns of the event loop, in UTF-16 code units: a few milliseconds of work. */
export const SLICE_LENGTH = 32_768
/** No value is longer (an e-mail address has 320 octets), so one that crosses a border lies whole in one window. */
const OVERLAP = 512

/** How a text is to be read. */
export interface Reading {
  readonly kind: TextKind
  readonly label?: string
}

/**
 * Finds every sensitive span of a text, disjoint and in order, in code units of the text as it was written. Linear;
 * gives the event loop its turn after every slice of 32 K code units.
 */
export async function scanText(
  text: string,
  reading: Reading,
  recognizers: readonly Recognizer[],
): Promise<readonly Span[]> {
  if (isOneSlice(text)) return scanSlice(text, reading, recognizers)
  const spans: Span[] = []
  for (let from = 0; from < text.length; from += SLICE_LENGTH) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve))
    const start = Math.max(0, from - OVERLAP)
    const window = text.slice(start, from + SLICE_LENGTH + OVERLAP)
    for (const span of scanSlice(window, reading, recognizers)) {
      const moved = { ...span, start: span.start + start, end: span.end + start }
      // A span belongs to the slice that it begins in; the one that ran in from before was found whole there.
      if (moved.start >= from && moved.start < from + SLICE_LENGTH && moved.start >= (spans.at(-1)?.end ?? 0))
        spans.push(moved)
    }
  }
  return spans
}

/** Whether a text is one slice, which `scanSlice` reads at once. */
export function isOneSlice(text: string): boolean {
  return text.length <= SLICE_LENGTH + OVERLAP
}

/** As `scanText`, at once: for texts of one slice. */
export function scanSlice(text: string, reading: Reading, recognizers: readonly Recognizer[]): readonly Span[] {
  if (text.length < 2) return []
  const shadow = shadowOf(text)
  const spans = claims(shadow.text, reading, recognizers)
  if (spans.length === 0) return spans
  return resolveOverlaps(spans, shadow.text).map((span) => ({
    ...span,
    start: shadow.toOriginal(span.start),
    end: shadow.toOriginal(span.end),
  }))
}

/** What each recognizer claims, in their order; those that read numbers see only texts with digits enough. */
function claims(text: string, { kind, label }: Reading, recognizers: readonly Recognizer[]): readonly Span[] {
  const spans: Span[] = []
  const digits = digitsIn(text)
  const context: Context = { label: label === undefined ? '' : wordsOf(label) }
  for (const recognizer of recognizers) {
    if (digits < recognizer.fewestDigits || (kind === 'identifier' && !recognizer.readsIdentifiers)) continue
    for (const span of recognizer.find(readable(text, kind, recognizer), context)) spans.push(span)
  }
  return spans
}

/** In a name such as `customer_4111111111111111` the underscore ends a word; in an e-mail address it does not. */
function readable(text: string, kind: TextKind, recognizer: Recognizer): string {
  return kind === 'identifier' && recognizer.entity !== 'EMAIL_ADDRESS' ? text.replaceAll('_', ' ') : text
}

/** As many digits as any recognizer asks for. */
const ENOUGH_DIGITS = 12

/** How many ASCII digits the text has, no further than makes a difference. */
function digitsIn(text: string): number {
  let digits = 0
  for (let i = 0; i < text.length && digits < ENOUGH_DIGITS; i += 1) if (isDigit(text.charCodeAt(i))) digits += 1
  return digits
}

function wordsOf(label: string): string {
  return label
    .slice(0, 64)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
}
