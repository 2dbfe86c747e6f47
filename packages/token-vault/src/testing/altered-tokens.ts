import * as fc from 'fast-check'

/** What may stand in the place of an underscore. */
const SEPARATORS = [
  ...['_', '-', ' ', '\n', '\r\n', '__', '\\_', '\\\\_', '\\-', '\\n', '_\\\n', ' - ', '\u2011', '\u00a0', '\uff3f'],
  ...['%5F', '%5f', '%2D', '%20', '&#95;', '&#x5F;', '&lowbar;', '&nbsp;', '\\u005f', '**_', '_`', '_\u200b'],
] as const
const WITHIN = ['', '', '', '', '\u200b', '\u00ad', '\ufeff', '\u2060'] as const
const CASES = ['as it is', 'small', 'full-width', 'escaped', 'referred to', 'percent'] as const

/** Ways to write a token differently. The first letter is always written out. */
export const alteration = fc.array(
  fc.tuple(
    fc.constantFrom(...CASES.slice(0, 3), 'as it is', 'as it is', ...CASES),
    fc.constantFrom(...SEPARATORS),
    fc.constantFrom(...WITHIN),
  ),
  { minLength: 40, maxLength: 40 },
)

/** The token, altered so: letter by letter, with something between them. */
export function alter(
  token: string,
  ways: readonly (readonly [form: (typeof CASES)[number], separator: string, within: string])[],
): string {
  const idFrom = token.lastIndexOf('_')
  // The letters of an id are all small, or none is.
  const hasSmallId = ways[0]?.[0] === 'small'
  return Array.from(token, (letter, at) => {
    const [form, separator, within] = ways[at] ?? ['as it is', '_', '']
    if (letter === '_') return separator
    if (at === 0) return written(letter, form === 'small' ? 'small' : 'as it is')
    if (at < idFrom) return within + written(letter, form)
    return within + written(hasSmallId ? letter.toLowerCase() : letter, form === 'small' ? 'as it is' : form)
  }).join('')
}

function written(letter: string, form: (typeof CASES)[number]): string {
  const code = letter.charCodeAt(0)
  const hex = code.toString(16)
  switch (form) {
    case 'small':
      return letter.toLowerCase()
    case 'full-width':
      return String.fromCharCode(code + 0xfee0)
    case 'escaped':
      return `\\u00${hex}`
    case 'referred to':
      return `&#x${hex};`
    case 'percent':
      return `%${hex}`
    default:
      return letter
  }
}
