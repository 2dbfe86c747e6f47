/** Underscores in front of a word and behind one, as Markdown has them: `_Maria Keller_`. Those within words stay. */
const AROUND = /(?<![\p{L}\p{N}_])_{1,3}(?=[\p{L}\p{N}+(])|(?<=[\p{L}\p{N}.)])_{1,3}(?![\p{L}\p{N}_])/gu

/**
 * A text with blanks for the underscores that emphasise its words, of the same length; undefined where there are none.
 * To recognizers an underscore is a letter of an identifier. Linear.
 */
export function withoutEmphasis(text: string): string | undefined {
  if (!text.includes('_')) return undefined
  const bare = text.replace(AROUND, (marks) => ' '.repeat(marks.length))
  return bare === text ? undefined : bare
}
