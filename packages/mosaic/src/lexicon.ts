/**
 * Reads a lexicon: lines of a figure and a colon before phrases with `|` between them.
 *
 * @returns each phrase, lower-case, with its figure.
 */
export function lexicon(lines: string): ReadonlyMap<string, number> {
  const entries = new Map<string, number>()
  for (const line of lines.trim().split('\n')) {
    const [figure = '', phrases = ''] = line.split(':')
    for (const phrase of phrases.split('|')) entries.set(phrase.trim().toLowerCase(), Number(figure))
  }
  return entries
}
