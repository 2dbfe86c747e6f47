import { type KnownSentences, loadNameTagger } from '@sluice/name-tagger'
import { type FoldedText, foldForValues, foldThroughCarriers, hasDoubtfulEscapes } from '@sluice/text-folding'
import { requireAtMost, type TextKind } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { WINDOW_LENGTH } from '../../run/windows.ts'
import { withCarriedSpans } from './carried-spans.ts'
import { withoutDoubted } from './doubted-persons.ts'
import { withoutEmphasis } from './emphasis.ts'
import { encodedSpans } from './encoded-text.ts'
import { foldWithoutTokens, maskTokens } from './fold-without-tokens.ts'
import { identifiers } from './identifiers/identifiers.ts'
import { labelledValueReader } from './labelled-values.ts'
import { asFullName } from './participant-name.ts'
import { type Context, isDigit, type Recognizer, type Span } from './recognizer.ts'
import { amount } from './recognizers/amount.ts'
import { creditCard } from './recognizers/credit-card.ts'
import { emailAddress } from './recognizers/email-address.ts'
import { ibanCode } from './recognizers/iban-code.ts'
import { ipAddress } from './recognizers/ip-address.ts'
import { createNames } from './recognizers/names.ts'
import { person } from './recognizers/person.ts'
import { phoneNumber } from './recognizers/phone-number.ts'
import { otherScripts } from './recognizers/scripts/other-scripts.ts'
import { usSsn } from './recognizers/us-ssn.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'
import { withSpansAsWritten } from './spans-as-written.ts'
import type { LabelledValue, TableReading } from './tables.ts'
import { cutLongSpans } from './value-length.ts'
import type { WeakFindings } from './weak-findings.ts'

/** Recognizers by rules: patterns, check digits, lists and the words around. */
export const RULES: readonly Recognizer[] = [
  creditCard,
  ibanCode,
  usSsn,
  emailAddress,
  ipAddress,
  phoneNumber,
  identifiers,
  person,
  amount,
  otherScripts,
]

let shipped: readonly Recognizer[] | undefined

/** The recognizers that need no configuration. The first call in a thread reads the model of the name tagger. */
export function shippedRecognizers(): readonly Recognizer[] {
  shipped ??= [...RULES, createNames(loadNameTagger())]
  return shipped
}

/** No value is longer (an e-mail address has 320 octets), so one that crosses a border lies whole in one window. */
const OVERLAP = 512

/** A longer header of a table is read with its first rows only, in UTF-16 code units: it would fill the windows. */
const LONGEST_HEADER = 2_048

/** How a text is to be read. */
interface Reading {
  readonly kind: TextKind
  readonly label?: string
  /** What was asked, where the text is the answer. */
  readonly question?: string
  /** Takes what is not sure enough for a finding. */
  readonly weak?: WeakFindings | undefined
  /** What the sentences of the request have shown before. It changes nothing that is found. */
  readonly sentences?: KnownSentences | undefined
}

/**
 * Finds every sensitive span of a text, disjoint and in order, in code units of the text as it was written. Linear. A
 * long text is read in windows that overlap. Throws `request_too_large` for too many.
 */
export function* scanSteps(
  text: string,
  reading: Reading,
  recognizers: readonly Recognizer[],
): SlicedWork<readonly Span[]> {
  if (isOneSlice(text)) {
    yield text.length
    return scanSlice(text, reading, recognizers)
  }
  const spans: Span[] = []
  let header = ''
  for (let from = 0; from < text.length; from += WINDOW_LENGTH) {
    const start = windowStart(text, from, header !== '')
    const window = header + text.slice(start, from + WINDOW_LENGTH + OVERLAP)
    yield window.length
    const shift = start - header.length
    reading.weak?.beginWindow(shift, from, from + WINDOW_LENGTH)
    const scan = scanWindow(window, reading, recognizers)
    header = scan.header
    for (const span of scan.spans) {
      const moved = { ...span, start: span.start + shift, end: span.end + shift }
      // A span belongs to the slice that it begins in; one that ran in from before leaves its rest to this one.
      const covered = spans.at(-1)?.end ?? 0
      if (moved.end <= Math.max(from, covered) || moved.start >= from + WINDOW_LENGTH) continue
      if (covered > moved.start) spans.push({ ...moved, start: covered })
      else if (moved.start >= from) spans.push(moved)
    }
    // Known long before the end of a text of megabytes that has too many.
    requireAtMost('findings', spans.length)
  }
  return spans
}

