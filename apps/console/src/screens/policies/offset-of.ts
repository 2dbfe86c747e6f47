/**
 * Gives where a line and column are in a text, as an offset in UTF-16 code units. What lies behind the text is its end.
 *
 * @param line From 1.
 * @param column From 1, in UTF-16 code units.
 */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return Math.min(before + Math.min(column - 1, lines[line - 1]?.length ?? 0), text.length)
}
