import type { CollectedText } from './collected-text.ts'
import { local, type XmlAttribute, type XmlReader } from './xml-events.ts'

/** Empty cells that are written between two, so that values stand below their header. */
const MOST_EMPTY = 64

/** Gathers the strings that the cells of a workbook share, and which of them no cell shows. */
export class SharedStrings implements XmlReader {
  readonly #strings: string[] = []
  readonly #shown = new Set<number>()
  readonly #into: CollectedText
  readonly #open: string[] = []

  constructor(into: CollectedText) {
    this.#into = into
  }

  open(name: string): void {
    this.#open.push(name)
    if (name === 'si') this.#strings.push('')
  }

  close(): void {
    this.#open.pop()
  }

  text(text: string): void {
    if (this.#open.at(-1) !== 't') return
    // How a word is pronounced stands in the middle of it.
    if (this.#open.includes('rPh')) this.#into.addAside(text)
    else this.#strings.push((this.#strings.pop() ?? '') + text)
  }

  at(index: number): string {
    this.#shown.add(index)
    return this.#strings[index] ?? ''
  }

  /** To be called behind all sheets. */
  addUnshown(): void {
    for (const [index, text] of this.#strings.entries()) if (!this.#shown.has(index)) this.#into.addAside(text)
  }
}

/** Reads a sheet of a workbook (SpreadsheetML, ISO/IEC 29500-1, section 18.3): a row as a line, with tabs. */
export class SheetText implements XmlReader {
  readonly #into: CollectedText
  readonly #shared: SharedStrings
  readonly #open: string[] = []
  #row: string[] = []
  #value = ''
  #type = ''
  #column = 0

  constructor(into: CollectedText, shared: SharedStrings) {
    this.#into = into
    this.#shared = shared
  }

  open(name: string, attributes: readonly XmlAttribute[]): void {
    this.#open.push(name)
    if (name === 'row') this.#row = []
    if (name !== 'c') {
      for (const { name: attribute, value } of attributes)
        if (!attribute.startsWith('xmlns')) this.#attribute(attribute, value)
      return
    }
    this.#value = ''
    this.#type = attributes.find((attribute) => attribute.name === 't')?.value ?? 'n'
    const column = columnOf(attributes.find((attribute) => attribute.name === 'r')?.value ?? '')
    this.#column = column ?? this.#row.length
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    const isInCell = this.#open.includes('c')
    if (isInCell && (element === 'v' || (element === 't' && !this.#open.includes('rPh')))) this.#value += text
    else this.#into.addAside(text)
  }

  close(name: string): void {
    this.#open.pop()
    if (name === 'c') {
      const missing = Math.min(MOST_EMPTY, this.#column - this.#row.length)
      for (let empty = 0; empty < missing; empty += 1) this.#row.push('')
      this.#row.push(this.#shownValue())
    }
    if (name === 'row') this.#into.addText(`${this.#row.join('\t')}\n`)
  }

  #shownValue(): string {
    if (this.#type === 's') return this.#shared.at(Number(this.#value))
    if (this.#type !== 'n' || !/e/i.test(this.#value)) return this.#value
    // 4.111111111111111E15
    const number = Number(this.#value)
    return Number.isSafeInteger(number) ? String(number) : this.#value
  }

  #attribute(name: string, value: string): void {
    const own = local(name)
    if (own === 'display' || own === 'tooltip' || own.startsWith('prompt') || own.startsWith('error'))
      this.#into.addAside(value)
    else this.#into.addName(value)
  }
}

/** The number of a cell's column, from 0: `C7` is 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
