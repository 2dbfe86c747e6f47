import type { UnreadPart } from '@sluice/contracts'
import { OPS, type PDFPageProxy } from 'unpdf/pdfjs'

/** What PDF.js does on a page. */
interface Operations {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

const PICTURES: ReadonlySet<number> = new Set([
  ...[OPS.paintImageMaskXObject, OPS.paintImageMaskXObjectGroup, OPS.paintImageMaskXObjectRepeat],
  ...[OPS.paintImageXObject, OPS.paintImageXObjectRepeat, OPS.paintInlineImageXObject],
  OPS.paintInlineImageXObjectGroup,
])
/** How many slanted lines and curves a page may have: boxes with round corners have eight. A word has more. */
const MOST_STROKES = 48

/** The steps of a path as PDF.js writes them, each followed by so many numbers. */
const [MOVE, LINE, CURVE, QUADRATIC] = [0, 1, 2, 3]
const NUMBERS: ReadonlyMap<number, number> = new Map([
  [MOVE, 2],
  [LINE, 2],
  [CURVE, 6],
  [QUADRATIC, 4],
])

/** Whether a page shows a picture, or so many slanted and curved lines that they may be letters. */
export function drawnOn({ fnArray, argsArray }: Operations): boolean {
  let strokes = 0
  for (const [at, operation] of fnArray.entries()) {
    if (PICTURES.has(operation)) return true
    if (operation !== OPS.constructPath) continue
    strokes += strokesIn(argsArray[at])
    if (strokes > MOST_STROKES) return true
  }
  return false
}

function strokesIn(args: unknown): number {
  const path: unknown = Array.isArray(args) && Array.isArray(args[1]) ? args[1][0] : undefined
  if (!(path instanceof Float32Array)) return path === null || path === undefined ? 0 : MOST_STROKES + 1
  let strokes = 0
  let [x, y] = [0, 0]
  for (let at = 0; at < path.length; ) {
    const step = path[at] ?? 0
    const numbers = NUMBERS.get(step) ?? 0
    const [nextX, nextY] = [path[at + numbers - 1] ?? x, path[at + numbers] ?? y]
    if (step === CURVE || step === QUADRATIC || (step === LINE && nextX !== x && nextY !== y)) strokes += 1
    if (numbers > 0) [x, y] = [nextX, nextY]
    at += numbers + 1
  }
  return strokes
}

/** What the fonts of a page show that their text does not say. To be called once its operators are read. */
export function fontsOf(page: PDFPageProxy, names: readonly string[]): readonly UnreadPart[] {
  return names.flatMap((name): readonly UnreadPart[] => {
    if (!page.commonObjs.has(name)) return ['file']
    const font: unknown = page.commonObjs.get(name)
    if (typeof font !== 'object' || font === null) return ['file']
    // Each glyph is a drawing.
    if ('isType3Font' in font && font.isType3Font === true) return ['image']
    const letters: unknown = 'toUnicode' in font ? font.toUnicode : undefined
    // The numbers of glyphs, in the place of letters.
    const isUnknown = typeof letters === 'object' && letters !== null && 'firstChar' in letters
    return isUnknown ? ['file'] : []
  })
}
