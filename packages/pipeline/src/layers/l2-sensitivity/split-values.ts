import type { EntityFinding, Level } from '@sluice/contracts'
import type { TextPosition } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { words } from './phrases.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { NAMES } from './recognizers/names.ts'
import { levelOf, ownTypeOf } from './resolve-overlaps.ts'
import { scanSteps } from './scan-text.ts'

/** How far on both sides of a border the texts are read together, in UTF-16 code units. */
const REACH = 128
/** Texts that are joined as they come make no sentence, so what is judged by its sentence has to be as sure as this. */
const SURE = 0.9
/** The content of a message in parts, and that of one without. */
const TEXT_PART = /^(.*\/(?:content|output)|\/system)\/\d+\/(?:text|refusal|source\/data)$/
const MESSAGE = /^\/(?:messages|input)\/(\d+)\/content$/

/** A text part, and where it begins in the joined text of its message. */
interface Part {
  readonly path: string
  readonly start: number
  readonly end: number
}

interface SplitSpan extends Span {
  readonly pieces: readonly Piece[]
}

interface Piece {
  readonly path: string
  start: number
  end: number
}

/**
 * The findings of a request, with those values that are split over the text parts of one message, or over messages of
 * one role in a row: a finding for the first piece, and one that `continues` it for each further piece. Around each
 * border the texts are read as one, without anything between them. What was found in the parts and lies in such a value
 * gives way to it; a value whose pieces were all found in their parts is none. Linear: no text is read more than once
 * again.
 *
 * @param groups texts that are read as one where they meet; those that a reader reads as one unless others are named.
 */
export function* withSplitValues(
  positions: readonly TextPosition[],
  findings: readonly EntityFinding[],
  recognizers: readonly Recognizer[],
  groups: readonly (readonly TextPosition[])[] = textsInARow(positions),
): SlicedWork<readonly EntityFinding[]> {
  const split: SplitSpan[] = []
  for (const texts of groups) yield* findSplit(texts, recognizers, split)
  if (split.length === 0) return findings
  const texts = new Map(positions.map(({ path, text }) => [path, text]))
  return merge(findings, split, ({ path, start, end }) => (texts.get(path) ?? '').slice(start, end))
}

/**
 * The texts that a reader reads as one, where there are several: the parts of a message, and messages of one role in a
 * row. What tools have answered stays apart: each tool says something of its own.
 */
function textsInARow(positions: readonly TextPosition[]): readonly (readonly TextPosition[])[] {
  const rows = new Map<string, TextPosition[]>()
  let before: { readonly role: TextPosition['role']; readonly row: string } | undefined
  for (const position of positions) {
    const content = contentOf(position)
    if (content === undefined) continue
    // A message without a word keeps nothing apart.
    if (position.text === '') continue
    let row = content
    if (MESSAGE.test(content) && position.role !== 'tool' && position.role !== 'function') {
      if (before !== undefined && before.role === position.role) row = before.row
      before = { role: position.role, row }
    }
    const texts = rows.get(row)
    if (texts === undefined) rows.set(row, [position])
    else texts.push(position)
  }
  return [...rows.values()].filter(({ length }) => length > 1)
}

/** The path of the content that a text is, or is a part of. */
function contentOf({ path }: TextPosition): string | undefined {
  const part = TEXT_PART.exec(path)?.[1]
  if (part !== undefined) return part
  return path.endsWith('/content') && MESSAGE.test(path) ? path : undefined
}

function* findSplit(
  texts: readonly TextPosition[],
  recognizers: readonly Recognizer[],
  split: SplitSpan[],
): SlicedWork<void> {
  const joined = texts.map(({ text }) => text).join('')
  const parts: Part[] = []
  for (const { path, text } of texts) {
    const start = parts.at(-1)?.end ?? 0
    parts.push({ path, start, end: start + text.length })
  }
  let first = 0
  for (const { start, end } of aroundBorders(parts)) {
    const spans = yield* scanSteps(joined.slice(start, end), { kind: 'prose' }, recognizers)
    for (const span of spans) {
      if (isGuess(span) && span.confidence < SURE) continue
      const from = span.start + start
      while ((parts[first]?.end ?? Number.POSITIVE_INFINITY) <= from) first += 1
      const pieces = piecesOf(parts, first, from, span.end + start)
      if (pieces.length > 1) split.push({ ...span, pieces })
    }
  }
}

/** The stretches of the joined text that lie around borders, without overlaps. */
function aroundBorders(parts: readonly Part[]): readonly { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  const length = parts.at(-1)?.end ?? 0
  for (const { end: border } of parts.slice(0, -1)) {
    const [start, end] = [Math.max(0, border - REACH), Math.min(length, border + REACH)]
    const last = stretches.at(-1)
    if (last !== undefined && start <= last.end) last.end = end
    else stretches.push({ start, end })
  }
  return stretches
}

