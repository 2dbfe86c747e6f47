import type { Drawing, Shape } from './drawing.ts'
import { escapeHtml } from './escape-html.ts'

/** A drawing as inline SVG, coloured by the classes `paint-*` of the page. */
export function renderSvg({ title, description, width, height, shapes }: Drawing): string {
  const label = escapeHtml(`${title}. ${description}`)
  return [
    `<svg viewBox="0 0 ${width} ${round(height)}" role="img" aria-label="${label}" xmlns="http://www.w3.org/2000/svg">`,
    ...shapes.map(shapeText),
    '</svg>',
  ].join('')
}

function shapeText(shape: Shape): string {
  const paint = `paint-${shape.paint}`
  switch (shape.kind) {
    case 'bar':
      return `<rect class="${paint}" x="${round(shape.x)}" y="${round(shape.y)}" width="${round(shape.width)}" height="${round(shape.height)}"/>`
    case 'dot':
      return `<circle class="${paint}" cx="${round(shape.x)}" cy="${round(shape.y)}" r="${round(shape.radius)}"/>`
    case 'line': {
      const [x1, y1] = shape.from
      const [x2, y2] = shape.to
      return `<line class="${paint}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`
    }
    case 'text': {
      const bold = shape.isBold === true ? ' font-weight="600"' : ''
      const anchor = shape.anchor === undefined ? '' : ` text-anchor="${shape.anchor}"`
      return `<text class="${paint}" x="${round(shape.x)}" y="${round(shape.y)}" font-size="${shape.size}"${anchor}${bold}>${escapeHtml(shape.text)}</text>`
    }
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
