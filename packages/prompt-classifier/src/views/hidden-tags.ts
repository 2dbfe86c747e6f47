/** Tag characters (https://www.unicode.org/charts/PDF/UE0000.pdf): no reader sees them, and models read them. */
const TAGS = /[\u{E0020}-\u{E007E}]+/gu

/** A text with its tag characters as the letters that they stand for. */
export function withTagsShown(text: string): string {
  if (!text.includes('\uDB40')) return text
  return text.replace(
    TAGS,
    (tags) => ` ${[...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')} `,
  )
}
