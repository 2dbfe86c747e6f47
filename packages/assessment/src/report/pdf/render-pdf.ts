import { dateText } from '../render-html.ts'
import type { Block, Report, Section } from '../report.ts'
import { Contents, writePageNumbers } from './contents.ts'
import { chartBox, figuresBox, noticeBox } from './figure-boxes.ts'
import { type Box, Flow } from './flow.ts'
import { COLOURS, openPaper, type Paper, rule } from './paper.ts'
import { tableBoxes } from './table-boxes.ts'
import { child, onFirstUse, textBoxes } from './text-boxes.ts'

/**
 * The report as a tagged PDF: the summary on its first page, then the table of contents, bookmarks, page numbers, and
 * the same content as the other forms. With the bound on listed findings it takes about a second. Characters that no
 * font of it has are written by their numbers.
 */
export async function renderPdf(report: Report): Promise<Uint8Array<ArrayBuffer>> {
  const paper = openPaper(report)
  const { document } = paper
  const bytes = collect(document)
  const root = document.struct('Document')
  document.addStructure(root)
  const flow = new Flow(paper)
  const contents = new Contents(paper, flow, report.sections)
  flow.place(headerBoxes(paper, root, report))
  for (const [index, section] of report.sections.entries()) {
    if (section.startsPage === true) flow.startPage()
    flow.place(sectionBoxes(paper, root, section, () => contents.starts(section)))
    // The contents stand below the summary, which is what the first page is for.
    if (index === 0) flow.place([contents.box(root)])
  }
  contents.write()
  writePageNumbers(paper, report)
  document.end()
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

function headerBoxes(paper: Paper, root: PDFKit.PDFStructureElement, report: Report): Box[] {
  const { title, organization, project, details, generatedAt } = report
  const facts = [...details.map(({ label, value }) => `${label}: ${value}`), dateText(generatedAt)]
  const quiet = { colour: COLOURS.muted, keepsWithNext: true } as const
  return [
    ...textBoxes(paper, () => root, `${organization}: ${title.toLowerCase()}`, { ...quiet, gap: 0 }),
    ...textBoxes(paper, () => root, project, { look: 'bold', size: 21, gap: 0, type: 'H1', keepsWithNext: true }),
    ...textBoxes(paper, () => root, facts.join('  |  '), { ...quiet, size: 9, gap: 12 }),
  ]
}

function sectionBoxes(paper: Paper, root: PDFKit.PDFStructureElement, section: Section, onStart: () => void): Box[] {
  const { document, left } = paper
  const element = child(document, root, 'Sect')
  const start: Box = {
    height: 8,
    keepsWithNext: true,
    draw(top) {
      onStart()
      document.outline.addItem(section.title)
      document.addNamedDestination(section.id, 'XYZ', left, top - 8, null)
      rule(paper, top, 1.2, COLOURS.ink)
    },
  }
  const heading = { look: 'bold', size: 15, gap: 6, type: 'H2', keepsWithNext: true } as const
  return [
    start,
    ...textBoxes(paper, () => element, section.title, heading),
    ...section.blocks.flatMap((block, index) => blockBoxes(paper, element, block, section.blocks[index + 1])),
    { height: 0, gap: 10, draw: () => undefined },
  ]
}

function blockBoxes(
  paper: Paper,
  parent: PDFKit.PDFStructureElement,
  block: Block,
  next: Block | undefined,
): readonly Box[] {
  switch (block.kind) {
    case 'paragraph':
      // A paragraph before a table or a list leads to it.
      return textBoxes(paper, () => parent, block.text, {
        keepsWithNext: next?.kind === 'table' || next?.kind === 'list',
      })
    case 'list':
      return listBoxes(paper, parent, block.items)
    case 'notice':
      return [noticeBox(paper, parent, block)]
    case 'figures':
      return [figuresBox(paper, parent, block)]
    case 'chart':
      return [chartBox(paper, parent, block.drawing)]
    case 'table':
      return tableBoxes(paper, parent, block.columns, block.rows)
    case 'files':
      return block.files.flatMap(({ path, note, rows }) => [
        ...textBoxes(paper, () => parent, path, { look: 'code', size: 9, gap: 1, type: 'H3', keepsWithNext: true }),
        ...textBoxes(paper, () => parent, note, { size: 8, colour: COLOURS.muted, gap: 4, keepsWithNext: true }),
        ...tableBoxes(paper, parent, block.columns, rows),
      ])
  }
}

function listBoxes(paper: Paper, parent: PDFKit.PDFStructureElement, items: readonly string[]): Box[] {
  const { document } = paper
  const list = onFirstUse(() => child(document, parent, 'L'))
  const boxes = items.flatMap((item) => {
    const element = onFirstUse(() => child(document, list(), 'LI'))
    return textBoxes(paper, element, `• ${item}`, { size: 8.5, gap: 2, indent: 4, type: 'LBody' })
  })
  return [...boxes, { height: 0, gap: 8, draw: () => undefined }]
}
