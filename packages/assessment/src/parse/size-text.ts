/**
 * Whether an expression, as it is written, counts the bits of a key at hand (`key.bytesize * 8`): within the name of a
 * cipher it stands for a size that nobody knows before it runs.
 */
export function countsBits(text: string): boolean {
  return text.length < 200 && /(?:size|length|len|count)\b[^*]*\*\s*8\W*$/.test(text)
}
