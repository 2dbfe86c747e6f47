import { writeDrawing } from './pdf-drawing.ts'
import { COLOURS, ensureRoom, FONTS, openPaper, type Paper, toneColour, writeText } from './pdf-page.ts'
import { writeTable } from './pdf-table.ts'
import { pdfText } from './pdf-text.ts'
import { dateText } from './render-html.ts'
import type { Block, Report, Section } from './report.ts'

/** A section with the page it starts on, counted from 0. */
interface Placed {
  readonly section: Section
  readonly page: number
}

/**
 * The report as a PDF: the summary on its first page, then the table of contents, bookmarks, page numbers, and the same
 * content as the other forms. With the bound on listed findings it takes well under a second. Fonts are the standard
 * ones of PDF: characters they lack are written by their numbers.
 */
export async function renderPdf(report: Report): Promise<Uint8Array<ArrayBuffer>> {
  const paper = openPaper(report)
  const bytes = collect(paper.document)
  writeHeader(paper, report)
  const placed: Placed[] = []
  let contents = { page: 0, y: 0 }
  for (const [index, section] of report.sections.entries()) {
    if (section.startsPage === true) paper.document.addPage()
    placed.push({ section, page: writeSection(paper, section) })
    // The contents stand below the summary, which is what the first page is for.
    if (index === 0) contents = leaveRoom(paper, report.sections.length * CONTENTS_ROW + CONTENTS_HEAD)
  }
  writeContents(paper, placed, contents)
  writePageNumbers(paper, report)
  paper.document.end()
  return await bytes
}

function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
  document.on('error', reject)
  return promise
}

function writeHeader(paper: Paper, { title, organization, project, details, generatedAt }: Report): void {
  const { document } = paper
  document.y = 44
  writeText(paper, `${organization}: ${title.toLowerCase()}`, { size: 10, colour: COLOURS.muted, gapAfter: 2 })
  writeText(paper, project, { font: 'heading', size: 22, gapAfter: 2 })
  const facts = [...details.map(({ label, value }) => `${label}: ${value}`), dateText(generatedAt)]
  writeText(paper, facts.join('  |  '), { size: 9, colour: COLOURS.muted, gapAfter: 14 })
}

const CONTENTS_ROW = 23
const CONTENTS_HEAD = 30

function leaveRoom(paper: Paper, points: number): { readonly page: number; readonly y: number } {
  const { document } = paper
  ensureRoom(paper, points)
  const { start, count } = document.bufferedPageRange()
  const y = document.y
  document.y += points
  return { page: start + count - 1, y }
}

function writeSection(paper: Paper, section: Section): number {
  const { document, left, width } = paper
  const [first] = section.blocks
  // A heading stays with the chart below it, or with some lines of text.
  ensureRoom(paper, 40 + (first?.kind === 'chart' ? first.drawing.height * (width / first.drawing.width) : 90))
  const { start, count } = document.bufferedPageRange()
  document.outline.addItem(pdfText(section.title))
  document.addNamedDestination(section.id, 'XYZ', left, document.y - 8, null)
  document.rect(left, document.y, width, 1.2).fill(COLOURS.ink)
  document.y += 10
  writeText(paper, section.title, { font: 'heading', size: 17, gapAfter: 8 })
  for (const block of section.blocks) writeBlock(paper, block)
  document.y += 12
  return start + count - 1
}

function writeBlock(paper: Paper, block: Block): void {
  switch (block.kind) {
    case 'paragraph':
      writeText(paper, block.text)
      return
    case 'list':
      for (const item of block.items) writeText(paper, `• ${item}`, { size: 8.5, gapAfter: 2, indent: 4 })
      paper.document.y += 8
      return
    case 'notice':
      writeNotice(paper, block)
      return
    case 'figures':
      writeFigures(paper, block)
      return
    case 'chart':
      writeDrawing(paper, block.drawing)
      return
    case 'table':
      ensureRoom(paper, 60)
      writeTable(paper, block.columns, block.rows)
      return
    case 'files':
      for (const { path, note, rows } of block.files) {
        // A file's name stays with the head and a row of its table.
        ensureRoom(paper, 90)
        writeText(paper, path, { font: 'code', size: 9, gapAfter: 1 })
        writeText(paper, note, { size: 8, colour: COLOURS.muted, gapAfter: 4 })
        writeTable(paper, block.columns, rows)
      }
      return
  }
}

function writeNotice(paper: Paper, { tone, title, text }: Extract<Block, { readonly kind: 'notice' }>): void {
  const { document, left } = paper
  ensureRoom(paper, 70)
  const top = document.y
  document.y += 8
  writeText(paper, title, { font: 'bold', size: 13, colour: toneColour(tone), gapAfter: 2, indent: 16 })
  writeText(paper, text, { gapAfter: 6, indent: 16 })
  document.rect(left, top, 4, document.y - top).fill(toneColour(tone))
  document.x = left
  document.y += 10
}

function writeFigures(paper: Paper, { items }: Extract<Block, { readonly kind: 'figures' }>): void {
  const { document, left, width } = paper
  const height = 62
  ensureRoom(paper, height)
  const top = document.y
  const each = width / Math.max(1, items.length)
  document.rect(left, top, width, height).lineWidth(0.6).stroke(COLOURS.line)
  for (const [index, { label, value }] of items.entries()) {
    const x = left + index * each
    if (index > 0)
      document
        .moveTo(x, top)
        .lineTo(x, top + height)
        .lineWidth(0.6)
        .stroke(COLOURS.line)
    document.font(FONTS.bold).fontSize(18).fillColor(COLOURS.ink)
    document.text(pdfText(value), x + 9, top + 10, { width: each - 14, lineBreak: false })
    document.font(FONTS.text).fontSize(7.5).fillColor(COLOURS.muted)
    document.text(pdfText(label), x + 9, top + 35, { width: each - 14, lineGap: 1 })
  }
  document.x = left
  document.y = top + height + 16
}

function writeContents(
  paper: Paper,
  placed: readonly Placed[],
  { page, y }: { readonly page: number; readonly y: number },
): void {
  const { document, left, width } = paper
  document.switchToPage(page)
  document.y = y
  writeText(paper, 'Contents', { font: 'heading', size: 14, gapAfter: 6 })
  for (const [index, { section, page: at }] of placed.entries()) {
    const top = document.y
    document.font(FONTS.text).fontSize(10.5).fillColor(COLOURS.ink)
    document.text(pdfText(`${index + 1}  ${section.title}`), left, top, { width: width - 40, goTo: section.id })
    document.text(String(at + 1), left, top, { width, align: 'right', goTo: section.id })
    const line = top + 17
    document
      .moveTo(left, line)
      .lineTo(left + width, line)
      .lineWidth(0.4)
      .stroke(COLOURS.line)
    document.y = line + 6
  }
}

function writePageNumbers({ document, left, width, bottom }: Paper, report: Report): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    // Below the bottom margin, where text would otherwise start a new page.
    document.page.margins.bottom = 0
    document.font(FONTS.text).fontSize(8).fillColor(COLOURS.muted)
    const y = bottom + 28
    document.text(pdfText(shortName(report)), left, y, { width: width - 80, lineBreak: false })
    document.text(`${page + 1} of ${count}`, left, y, { width, align: 'right', lineBreak: false })
  }
}

const MAX_NAME_CHARS = 80

function shortName({ title, organization }: Report): string {
  const name = `${title}, ${organization}`
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}...` : name
}
