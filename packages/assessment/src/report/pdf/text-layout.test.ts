import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FontFaces } from './font-faces.ts'
import { TextLayout, type TextLine } from './text-layout.ts'

/** Each character is as wide as the size. */
const layout = new TextLayout(new FontFaces(() => undefined), (text, _face, size) => Array.from(text).length * size)
const lines = (text: string, width = 1_000, look: 'text' | 'bold' | 'code' = 'text') =>
  layout.lines(text, { look, size: 1, width })
const textOf = ({ pieces }: TextLine) => pieces.map(({ text }) => text).join('')
const textsOf = (text: string, width?: number, look?: 'text' | 'code') => lines(text, width, look).map(textOf)

describe('TextLayout', () => {
  it.each([
    ['Latin', 'r\u00e9sum\u00e9 \u0141\u00f3d\u017a', 'noto-sans-latin'],
    ['Greek', '\u03bb\u03cc\u03b3\u03bf\u03c2', 'noto-sans-greek-400'],
    ['Cyrillic', '\u043a\u043b\u044e\u0447', 'noto-sans-cyrillic-400'],
    ['Devanagari', '\u0915\u0941\u0902\u091c\u0940', 'noto-sans-devanagari-400'],
    ['Arabic', '\u0645\u0641\u062a\u0627\u062d', 'noto-sans-arabic-arabic-400'],
    ['Hebrew', '\u05de\u05e4\u05ea\u05d7', 'noto-sans-hebrew-hebrew-400'],
  ])('shows %s', (_script, text, face) => {
    const [line] = lines(text)
    expect(line === undefined ? '' : textOf(line)).toBe(text)
    expect(line?.pieces.some((piece) => piece.face.startsWith(face))).toBe(true)
  })

  it('has the same scripts in bold and in code', () => {
    for (const look of ['bold', 'code'] as const) {
      expect(lines('\u043a\u043b\u044e\u0447 \u05de \u0645 \u0915', 1_000, look).map(textOf).join('')).not.toContain(
        '\\u{',
      )
    }
  })

  it.each([
    ['\u540d', '\\u{540d}'],
    ['\u{1f600}', '\\u{1f600}'],
    ['a\u0301', '\u00e1'],
    ['\u{1f468}\u200d\u{1f4bb}', '\\u{1f468}\\u{200d}\\u{1f4bb}'],
  ])('writes what no font has by its number: %j', (text, expected) => expect(textsOf(text)).toEqual([expected]))

  it('breaks lines at spaces and slashes, and long words anywhere', () => {
    expect(textsOf('one two three', 8)).toEqual(['one two ', 'three'])
    expect(textsOf('src/main/java', 9)).toEqual(['src/main/', 'java'])
    expect(textsOf('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(textsOf('key.sign(data)', 9, 'code')).toEqual(['key.sign(', 'data)'])
  })

  it('says where a text was cut', () => {
    const cut = layout.lines('one two three four', { look: 'text', size: 1, width: 8, maxLines: 1 })
    expect(cut.map(textOf)).toEqual(['one t...'])
  })

  it('sets what is written from right to left in that order', () => {
    const [aleph, beth] = ['\u05d0\u05d0', '\u05d1\u05d1']
    expect(textsOf(`a ${aleph} ${beth} b`)).toEqual([`a ${beth} ${aleph} b`])
    expect(textsOf(`a ${aleph} (${beth}) b`)).toEqual([`a (${beth}) ${aleph} b`])
  })

  it('lets the names of a path keep their places', () => {
    const path = 'src/\u05d0\u05d0/\u05d1\u05d1/a.py'
    expect(textsOf(path, 100, 'code')).toEqual([path])
  })

  it('lets what follows a fact from right to left keep its place', () => {
    const facts = 'A: \u05d0\u05d0  |  2026-01-31, 12:00'
    expect(textsOf(facts)).toEqual([facts])
  })

  it('does not break the number of a character', () => {
    expect(textsOf('ab\u540d', 8, 'code')).toEqual(['ab', '\\u{540d}'])
  })

  it('loses nothing and stays within the width, whatever the text', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 80 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 40 }), (text, width) => {
        const found = lines(text, width)
        for (const line of found) expect(line.width).toBeLessThanOrEqual(width)
        const ascii = (all: string) => all.replace(/[^0-9A-Za-z]/g, '').length
        expect(ascii(found.map(textOf).join(''))).toBeGreaterThanOrEqual(ascii(text))
      }),
    )
  })
})
