import type { CollectedText } from './collected-text.ts'
import type { XmlAttribute, XmlReader } from './xml-events.ts'
import { local } from './xml-events.ts'

/** Paragraphs of WordprocessingML and DrawingML (ISO/IEC 29500-1) and of ODF 1.3. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'h'])
const BREAKS: ReadonlyMap<string, string> = new Map([
  ...['br', 'cr', 'line-break'].map((name) => [name, '\n'] as const),
  ...['tab', 'ptab'].map((name) => [name, '\t'] as const),
  ...[
    ['s', ' '],
    ['noBreakHyphen', '-'],
  ].map(([name = '', sign = '']) => [name, sign] as const),
])
/** What was put in or taken out while changes were recorded: the two readings of a paragraph differ there. */
const INSERTED: ReadonlySet<string> = new Set(['ins', 'moveTo'])
const DELETED: ReadonlySet<string> = new Set(['del', 'moveFrom'])
/** Text that stands in a paragraph and is no part of what it says: fields and pronunciations. */
const BESIDE: ReadonlySet<string> = new Set(['instrText', 'delInstrText', 'fldData', 'rPh', 'ruby-text'])

/** Attributes that say something to a reader: texts in the place of pictures, addresses of links, values of cells. */
const TELLING: ReadonlySet<string> = new Set(
  'descr title alt author target tooltip display displaytext href value string-value formula caption instr lasthead'.split(
    ' ',
  ),
)
/** Elements whose attribute `val` says something. */
const TELLING_ELEMENTS: ReadonlySet<string> = new Set(
  'alias tag docVar listItem statusText helpText default result dataBinding listEntry'.split(' '),
)
/** Steps of lines that are drawn by hand. */
const DRAWN: ReadonlySet<string> = new Set(['lnTo', 'cubicBezTo', 'quadBezTo', 'arcTo'])
/** A form of more steps may be a letter. */
const MOST_STEPS = 64

interface Frame {
  readonly name: string
  /** What a reader sees. */
  text: string
  /** What stood there before the recorded changes. */
  earlier: string
  beside: string
}

/**
 * Reads a part of an office file: paragraphs as lines, rows of tables as lines with tabs, and what stands outside of
 * both line by line. Where changes were recorded, a paragraph is read with them and without.
 */
export class FlowText implements XmlReader {
  /** True once something drawn was seen. */
  hasDrawing = false
  readonly #into: CollectedText
  readonly #isSeen: boolean
  readonly #frames: Frame[] = [{ name: '', text: '', earlier: '', beside: '' }]
  readonly #open: string[] = []
  #inserted = 0
  #deleted = 0
  #steps = 0

  /** @param isSeen whether a reader of the file sees what the part says. */
  constructor(into: CollectedText, isSeen: boolean) {
    this.#into = into
    this.#isSeen = isSeen
  }

  open(name: string, attributes: readonly XmlAttribute[]): void {
    this.#open.push(name)
    if (INSERTED.has(name)) this.#inserted += 1
    if (DELETED.has(name)) this.#deleted += 1
    if (isFrame(name)) this.#frames.push({ name, text: '', earlier: '', beside: '' })
    const sign = BREAKS.get(name)
    if (sign !== undefined) this.#append(sign)
    for (const attribute of attributes) this.#attribute(name, attribute)
    this.#draw(name)
  }

  text(text: string): void {
    if (text.trim() === '' && text.includes('\n')) return
    const element = this.#open.at(-1) ?? ''
    if (element === 'trace') this.hasDrawing = true
    const frame = this.#frames.at(-1)
    if (frame === undefined) return
    if (BESIDE.has(element) || this.#open.includes('rPh')) frame.beside += text
    else if (this.#frames.some(({ name }) => PARAGRAPHS.has(name))) this.#append(text)
    else this.#line(`${element}: ${text}`)
  }

  close(name: string): void {
    this.#open.pop()
    if (INSERTED.has(name)) this.#inserted -= 1
    if (DELETED.has(name)) this.#deleted -= 1
    if (!isFrame(name)) return
    const frame = this.#frames.pop()
    const outer = this.#frames.at(-1)
    if (frame === undefined || outer === undefined) return
    if (frame.earlier !== frame.text) this.#into.addAside(frame.earlier)
    this.#into.addAside(frame.beside)
    const end = name.endsWith('tc') || name.endsWith('cell') ? '\t' : isCell(outer.name) ? ' ' : '\n'
    const whole = isCell(name) ? frame.text.trim() + end : frame.text + end
    if (this.#frames.length > 1) {
      outer.text += whole
      outer.earlier += whole
    } else if (this.#isSeen) this.#into.addText(whole)
    else this.#into.addAside(whole)
  }

  #append(text: string): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || this.#frames.length === 1) return
    if (this.#deleted === 0) frame.text += text
    if (this.#inserted === 0) frame.earlier += text
  }

  #line(line: string): void {
    if (this.#isSeen) this.#into.addText(`${line}\n`)
    else this.#into.addAside(line)
  }

  #attribute(element: string, { name, value }: XmlAttribute): void {
    if (value === '' || name.startsWith('xmlns')) return
    const own = local(name)
    if (own === 'd' || own === 'points') this.hasDrawing = true
    if (isBoilerplate(own, value)) return
    const isTelling = TELLING.has(own.toLowerCase()) || TELLING_ELEMENTS.has(element)
    if (isTelling) this.#into.addAside(value)
    else this.#into.addName(value.replace(VOCABULARY, ''))
  }

  #draw(name: string): void {
    if (!DRAWN.has(name)) return
    this.#steps += 1
    if (this.#steps > MOST_STEPS) this.hasDrawing = true
  }
}

/** Where vocabularies of the formats stand: the rest of such an address is a name in one. */
const VOCABULARY =
  /^http:\/\/(?:schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.org|www\.w3\.org|docs\.oasis-open\.org)\//

/** Scripts that a font is for (ISO 15924), and kinds of fonts: `Thai` and `swiss` say nothing of a person. */
function isBoilerplate(attribute: string, value: string): boolean {
  return (
    (attribute === 'script' && /^[A-Z][a-z]{3}$/.test(value)) ||
    (attribute === 'font-family-generic' && value.length <= 10)
  )
}

function isFrame(name: string): boolean {
  return PARAGRAPHS.has(name) || isCell(name) || name === 'tr' || name === 'table-row'
}

function isCell(name: string): boolean {
  return name === 'tc' || name === 'table-cell' || name === 'covered-table-cell'
}
