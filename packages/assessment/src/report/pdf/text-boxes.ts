import type { Box } from './flow.ts'
import type { Look } from './font-faces.ts'
import { COLOURS, LINE_HEIGHT, type Paper, writeLine } from './paper.ts'

interface TextStyle {
  readonly look?: Look
  /** Points. */
  readonly size?: number
  readonly colour?: string
  readonly gap?: number
  readonly indent?: number
  /** Of its structure (ISO 32000-1, 14.8.4.3): a paragraph by default. */
  readonly type?: 'P' | 'H1' | 'H2' | 'H3' | 'LBody'
  /** Its last line stands on the page of what comes next. */
  readonly keepsWithNext?: boolean
}

/** Text over the full width, a box for each line. No line stands alone on its page: neither the first nor the last. */
export function textBoxes(
  paper: Paper,
  parent: () => PDFKit.PDFStructureElement,
  text: string,
  { look = 'text', size = 10, colour = COLOURS.ink, gap = 8, indent = 0, type = 'P', keepsWithNext = false }: TextStyle,
): Box[] {
  const { document, layout, left, width } = paper
  const lines = layout.lines(text, { look, size, width: width - indent })
  const element = onFirstUse(() => child(document, parent(), type))
  return lines.map((line, index) => ({
    height: size * LINE_HEIGHT,
    gap: index === lines.length - 1 ? gap : 0,
    keepsWithNext: index === lines.length - 1 ? keepsWithNext : index === 0 || index === lines.length - 2,
    draw: (top) => element().add(() => writeLine(paper, line, left + indent, top, { size, colour })),
  }))
}

/** A new element of the document's structure, below another. */
export function child(
  document: PDFKit.PDFDocument,
  parent: PDFKit.PDFStructureElement,
  type: string,
): PDFKit.PDFStructureElement {
  const element = document.struct(type)
  parent.add(element)
  return element
}

/** Makes a value when it is first asked for: elements of the structure stand in the order in which they are made. */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
