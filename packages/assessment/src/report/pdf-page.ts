import PDFDocument from 'pdfkit'
import { REPORT_COLOURS } from './html-style.ts'
import { pdfText } from './pdf-text.ts'
import type { Report, Tone } from './report.ts'

export const FONTS = { text: 'Helvetica', bold: 'Helvetica-Bold', heading: 'Times-Bold', code: 'Courier' } as const
export const COLOURS = REPORT_COLOURS.light

/** Points (1/72 inch) on A4; the numbers at the foot stand below the bottom margin. */
const MARGINS = { top: 62, bottom: 70, left: 56, right: 56 } as const

/** A page to write on from top to bottom. */
export interface Paper {
  readonly document: PDFKit.PDFDocument
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
  return {
    document,
    left: MARGINS.left,
    width: width - MARGINS.left - MARGINS.right,
    top: MARGINS.top,
    bottom: height - MARGINS.bottom,
  }
}

/** Starts a new page unless so many points are left on this one. */
export function ensureRoom({ document, bottom, top }: Paper, points: number): boolean {
  if (document.y + points <= bottom || document.y <= top) return false
  document.addPage()
  return true
}

export interface TextStyle {
  readonly font?: keyof typeof FONTS
  readonly size?: number
  readonly colour?: string
  readonly gapAfter?: number
  readonly indent?: number
}

/** Writes text over the full width, over as many pages as it takes, and moves down. */
export function writeText(paper: Paper, text: string, style: TextStyle = {}): void {
  const { font = 'text', size = 10, colour = COLOURS.ink, gapAfter = 8, indent = 0 } = style
  const { document, left, width } = paper
  document.font(FONTS[font]).fontSize(size).fillColor(colour)
  document.text(pdfText(text), left + indent, document.y, { width: width - indent, lineGap: size * 0.25 })
  document.y += gapAfter
}

export function toneColour(tone: Tone | undefined): string {
  return tone === undefined || tone === 'plain' ? COLOURS.ink : COLOURS[tone]
}