/** Where the window of a slice begins: inside a table with a row, so that the row is read whole. */
function windowStart(text: string, from: number, inTable: boolean): number {
  const start = Math.max(0, from - OVERLAP)
  if (!inTable) return start
  const overlap = text.slice(start, from - OVERLAP / 2)
  const newline = overlap.indexOf('\n')
  return start + (newline === -1 ? Math.max(0, overlap.search(/[([]/)) : newline + 1)
}

/** Whether a text is one slice, which `scanSlice` reads at once. */
function isOneSlice(text: string): boolean {
  return text.length <= WINDOW_LENGTH + OVERLAP
}

/** As `scanText`, at once: for texts of one slice. */
export function scanSlice(
  text: string,
  reading: Reading,
  recognizers: readonly Recognizer[],
  depth = 0,
): readonly Span[] {
  return text.length < 2 ? [] : scanWindow(text, reading, recognizers, depth).spans
}

interface Scan {
  readonly spans: readonly Span[]
  /** The header of a table that is still open at the end, with its line break: the next window's rows need it. */
  readonly header: string
}

/** @param depth how often the text was encoded. */
function scanWindow(text: string, reading: Reading, recognizers: readonly Recognizer[], depth = 0): Scan {
  if (reading.kind === 'name') {
    const { weak } = reading
    return scanWindow(asFullName(text), { kind: 'structured', label: 'name', weak }, recognizers)
  }
  const masked = maskTokens(text)
  const folded = foldForValues(masked)
  const { spans, header } = scanFolded(folded, reading, recognizers, depth)
  const written = hasDoubtfulEscapes(text)
    ? scanFolded(foldForValues(masked, false), reading, recognizers, depth).spans
    : undefined
  const both = written === undefined ? spans : withSpansAsWritten(spans, written, folded)
  const all = withEmphasised(both, text, reading, recognizers, depth)
  const through = reading.kind === 'identifier' ? undefined : foldThroughCarriers(masked, folded)
  if (through === undefined) return { spans: cutLongSpans(all, folded, text), header }
  const carried = scanFolded(through, { ...reading, weak: undefined }, recognizers, depth).spans
  return { spans: cutLongSpans(withCarriedSpans(all, carried, text), folded, text), header }
}

/** Adds what is found where underscores of emphasis are blanks. */
function withEmphasised(
  spans: readonly Span[],
  text: string,
  reading: Reading,
  recognizers: readonly Recognizer[],
  depth: number,
): readonly Span[] {
  const bare = reading.kind === 'identifier' ? undefined : withoutEmphasis(text)
  if (bare === undefined) return spans
  const more = scanFolded(foldWithoutTokens(bare), { ...reading, weak: undefined }, recognizers, depth).spans
  return resolveOverlaps([...spans, ...more], text)
}

function scanFolded(folded: FoldedText, reading: Reading, recognizers: readonly Recognizer[], depth: number): Scan {
  const { values, open } = reading.kind === 'identifier' ? UNLABELLED : labelledValueReader.read(folded.text, reading)
  const own = claims(folded.text, reading, recognizers, values)
  const encoded = reading.kind === 'identifier' ? [] : encodedSpans(folded.text, scanDecoded(recognizers), depth)
  const spans = encoded.length === 0 ? own : [...own, ...encoded]
  const isCarried = open !== undefined && open.end - open.start <= LONGEST_HEADER
  const header = isCarried ? `${folded.text.slice(open.start, open.end).trimEnd()}\n` : ''
  if (spans.length === 0) return { spans, header }
  const resolved = resolveOverlaps(spans, folded.text)
  if (folded.isInPlace) return { spans: resolved, header }
  const moved = resolved.map((span) => ({
    ...span,
    start: folded.toOriginal(span.start),
    end: folded.toOriginal(span.end),
  }))
  return { spans: moved, header }
}

/** What is encoded in a text is read as language. */
function scanDecoded(recognizers: readonly Recognizer[]) {
  return (text: string, depth: number) => scanSlice(text, { kind: 'prose' }, recognizers, depth)
}

const UNLABELLED: TableReading = { values: [] }

/** What each recognizer claims, in their order; those that read numbers see only texts with digits enough. */
function claims(
  text: string,
  { kind, label, question, weak, sentences }: Reading,
  recognizers: readonly Recognizer[],
  labelled: readonly LabelledValue[],
): readonly Span[] {
  const spans: Span[] = []
  const digits = digitsIn(text)
  const context: Context = {
    label: label === undefined ? '' : wordsOf(label),
    labelled,
    isAnswer: question !== undefined,
    weak,
    sentences,
  }
  for (const recognizer of recognizers) {
    if (digits < recognizer.fewestDigits || (kind === 'identifier' && !recognizer.readsIdentifiers)) continue
    for (const span of recognizer.find(readable(text, kind, recognizer), context)) spans.push(span)
  }
  return withoutDoubted(spans, text)
}

/** In a name such as `customer_4111111111111111` the underscore ends a word; in an e-mail address it does not. */
function readable(text: string, kind: TextKind, recognizer: Recognizer): string {
  return kind === 'identifier' && recognizer.readsUnderscores !== true ? text.replaceAll('_', ' ') : text
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
