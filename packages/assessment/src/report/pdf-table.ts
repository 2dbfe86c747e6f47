import { COLOURS, ensureRoom, FONTS, type Paper, toneColour } from './pdf-page.ts'
import { pdfText } from './pdf-text.ts'
import type { Cell, Column } from './report.ts'

const SIZE = 8.5
const HEAD_SIZE = 7.5
const CODE_SIZE = 7.5
const LINE_GAP = 2
const GUTTER = 10
const PADDING = 4

/** A table over as many pages as it takes, with its head on each of them; rows are not torn. */
export function writeTable(paper: Paper, columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  writeHead(paper, columns)
  for (const row of rows) writeRow(paper, columns, row)
  paper.document.y += 14
}

function writeHead(paper: Paper, columns: readonly Column[]): void {
  const { document, left, width } = paper
  const y = document.y
  document.font(FONTS.bold).fontSize(HEAD_SIZE).fillColor(COLOURS.muted)
  eachColumn(paper, columns, (column, x, columnWidth) => {
    document.text(column.title, x, y, { width: columnWidth, align: column.isNumber === true ? 'right' : 'left' })
  })
  const line = y + HEAD_SIZE + PADDING + 2
  document
    .moveTo(left, line)
    .lineTo(left + width, line)
    .lineWidth(0.8)
    .strokeColor(COLOURS.ink)
    .stroke()
  document.y = line + PADDING
}

function writeRow(paper: Paper, columns: readonly Column[], row: readonly Cell[]): void {
  const { document, left, width } = paper
  let height = 0
  eachColumn(paper, columns, (_column, _x, columnWidth, index) => {
    height = Math.max(height, heightOf(document, row[index], columnWidth))
  })
  if (ensureRoom(paper, height + 2 * PADDING)) writeHead(paper, columns)
  const y = document.y
  eachColumn(paper, columns, (column, x, columnWidth, index) => {
    const cell = row[index]
    if (cell === undefined) return
    document.fillColor(toneColour(cell.tone))
    setFont(document, cell)
    const align = column.isNumber === true ? 'right' : 'left'
    const link = cell.link === undefined ? {} : { link: cell.link }
    document.text(pdfText(cell.text), x, y, { width: columnWidth, align, lineGap: LINE_GAP, ...link })
  })
  const line = y + height + PADDING
  document
    .moveTo(left, line)
    .lineTo(left + width, line)
    .lineWidth(0.4)
    .strokeColor(COLOURS.line)
    .stroke()
  document.y = line + PADDING
}

function eachColumn(
  { left, width }: Paper,
  columns: readonly Column[],
  each: (column: Column, x: number, width: number, index: number) => void,
): void {
  let x = left
  for (const [index, column] of columns.entries()) {
    const full = column.share * width
    each(column, x, full - GUTTER, index)
    x += full
  }
}

function heightOf(document: PDFKit.PDFDocument, cell: Cell | undefined, width: number): number {
  if (cell === undefined) return 0
  setFont(document, cell)
  return document.heightOfString(pdfText(cell.text), { width, lineGap: LINE_GAP })
}

function setFont(document: PDFKit.PDFDocument, { isCode, tone }: Cell): void {
  const isToned = tone !== undefined && tone !== 'plain'
  document.font(isCode === true ? FONTS.code : isToned ? FONTS.bold : FONTS.text)
  document.fontSize(isCode === true ? CODE_SIZE : SIZE)
}