function piecesOf(parts: readonly Part[], first: number, start: number, end: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = first; at < parts.length; at += 1) {
    const part = parts[at]
    if (part === undefined || part.start >= end) break
    const [from, to] = [Math.max(start, part.start), Math.min(end, part.end)]
    pieces.push({ path: part.path, start: from - part.start, end: to - part.start })
  }
  return pieces
}

/**
 * The findings with the split values in the place of what they touch. A border is crossed by one value at most, so a
 * part is touched by two.
 */
function merge(
  findings: readonly EntityFinding[],
  split: readonly SplitSpan[],
  text: (piece: Piece) => string,
): readonly EntityFinding[] {
  const own = new Map<string, readonly EntityFinding[]>()
  const touched = new Set(split.flatMap(({ pieces }) => pieces.map(({ path }) => path)))
  for (const [path, here] of Map.groupBy(findings, ({ position }) => position))
    if (touched.has(path)) own.set(path, here)
  const merged = findings.filter(({ position }) => !touched.has(position))
  const values: EntityFinding[] = []
  const takenUpTo = new Map<string, number>()
  for (const value of split) {
    if (isWhole(value, own, text)) continue
    const taken = value.pieces.map((piece) => takePiece(piece, own, takenUpTo))
    let level = levelOf(value)
    for (const piece of taken) if (piece.level > level) level = piece.level
    const pieces = taken.filter(({ start, end }) => start < end)
    for (const [at, { path, start, end }] of pieces.entries()) {
      const { entity, confidence, recognizer } = value
      const piece = { kind: 'entity', entity, level, position: path, start, end, confidence, recognizer } as const
      values.push(at === 0 ? { ...piece, ...ownTypeOf(value) } : { ...piece, continues: true })
    }
  }
  for (const here of own.values()) for (const finding of here) merged.push(finding)
  for (const piece of values) merged.push(piece)
  return merged
}

type OwnFindings = Map<string, readonly EntityFinding[]>

/** Words that stand before an address, and are no beginning of one. Written for this project. */
const BEFORE_ADDRESSES: ReadonlySet<string> = new Set(
  words(`
    a address and are ask at bcc be by cc client contact customer email for from in is mail mailto my of on or our reach
    send the their to user via was with write your`),
)

/**
 * Whether a value is none: every piece was found in its own part, or an address that is whole was only joined with a
 * word before or behind it, which makes another address.
 */
function isWhole({ entity, pieces }: SplitSpan, own: OwnFindings, text: (piece: Piece) => string): boolean {
  const isFound = pieces.map(({ path, start, end }) =>
    (own.get(path) ?? []).some(
      (finding) => finding.start <= start && end <= finding.end && (finding.entity === entity || !isGuess(finding)),
    ),
  )
  if (isFound.every((found) => found)) return true
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (entity !== 'EMAIL_ADDRESS' || pieces.length !== 2 || first === undefined || last === undefined) return false
  return isFound[0] === true
    ? /^\p{L}{3,}$/u.test(text(last))
    : isFound[1] === true && BEFORE_ADDRESSES.has(text(first).toLowerCase())
}

/** What was judged by its sentence: a part of a text may be none. */
function isGuess({ recognizer }: { readonly recognizer: string }): boolean {
  return recognizer === NAMES
}

/**
 * The piece with all of the findings that it touches, which are taken out; `level` is their highest. A guess gives way
 * to the piece, and keeps what stands before or behind it.
 */
function takePiece({ path, start, end }: Piece, own: OwnFindings, takenUpTo: Map<string, number>) {
  const touches = (finding: EntityFinding) => finding.start < end && start < finding.end
  const here = own.get(path) ?? []
  own.set(
    path,
    here.flatMap((finding) => {
      if (!touches(finding)) return [finding]
      return isGuess(finding) ? remaindersOf(finding, start, end) : []
    }),
  )
  const taken: Piece & { level: Level } = { path, start, end, level: 0 }
  for (const finding of here.filter(touches)) {
    if (isGuess(finding)) continue
    taken.start = Math.min(taken.start, finding.start)
    taken.end = Math.max(taken.end, finding.end)
    if (finding.level > taken.level) taken.level = finding.level
  }
  taken.start = Math.max(taken.start, takenUpTo.get(path) ?? 0)
  takenUpTo.set(path, taken.end)
  return taken
}

function remaindersOf(finding: EntityFinding, start: number, end: number): readonly EntityFinding[] {
  const before = { ...finding, end: start }
  const behind = { ...finding, start: end }
  return [before, behind].filter((rest) => rest.start < rest.end)
}
