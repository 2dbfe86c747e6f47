import type { Cell, Column } from '../report.ts'
import type { Box } from './flow.ts'
import { addLink } from './link.ts'
import { COLOURS, decorate, LINE_HEIGHT, type Paper, rule, toneColour, writeLine } from './paper.ts'
import { child, onFirstUse } from './text-boxes.ts'
import type { TextLine } from './text-layout.ts'

const SIZE = 8.5
const HEAD_SIZE = 7.5
const CODE_SIZE = 7.5
const GUTTER = 10
const PADDING = 4
/** Points below a table. */
const GAP = 14
const COLUMN_HEAD = { lang: 'en', scope: 'Column' }
/** A row stands on one page, whatever is in its cells. */
const MAX_LINES = 24

/** A table: a box for its head and each of its rows. The head stands on each page, and with it at least two rows. */
export function tableBoxes(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Box[] {
  const table = onFirstUse(() => child(paper.document, parent, 'Table'))
  const { first, repeated } = headBoxes(paper, table, columns)
  const boxes = rows.map((row, index): Box => {
    const box = rowBox(paper, table, columns, row)
    const isNextToEnd = index === 0 || index === rows.length - 2
    const isLast = index === rows.length - 1
    return { ...box, head: repeated, gap: isLast ? GAP : 0, keepsWithNext: isNextToEnd && !isLast }
  })
  return [first, ...boxes]
}

interface Placed<Content> {
  readonly content: Content
  readonly x: number
  readonly width: number
}

/** The columns from left to right. */
function placed({ left, width }: Paper, columns: readonly Column[]): Placed<Column>[] {
  let x = left
  return columns.map((content) => {
    const full = content.share * width
    const column = { content, x, width: full - GUTTER }
    x += full
    return column
  })
}

function headBoxes(
  paper: Paper,
  table: () => PDFKit.PDFStructureElement,
  columns: readonly Column[],
): { readonly first: Box; readonly repeated: Box } {
  const pen = { size: HEAD_SIZE, colour: COLOURS.muted }
  const cells = placed(paper, columns).map(({ content, x, width }) => {
    const lines = paper.layout.lines(content.title, { look: 'bold', size: HEAD_SIZE, width })
    return { content: { lines, isNumber: content.isNumber === true }, x, width }
  })
  const height = heightOf(cells.map(({ content }) => content.lines.length * HEAD_SIZE * LINE_HEIGHT)) + PADDING + 2
  const write = ({ content, x, width }: (typeof cells)[number], top: number) =>
    writeLines(paper, { ...content, x, width, top, ...pen })
  const line = (top: number) => rule(paper, top + height - PADDING, 0.8, COLOURS.ink)
  const first = (top: number) => {
    const row = child(paper.document, table(), 'TR')
    for (const cell of cells) {
      row.add(paper.document.struct('TH', COLUMN_HEAD, [() => write(cell, top)]))
    }
    line(top)
  }
  // The structure has one table, however many pages it takes.
  const again = (top: number) => {
    decorate(paper, () => {
      for (const cell of cells) write(cell, top)
    })
    line(top)
  }
  return { first: { height, keepsWithNext: true, draw: first }, repeated: { height, draw: again } }
}

function rowBox(
  paper: Paper,
  table: () => PDFKit.PDFStructureElement,
  columns: readonly Column[],
  row: readonly Cell[],
): Box {
  const cells = placed(paper, columns).flatMap(({ content: column, x, width }, index) => {
    const cell = row[index]
    if (cell === undefined) return []
    const size = cell.isCode === true ? CODE_SIZE : SIZE
    const look = cell.isCode === true ? 'code' : cell.tone === undefined || cell.tone === 'plain' ? 'text' : 'bold'
    const lines = paper.layout.lines(cell.text, { look, size, width, maxLines: MAX_LINES })
    return { cell, lines, size, x, width, isNumber: column.isNumber === true }
  })
  const height = heightOf(cells.map(({ lines, size }) => lines.length * size * LINE_HEIGHT)) + 2 * PADDING
  const draw = (top: number) => {
    const element = child(paper.document, table(), 'TR')
    for (const one of cells) {
      const colour = one.cell.link === undefined ? toneColour(one.cell.tone) : COLOURS.accent
      const write = () => writeLines(paper, { ...one, top, colour })
      const { link } = one.cell
      if (link === undefined) element.add(paper.document.struct('TD', {}, [write]))
      else addLink(paper, child(paper.document, element, 'TD'), { ...one, height, y: top, url: link, write })
    }
    rule(paper, top + height - PADDING, 0.4)
  }
  return { height, draw }
}

interface WrittenLines {
  readonly lines: readonly TextLine[]
  readonly isNumber: boolean
  readonly x: number
  readonly width: number
  readonly top: number
  readonly size: number
  readonly colour: string
}

function writeLines(paper: Paper, { lines, isNumber, x, width, top, size, colour }: WrittenLines): void {
  for (const [index, line] of lines.entries()) {
    const left = isNumber ? x + width - line.width : x
    writeLine(paper, line, left, top + index * size * LINE_HEIGHT, { size, colour })
  }
}

function heightOf(heights: readonly number[]): number {
  return Math.max(0, ...heights)
}
