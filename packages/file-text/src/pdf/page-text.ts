/** A piece of text on a page. */
interface TextItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly endsLine: boolean
}

/** The pieces of text that PDF.js gives of a page. */
export function itemsOf(items: readonly object[]): readonly TextItem[] {
  return items.flatMap((item) => {
    if (!('str' in item && typeof item.str === 'string')) return []
    const matrix: unknown = 'transform' in item ? item.transform : undefined
    const [x, y] = Array.isArray(matrix) ? [Number(matrix[4]), Number(matrix[5])] : [0, 0]
    const sizes = ['width', 'height'].map((name) => Number(Reflect.get(item, name)))
    const endsLine = 'hasEOL' in item && item.hasEOL === true
    return [{ text: item.str, x, y, width: sizes[0] ?? 0, height: sizes[1] ?? 0, endsLine }]
  })
}

/** The text in the order in which the file has it. */
export function streamOrder(items: readonly TextItem[]): string {
  return items.map(({ text, endsLine }) => (endsLine ? `${text}\n` : text)).join('')
}

/** Lines that are nearer than this are one, in parts of the height of a letter. */
const SAME_LINE = 0.5
/** A wider gap is a space. */
const SPACE = 0.25

/** The text in the order in which it stands on the page: from the top, and each line from the left. */
export function readingOrder(items: readonly TextItem[]): string {
  const shown = items.filter(({ text }) => text.trim() !== '')
  const lines: TextItem[][] = []
  for (const item of shown.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line === undefined || first === undefined) lines.push([item])
    else if (first.y - item.y <= SAME_LINE * Math.max(first.height, item.height)) line.push(item)
    else lines.push([item])
  }
  return lines.map(lineText).join('\n')
}

function lineText(line: readonly TextItem[]): string {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const item of line.toSorted((a, b) => a.x - b.x)) {
    text += text !== '' && item.x - end > SPACE * item.height ? ` ${item.text}` : item.text
    end = item.x + item.width
  }
  return text
}
