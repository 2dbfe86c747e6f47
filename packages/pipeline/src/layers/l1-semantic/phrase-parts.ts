/**
 * A part of a phrase. A text is written as people write word lists: `_` is a space, `[s]` may stand there or not,
 * `(a|b)` is one of both, `{sz}` one of these letters, `~4;` one to four letters or digits, `~0-3;` none to three,
 * `~?` one or none. Anything else that has a pattern is taken as that.
 */
type Part = string | { readonly source: string }

/** Parts that follow each other. */
export type Parts = readonly Part[]

const MARK = /\[|\]|\(|\{([^}]*)\}|~(?:(\?)|(\d+)(?:-(\d+))?;)|_/g

/** The pattern of a text in the notation of `Part`. */
function read(text: string): string {
  const pattern = text.replace(MARK, (mark, letters?: string, one?: string, from?: string, to?: string) => {
    if (mark === '_') return ' '
    if (mark === '[' || mark === '(') return '(?:'
    if (mark === ']') return ')?'
    if (letters !== undefined) return `[${letters.replaceAll('_', ' ')}]`
    if (one !== undefined) return '\\w?'
    return to === undefined ? `\\w{1,${from}}` : `\\w{${from},${to}}`
  })
  return pattern.replace(/\(\?:(\[[^\]]*\]|[^()[\]\\|])\)\?/g, '$1?')
}

/** Any of some sequences, in small or capital letters. */
export function patternOf(ways: readonly Parts[]): RegExp {
  return new RegExp(ways.map(sequence).join('|'), 'i')
}

/** The pattern of parts that follow each other. */
export function sequence(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? read(part) : part.source)).join('')
}

function wordsOf(lists: readonly string[]): string {
  return lists
    .flatMap((words) => words.split(' '))
    .map(read)
    .join('|')
}

/** Where a word begins or ends. */
export const EDGE: Part = { source: '\\b' }

/** One of some words, which spaces separate. */
export function oneOf(...lists: readonly string[]): Part {
  return { source: `(?:${wordsOf(lists)})` }
}

/** Words as alternatives beside others, in `either`. */
export function list(...lists: readonly string[]): Part {
  return { source: wordsOf(lists) }
}

/** One of some words, or nothing. */
export function maybe(...lists: readonly string[]): Part {
  return { source: `(?:${wordsOf(lists)})?` }
}

/** Up to so many of some words. */
export function upTo(most: number, ...lists: readonly string[]): Part {
  return { source: `(?:${wordsOf(lists)}){0,${most}}` }
}

/** Up to so many words of so many letters, each with a space behind it. */
export function words(most: number, letters: number): Part {
  return { source: `(?:\\w{1,${letters}} ){0,${most}}` }
}

/** Up to so many code units, whatever they are. */
export function gap(most: number): Part {
  return { source: `.{0,${most}}` }
}

/** The same between two words. */
export function within(most: number): Part {
  return { source: `\\b.{0,${most}}\\b` }
}

/** One of some sequences. */
export function either(...alternatives: readonly Parts[]): Part {
  return { source: `(?:${alternatives.map(sequence).join('|')})` }
}

/** One of some sequences, or nothing. */
export function optionally(...alternatives: readonly Parts[]): Part {
  return { source: `${sequence([either(...alternatives)])}?` }
}

/** So many of some sequences. */
export function repeated(least: number, most: number, ...alternatives: readonly Parts[]): Part {
  return { source: `${sequence([either(...alternatives)])}{${least},${most}}` }
}

/** Only where one of these sequences follows. */
export function before(...alternatives: readonly Parts[]): Part {
  return { source: `(?=${alternatives.map(sequence).join('|')})` }
}

/** Only where none of these sequences follows. */
export function notBefore(...alternatives: readonly Parts[]): Part {
  return { source: `(?!${alternatives.map(sequence).join('|')})` }
}

/** Only where one of these sequences stands before. */
export function behind(...alternatives: readonly Parts[]): Part {
  return { source: `(?<=${alternatives.map(sequence).join('|')})` }
}
