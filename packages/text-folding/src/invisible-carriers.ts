import { type FoldedText, FoldedTextBuilder, inPlace } from './folded-text.ts'

/** U+E0020 to U+E007E, which no reader sees: ASCII and U+E0000 (https://www.unicode.org/charts/PDF/UE0000.pdf). */
const TAG = /[\u{E0020}-\u{E007E}]/u
/** Variation selectors; no character has more than one, so a run of them carries octets. */
const SELECTORS = '[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]{4,}'
/** Signs without a width, as bits: runs of whole octets. */
const WIDTHLESS = '[\\u200B-\\u200D\\u2060\\u2062-\\u2064\\uFEFF]{24,}'

const INVISIBLE = new RegExp(`[\\u{E0020}-\\u{E007E}]|${SELECTORS}|${WIDTHLESS}`, 'gu')
const MAY_BE_INVISIBLE = /\uDB40|[\uFE00-\uFE0F]{4}|[\u200B-\u200D\u2060-\u2064\uFEFF]{24}/

/** A text with what invisible characters carry in their place. No text becomes longer. Linear. */
export function readInvisible(text: string): FoldedText {
  if (!MAY_BE_INVISIBLE.test(text)) return inPlace(text)
  const built = new FoldedTextBuilder(text)
  for (const { 0: run, index } of text.matchAll(INVISIBLE)) {
    if (TAG.test(run)) built.replace(index, index + 2, String.fromCharCode((run.codePointAt(0) ?? 0) - 0xe0000))
    else readRun(run, index, built)
  }
  return built.build()
}

/** Puts what a run carries in its place, each character over the signs that carry it; nothing where that is no text. */
function readRun(run: string, start: number, built: FoldedTextBuilder): void {
  const points = Array.from(run, (character) => character.codePointAt(0) ?? 0)
  const isOfSelectors = (points[0] ?? 0) >= 0xfe00 && points[0] !== 0xfeff
  const text = isOfSelectors ? textOf(points.map(octetOf)) : textOfBits(points)
  if (text === undefined) return
  const signsOfOctet = isOfSelectors ? 1 : 8
  let [at, sign] = [start, 0]
  for (const character of text) {
    let end = at
    const last = sign + Buffer.byteLength(character) * signsOfOctet
    for (; sign < last; sign += 1) end += (points[sign] ?? 0) > 0xffff ? 2 : 1
    built.replace(at, end, character)
    at = end
  }
}

/** Selectors count on from U+FE00 to U+FE0F, then from U+E0100. */
function octetOf(point: number): number {
  return point < 0xe0000 ? point - 0xfe00 : point - 0xe0100 + 16
}

/** Two signs are 0 and 1, whichever. */
function textOfBits(points: readonly number[]): string | undefined {
  const [one, other, ...others] = new Set(points)
  if (other === undefined || others.length > 0 || points.length % 8 !== 0) return undefined
  for (const zero of [one, other]) {
    const octets: number[] = []
    for (let at = 0; at < points.length; at += 8)
      octets.push(points.slice(at, at + 8).reduce((octet, point) => octet * 2 + (point === zero ? 0 : 1), 0))
    const text = textOf(octets)
    if (text !== undefined) return text
  }
  return undefined
}

function textOf(octets: readonly number[]): string | undefined {
  const text = Buffer.from(octets).toString('utf8')
  return /\uFFFD|(?![\t\n\r])\p{Cc}/u.test(text) ? undefined : text
}
