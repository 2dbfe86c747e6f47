import type { Drawing, Paint, Shape } from '../drawing.ts'
import type { Block } from '../report.ts'
import type { Box } from './flow.ts'
import { BASE_LINE, COLOURS, decorate, LINE_HEIGHT, type Paper, toneColour, writeLine } from './paper.ts'
import { child } from './text-boxes.ts'

type BlockOf<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>

const FIGURE_PADDING = 9
const VALUE_SIZE = 17
const LABEL_SIZE = 7.5

/** Key figures side by side, each with its label below it. */
export function figuresBox(paper: Paper, parent: PDFKit.PDFStructureElement, { items }: BlockOf<'figures'>): Box {
  const { document, layout, left, width } = paper
  const each = width / Math.max(1, items.length)
  const inner = each - FIGURE_PADDING - 4
  const figures = items.map(({ label, value }, index) => ({
    x: left + index * each,
    value: layout.lines(value, { look: 'bold', size: VALUE_SIZE, width: inner, maxLines: 1 }),
    label: layout.lines(label, { look: 'text', size: LABEL_SIZE, width: inner }),
  }))
  const labels = Math.max(1, ...figures.map(({ label }) => label.length))
  const labelTop = FIGURE_PADDING + VALUE_SIZE * LINE_HEIGHT
  const height = labelTop + labels * LABEL_SIZE * LINE_HEIGHT + FIGURE_PADDING
  const draw = (top: number) => {
    decorate(paper, () => {
      document.rect(left, top, width, height)
      for (const { x } of figures.slice(1)) document.moveTo(x, top).lineTo(x, top + height)
      document.lineWidth(0.6).stroke(COLOURS.line)
    })
    const list = child(document, parent, 'L')
    for (const { x, value, label } of figures) {
      const item = child(document, list, 'LI')
      const write = (lines: typeof value, y: number, size: number, colour: string) => () => {
        for (const [index, line] of lines.entries()) {
          writeLine(paper, line, x + FIGURE_PADDING, y + index * size * LINE_HEIGHT, { size, colour })
        }
      }
      item.add(document.struct('Lbl', {}, [write(label, top + labelTop, LABEL_SIZE, COLOURS.muted)]))
      item.add(document.struct('LBody', {}, [write(value, top + FIGURE_PADDING - 2, VALUE_SIZE, COLOURS.ink)]))
    }
  }
  return { height, gap: 14, draw }
}

const NOTICE_INDENT = 16
const TITLE_SIZE = 13
const NOTICE_SIZE = 10

/** What a reader has to see first, beside a bar in its colour. */
export function noticeBox(paper: Paper, parent: PDFKit.PDFStructureElement, notice: BlockOf<'notice'>): Box {
  const { document, layout, left, width } = paper
  const inner = width - NOTICE_INDENT
  const colour = toneColour(notice.tone)
  const title = layout.lines(notice.title, { look: 'bold', size: TITLE_SIZE, width: inner })
  const text = layout.lines(notice.text, { look: 'text', size: NOTICE_SIZE, width: inner, maxLines: 30 })
  const textTop = 4 + title.length * TITLE_SIZE * LINE_HEIGHT + 2
  const height = textTop + text.length * NOTICE_SIZE * LINE_HEIGHT + 6
  const draw = (top: number) => {
    decorate(paper, () => document.rect(left, top, 4, height).fill(colour))
    const write = (lines: typeof title, y: number, size: number, paint: string) => () => {
      for (const [index, line] of lines.entries()) {
        writeLine(paper, line, left + NOTICE_INDENT, y + index * size * LINE_HEIGHT, { size, colour: paint })
      }
    }
    parent.add(document.struct('P', {}, [write(title, top + 4, TITLE_SIZE, colour)]))
    parent.add(document.struct('P', {}, [write(text, top + textTop, NOTICE_SIZE, COLOURS.ink)]))
  }
  return { height, gap: 12, draw }
}

/** A chart over the full width, with its content in words for those who do not see it. */
export function chartBox(paper: Paper, parent: PDFKit.PDFStructureElement, drawing: Drawing): Box {
  const { document, left, width } = paper
  const scale = width / drawing.width
  const height = drawing.height * scale
  const draw = (top: number) => {
    const alt = `${drawing.title}. ${drawing.description}.`
    const options = { alt, bbox: [left, top, left + width, top + height], placement: 'Block' }
    const write = () => {
      document.save()
      document.translate(left, top).scale(scale)
      for (const shape of drawing.shapes) drawShape(paper, shape)
      document.restore()
    }
    parent.add(document.struct('Figure', options, [write]))
  }
  return { height, gap: 14, draw }
}

function drawShape(paper: Paper, shape: Shape): void {
  const { document } = paper
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
      drawText(paper, shape)
  }
}

function drawText(paper: Paper, shape: Extract<Shape, { readonly kind: 'text' }>): void {
  const { x, y, size, paint, anchor, isBold, text } = shape
  const look = isBold === true ? 'bold' : 'text'
  const [line] = paper.layout.lines(text, { look, size, width: Number.POSITIVE_INFINITY })
  if (line === undefined) return
  const left = anchor === 'end' ? x - line.width : anchor === 'middle' ? x - line.width / 2 : x
  writeLine(paper, line, left, y - size * BASE_LINE, { size, colour: colourOf(paint) })
}

function colourOf(paint: Paint): string {
  return COLOURS[paint]
}
