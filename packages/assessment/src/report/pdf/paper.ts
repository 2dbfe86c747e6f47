import PDFDocument from 'pdfkit'
import { REPORT_COLOURS } from '../html-style.ts'
import type { Report, Tone } from '../report.ts'
import { FontFaces } from './font-faces.ts'
import { TextLayout, type TextLine } from './text-layout.ts'

export const COLOURS = REPORT_COLOURS.light

/** Points (1/72 inch) on A4; the numbers at the foot stand below the bottom margin. */
const MARGINS = { top: 62, bottom: 70, left: 56, right: 56 } as const

/** The document with what is known of its pages. */
export interface Paper {
  readonly document: PDFKit.PDFDocument
  readonly layout: TextLayout
  readonly left: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

/** Opens the document with its metadata; the same report gives the same dates in it. */
export function openPaper(report: Report): Paper {
  const document = new PDFDocument({
    size: 'A4',
    margins: MARGINS,
    // Page numbers and the table of contents are written when all pages are known.
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${report.title}: ${report.project}`,
      Author: report.organization,
      Creator: 'Sluice cryptographic assessment',
      CreationDate: new Date(report.generatedAt),
    },
  })
  const { width, height } = document.page
  const faces = new FontFaces((face, font) => document.registerFont(face, font))
  return {
    document,
    layout: new TextLayout(faces, (text, face, size) => document.font(face).fontSize(size).widthOfString(text)),
    left: MARGINS.left,
    width: width - MARGINS.left - MARGINS.right,
    top: MARGINS.top,
    bottom: height - MARGINS.bottom,
  }
}

/** The height of a line in sizes of its font, and where in it the base line is. */
export const LINE_HEIGHT = 1.36
export const BASE_LINE = 1.05

interface Pen {
  readonly size: number
  readonly colour: string
}

/** Writes a line with its upper left corner at a place. */
export function writeLine({ document }: Paper, line: TextLine, x: number, top: number, { size, colour }: Pen): void {
  let at = x
  for (const { text, face, width } of line.pieces) {
    document.font(face).fontSize(size).fillColor(colour)
    document.text(text, at, top + size * BASE_LINE, { lineBreak: false, baseline: 'alphabetic' })
    at += width
  }
}

/** Draws what only decorates: readers of the structure do not meet it (ISO 32000-1, 14.8.2.2). */
export function decorate({ document }: Paper, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  document.markContent('Artifact', { type })
  draw()
  document.endMarkedContent()
}

/** Draws a horizontal line over the full width. */
export function rule(paper: Paper, y: number, thickness: number, colour: string = COLOURS.line): void {
  const { document, left, width } = paper
  decorate(paper, () => {
    document
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(thickness)
      .stroke(colour)
  })
}

export function toneColour(tone: Tone | undefined): string {
  return tone === undefined || tone === 'plain' ? COLOURS.ink : COLOURS[tone]
}
