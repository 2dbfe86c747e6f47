/** A text in the form that patterns are written for, and the way back to the text as it was written. */
export interface FoldedText {
  readonly text: string
  /** Whether every place is that of the text as it was written. */
  readonly isInPlace: boolean
  /** The place in the written text of a place in this one, both in UTF-16 code units. */
  toOriginal(index: number): number
}

/** A text that is as it was written, or differs in single code units only. */
export function inPlace(text: string): FoldedText {
  return { text, isInPlace: true, toOriginal: asWritten }
}

function asWritten(index: number): number {
  return index
}

/** A folding of a folding: the places of `outer` lead back to the text that `inner` was made from. */
export function chained(outer: FoldedText, inner: FoldedText): FoldedText {
  if (inner.isInPlace) return outer
  const { text } = outer
  return { text, isInPlace: false, toOriginal: (index) => inner.toOriginal(outer.toOriginal(index)) }
}

/** A part of a text, in UTF-16 code units; `end` is behind its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The part of the written text that a part of a folded one was made of: of what stands in the place of something else,
 * the whole of that. Linear in the length of what was replaced.
 */
export function originalSpan(folded: FoldedText, { start, end }: Span): Span {
  if (folded.isInPlace) return { start, end }
  const last = folded.toOriginal(Math.max(start, end - 1))
  let behind = end
  while (behind < folded.text.length && folded.toOriginal(behind) <= last) behind += 1
  return { start: folded.toOriginal(start), end: folded.toOriginal(behind) }
}

/** A text with other texts in the place of some parts, which come in their order and do not overlap. */
export function replaceSpans(text: string, replaced: Iterable<Span & { readonly by: string }>): FoldedText {
  let built: FoldedTextBuilder | undefined
  for (const { start, end, by } of replaced) {
    built ??= new FoldedTextBuilder(text)
    built.replace(start, end, by)
  }
  return built?.build() ?? inPlace(text)
}

/** A text with what a global pattern matches replaced by what `read` makes of it. */
export function replaceMatches(text: string, pattern: RegExp, read: (match: RegExpExecArray) => string): FoldedText {
  const replaced: (Span & { readonly by: string })[] = []
  for (const match of text.matchAll(pattern)) {
    const [written] = match
    const by = read(match)
    if (by !== written) replaced.push({ start: match.index, end: match.index + written.length, by })
  }
  return replaceSpans(text, replaced)
}

/** From `folded` on, places lie side by side as those from `original` on do, or are all one place (`fixed`). */
interface Mark {
  readonly folded: number
  readonly original: number
  readonly fixed: boolean
}

/** Builds a folded text from left to right; what is not replaced is copied in long pieces. */
export class FoldedTextBuilder {
  readonly #source: string
  readonly #parts: string[] = []
  readonly #marks: Mark[] = []
  #copied = 0
  #length = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Up to where the source has been copied or replaced. */
  get copied(): number {
    return this.#copied
  }

  /** Puts another text in the place of a part of the source; parts come in their order and do not overlap. */
  replace(start: number, end: number, by: string): void {
    this.#copyUpTo(start)
    if (by.length !== end - start || by.length > 1) {
      if (by.length > 1) this.#marks.push({ folded: this.#length, original: start, fixed: true })
      this.#marks.push({ folded: this.#length + by.length, original: end, fixed: false })
    }
    this.#parts.push(by)
    this.#length += by.length
    this.#copied = end
  }

  build(): FoldedText {
    this.#copyUpTo(this.#source.length)
    const marks = this.#marks
    const text = this.#parts.join('')
    return marks.length === 0
      ? inPlace(text)
      : { text, isInPlace: false, toOriginal: (index) => originalOf(marks, index) }
  }

  #copyUpTo(end: number): void {
    if (end === this.#copied) return
    this.#parts.push(this.#source.slice(this.#copied, end))
    this.#length += end - this.#copied
    this.#copied = end
  }
}

/** By the last mark at or before the place. */
function originalOf(marks: readonly Mark[], index: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks[middle]?.folded ?? 0) <= index) low = middle + 1
    else high = middle
  }
  const mark = marks[low - 1]
  if (mark === undefined) return index
  return mark.fixed ? mark.original : mark.original + index - mark.folded
}
