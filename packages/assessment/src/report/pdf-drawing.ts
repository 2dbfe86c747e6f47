import type { Drawing, Paint, Shape } from './drawing.ts'
import { COLOURS, ensureRoom, FONTS, type Paper } from './pdf-page.ts'
import { pdfText } from './pdf-text.ts'

/** Draws a chart over the full width and moves below it; a chart is not torn. */
export function writeDrawing(paper: Paper, drawing: Drawing): void {
  const { document, left, width } = paper
  const scale = width / drawing.width
  const height = drawing.height * scale
  ensureRoom(paper, height)
  const top = document.y
  document.save()
  document.translate(left, top).scale(scale)
  for (const shape of drawing.shapes) drawShape(document, shape)
  document.restore()
  document.x = left
  document.y = top + height + 14
}

function drawShape(document: PDFKit.PDFDocument, shape: Shape): void {
  switch (shape.kind) {
    case 'bar':
      document.rect(shape.x, shape.y, shape.width, shape.height).fill(colourOf(shape.paint))
      return
    case 'dot':
      document.circle(shape.x, shape.y, shape.radius).fill(colourOf(shape.paint))
      return
    case 'line':
      document.moveTo(...shape.from).lineTo(...shape.to)
      document.lineWidth(shape.paint === 'line' ? 0.75 : 1.5).stroke(colourOf(shape.paint))
      return
    case 'text':
      drawText(document, shape)
  }
}

function drawText(document: PDFKit.PDFDocument, shape: Extract<Shape, { readonly kind: 'text' }>): void {
  const { x, y, size, paint, anchor, isBold } = shape
  const text = pdfText(shape.text)
  document
    .font(isBold === true ? FONTS.bold : FONTS.text)
    .fontSize(size)
    .fillColor(colourOf(paint))
  const width = document.widthOfString(text)
  const left = anchor === 'end' ? x - width : anchor === 'middle' ? x - width / 2 : x
  document.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
}

function colourOf(paint: Paint): string {
  return COLOURS[paint]
}
