import { type FoldedText, inPlace, replaceMatches } from '@sluice/text-folding'

/** Tag characters (https://www.unicode.org/charts/PDF/UE0000.pdf): no reader sees them, and models read them. */
const TAGS = /[\u{E0020}-\u{E007E}]+/gu

/** A text with its tag characters as the letters that they stand for. */
export function withTagsShown(text: string): FoldedText {
  if (!text.includes('\uDB40')) return inPlace(text)
  return replaceMatches(
    text,
    TAGS,
    ([tags]) => ` ${[...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')} `,
  )
}
