import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OTHER_LANGUAGES, type TextSyntax } from '../walk/other-languages.ts'
import { stripComments } from './strip-comments.ts'

const syntaxOf = (language: string): TextSyntax => {
  const found = OTHER_LANGUAGES.find(({ name }) => name === language)?.text
  if (found === undefined) throw new Error(`${language} has no syntax`)
  return found
}

describe('stripComments', () => {
  it.each([
    ['scala', 'a /* b\nc */ d // e\nf', 'a     \n     d     \nf'],
    ['scala', 'val a = "// no" + \'"\' // yes', 'val a = "// no" + \'"\' // yes'],
    ['groovy', "a = '/* no' // b", "a = '/* no'     "],
    ['perl', '$#a; # b', '$#a;    '],
    ['perl', 'a\n=pod\nb\n=cut\nc', 'a\n    \n \n    \nc'],
    ['perl', 'a =head', 'a =head'],
    ['lua', 'a --[[ b\n]] c -- d', 'a       \n   c     '],
    ['shell', 'a#b "# c" # d', 'a#b "# c"    '],
    ['elixir', '"#{a}" # b', '"#{a}"    '],
    ['dart', "'''a // b\n'''; // c", "'''a // b\n''';     "],
    ['objective-c', 'a /* never closed\nb', 'a                \n '],
  ])('%s: %j', (language, text, stripped) => {
    expect(stripComments(text, syntaxOf(language))).toBe(stripped)
  })

  it('moves nothing in any text of any language', () => {
    const languages = OTHER_LANGUAGES.flatMap(({ text }) => (text === undefined ? [] : [text]))
    const piece = fc.constantFrom(
      '"',
      "'",
      '"""',
      '/*',
      '*/',
      '//',
      '#',
      '--',
      '--[[',
      ']]',
      '=pod',
      '=cut',
      '\n',
      '\\',
      'a',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.constantFrom(...languages),
        (text, syntax) => {
          const stripped = stripComments(text, syntax)
          expect(stripped).toHaveLength(text.length)
          for (let i = 0; i < text.length; i += 1) if (stripped[i] !== text[i]) expect(stripped[i]).toBe(' ')
          expect(stripped.split('\n')).toHaveLength(text.split('\n').length)
        },
      ),
    )
  })
})
