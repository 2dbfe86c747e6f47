import { type FoldedText, FoldedTextBuilder, inPlace } from './folded-text.ts'

/** Elements that stand between two words or cells: what is on their two sides is not one value. */
const BLOCKS =
  'address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|legend|li|link|main|menu|meta|nav|ol|option|p|pre|script|section|select|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul|video'

/** https://html.spec.whatwg.org/multipage/syntax.html#syntax-tags, without those that end lines or cells; comments. */
const INLINE_TAG = `</?(?!(?:${BLOCKS})(?![\\w-]))[A-Za-z][\\w:-]{0,31}(?:\\s[^<>]{0,512})?/?>|<!--[^<>]{0,512}-->`
/** https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis and #code-spans; \`~~\` of GitHub. */
const EMPHASIS = '\\*{1,3}|_{1,3}|~~|`{1,2}'
/** https://spec.commonmark.org/0.31.2/#links */
const LINK_END = '\\]\\([^()\\s]{0,512}(?:\\s"[^"\\n]{0,128}")?\\)'
/** RFC 2045, section 6.7: an octet, or a line that goes on. */
const OCTETS = '(?:=[0-9A-F]{2})+'
const SOFT_BREAK = '=[ \\t]{0,8}\\r?\\n'

const MARKS = new RegExp(`(${INLINE_TAG})|(${EMPHASIS})|(${LINK_END})|(${OCTETS})|(${SOFT_BREAK})|(\\[)`, 'g')

/** Most texts have none of these. */
const MAY_HAVE_MARKS = /[<*_~`\]=]/

const WORD = /[\p{L}\p{N}]/u
const LONGEST_LINK = 128

/**
 * A text without the markup inside its words and numbers, and with quoted-printable read: `<b>4111</b> 1111`,
 * `**An**na`, `[An](/x)na`, `anna=40example.com`. Where markup stands between words only, the text is as it was
 * written. No text becomes longer. Linear.
 */
export function readMarkup(text: string): FoldedText {
  if (!MAY_HAVE_MARKS.test(text)) return inPlace(text)
  const reading = new MarkupReading(text)
  for (const { 0: mark, 1: tag, 2: emphasis, 3: link, 4: octets, 5: soft, 6: bracket, index } of text.matchAll(MARKS)) {
    if (octets !== undefined) reading.readOctets(octets, index)
    else if (bracket !== undefined) reading.opened = index
    else if (link !== undefined) reading.closeLink(index, mark.length)
    else if (soft !== undefined || tag !== undefined) reading.remove(index, mark.length)
    else if (emphasis !== undefined && isEmphasis(text, emphasis, index)) reading.remove(index, mark.length)
  }
  return reading.build()
}

class MarkupReading {
  /** Where a bracket stands that a link may begin with. */
  opened: number | undefined
  readonly #text: string
  readonly #built: FoldedTextBuilder
  /** Marks that follow each other are one. */
  #marks = { start: 0, end: 0 }
  #isInside = false

  constructor(text: string) {
    this.#text = text
    this.#built = new FoldedTextBuilder(text)
  }

  remove(start: number, length: number): void {
    if (start !== this.#marks.end) this.#closeMarks(start)
    this.#marks.end = start + length
    this.#built.replace(start, start + length, '')
  }

  closeLink(start: number, length: number): void {
    const { opened } = this
    this.opened = undefined
    // The bracket stays where something between was read already: no text is read twice.
    if (opened !== undefined && opened >= this.#built.copied && start - opened <= LONGEST_LINK) this.remove(opened, 1)
    this.remove(start, length)
  }

  /** Octets are UTF-8 (RFC 3629); those that are none stay, and so do control characters but white space. */
  readOctets(written: string, start: number): void {
    const read = Buffer.from(written.replaceAll('=', ''), 'hex').toString('utf8')
    if (/\uFFFD|(?![\t\n\r])\p{Cc}/u.test(read)) return
    this.#isInside = true
    let at = start
    for (const character of read) {
      const end = at + 3 * Buffer.byteLength(character)
      this.#built.replace(at, end, character)
      at = end
    }
  }

  build(): FoldedText {
    this.#closeMarks(this.#text.length)
    return this.#isInside ? this.#built.build() : inPlace(this.#text)
  }

  /** Whether the marks stood inside a word or a number; those that come next begin at `next`. */
  #closeMarks(next: number): void {
    const { start, end } = this.#marks
    if (end > start) {
      const [before, behind] = [this.#text.slice(Math.max(0, start - 2), start), this.#text.slice(end, end + 2)]
      this.#isInside ||=
        (/[\p{L}\p{N}@._+-]$/u.test(before) && /^[\p{L}\p{N}@._+-]/u.test(behind)) ||
        (/\d[ -]?$/.test(before) && /^[ -]?\d/.test(behind))
    }
    this.#marks = { start: next, end: next }
  }
}

/** Not a product or a power, nor what parts the words of a name of code. */
function isEmphasis(text: string, mark: string, start: number): boolean {
  const [before, behind] = [text.charAt(start - 1), text.charAt(start + mark.length)]
  const [isBehindWord, isBeforeWord] = [WORD.test(before), WORD.test(behind)]
  if (mark.startsWith('_')) return isBehindWord !== isBeforeWord
  if (mark === '*' && /\d/.test(before) && /\d/.test(behind)) return false
  return isBehindWord || isBeforeWord
}
