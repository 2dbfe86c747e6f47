import type { Report, Section } from '../report.ts'
import type { Box, Flow } from './flow.ts'
import { addLink } from './link.ts'
import { COLOURS, decorate, LINE_HEIGHT, type Paper, rule, writeLine } from './paper.ts'
import { child } from './text-boxes.ts'

const HEAD = 26
const ROW = 17
const SIZE = 9.5

/** The table of contents: its place is taken when its turn comes, and it is written when all pages are known. */
export class Contents {
  readonly #paper: Paper
  readonly #flow: Flow
  readonly #sections: readonly Section[]
  readonly #pages = new Map<string, number>()
  #place: { readonly page: number; readonly top: number; readonly element: PDFKit.PDFStructureElement } | undefined

  constructor(paper: Paper, flow: Flow, sections: readonly Section[]) {
    this.#paper = paper
    this.#flow = flow
    this.#sections = sections
  }

  /** The room for it. */
  box(parent: PDFKit.PDFStructureElement): Box {
    const { document } = this.#paper
    return {
      height: HEAD + this.#sections.length * ROW,
      gap: 12,
      draw: (top) => {
        this.#place = { page: this.#flow.page, top, element: child(document, parent, 'TOC') }
      },
    }
  }

  /** Notes that a section starts on the page that is written on. */
  starts({ id }: Section): void {
    this.#pages.set(id, this.#flow.page)
  }

  write(): void {
    const { document } = this.#paper
    if (this.#place === undefined) return
    const { page, top, element } = this.#place
    document.switchToPage(page)
    element.add(document.struct('Caption', {}, [() => this.#text('Contents', top, 14, 'bold')]))
    for (const [index, section] of this.#sections.entries()) {
      const y = top + HEAD + index * ROW
      this.#row(child(document, element, 'TOCI'), `${index + 1}  ${section.title}`, section, y)
      rule(this.#paper, y + ROW - 3, 0.4)
    }
  }

  #row(item: PDFKit.PDFStructureElement, title: string, { id }: Section, y: number): void {
    const { left, width } = this.#paper
    const page = String((this.#pages.get(id) ?? 0) + 1)
    const write = () => {
      this.#text(title, y, SIZE)
      this.#text(page, y, SIZE, 'text', 'right')
    }
    addLink(this.#paper, item, { x: left, y, width, height: SIZE * LINE_HEIGHT, destination: id, write })
  }

  #text(text: string, y: number, size: number, look: 'text' | 'bold' = 'text', align: 'left' | 'right' = 'left'): void {
    const { layout, left, width } = this.#paper
    const [line] = layout.lines(text, { look, size, width, maxLines: 1 })
    if (line === undefined) return
    writeLine(this.#paper, line, align === 'left' ? left : left + width - line.width, y, { size, colour: COLOURS.ink })
  }
}

const FOOT_SIZE = 8
const FOOT_GAP = 28

/** Writes whose report it is and `2 of 9` at the foot of each page. */
export function writePageNumbers(paper: Paper, { title, organization }: Report): void {
  const { document, layout, left, width, bottom } = paper
  const { start, count } = document.bufferedPageRange()
  const pen = { size: FOOT_SIZE, colour: COLOURS.muted }
  const options = { look: 'text', size: FOOT_SIZE, width: width - 80, maxLines: 1 } as const
  const [name] = layout.lines(`${title}, ${organization}`, options)
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    const [number] = layout.lines(`${page + 1} of ${count}`, options)
    decorate(
      paper,
      () => {
        if (name !== undefined) writeLine(paper, name, left, bottom + FOOT_GAP, pen)
        if (number !== undefined) writeLine(paper, number, left + width - number.width, bottom + FOOT_GAP, pen)
      },
      'Pagination',
    )
  }
}
