import type { Level } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodenameSpan, openCodenameIndex } from './codename-index.ts'
import { compileCodenameIndex, type IndexedTerm } from './compile-index.ts'

const JOINT = /^(?:[ \t]{0,3}|[ \t]?[-_][ \t]?(?:\r?\n)?|[ \t]?\r?\n[ \t]?|\.)$/
const NEAR = /^[\s_./:'-]{0,3}$/
const PIECE = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{N}+/gu

interface Word {
  readonly letters: string
  readonly start: number
  readonly end: number
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
}

function wordsOf(text: string, pattern: RegExp, at = 0): Word[] {
  return Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
    letters: plain(word),
    start: at + index,
    end: at + index + word.length,
  }))
}

function piecesOf(text: string): Word[] {
  return wordsOf(text, /[\p{L}\p{M}\p{N}]+/gu).flatMap(({ start, end }) =>
    wordsOf(text.slice(start, end), PIECE, start),
  )
}

/** The words of a text as they are compared, in every way in which it can be read. */
function readingsOf(text: string): readonly (readonly Word[])[] {
  return [wordsOf(text, /[\p{L}\p{M}\p{N}]+/gu), piecesOf(text)]
}

/** What the index must find: every term is compared with every row of words. */
function naive(terms: readonly IndexedTerm[], text: string): ReadonlySet<string> {
  const found = new Map<string, Level>()
  const note = (words: readonly Word[], level: Level) => {
    const place = `${words[0]?.start}-${words.at(-1)?.end}`
    found.set(place, level > (found.get(place) ?? 0) ? level : (found.get(place) ?? level))
  }
  for (const words of readingsOf(text)) {
    for (const [first] of words.entries()) {
      for (let count = 1; count <= Math.min(8, words.length - first); count += 1) {
        const row = words.slice(first, first + count)
        const gaps = row.slice(1).map(({ start }, index) => text.slice(row[index]?.end, start))
        for (const { term, level } of terms) {
          const ways = readingsOf(term)
          const together = ways[0]?.map(({ letters }) => letters).join('') ?? ''
          const spaced = [...ways.map((way) => way.map(({ letters }) => letters).join(' ')), together]
          const isPhrase = spaced.includes(row.map(({ letters }) => letters).join(' '))
          if (isPhrase && gaps.every((gap) => NEAR.test(gap))) note(row, level)
          const letters = row.map((word) => word.letters).join('')
          const mayJoin = count > 1 && count <= 4 && letters.length >= 4 && gaps.every((gap) => JOINT.test(gap))
          if (mayJoin && spaced.includes(letters)) note(row, level)
        }
      }
    }
  }
  return new Set(Array.from(found, ([place, level]) => `${place} ${level}`))
}

function placesOf(spans: readonly CodenameSpan[]): ReadonlySet<string> {
  const found = new Map<string, Level>()
  for (const { start, end, level } of spans) {
    const place = `${start}-${end}`
    found.set(place, level > (found.get(place) ?? 0) ? level : (found.get(place) ?? level))
  }
  return new Set(Array.from(found, ([place, level]) => `${place} ${level}`))
}

const parts = ['night', 'Fall', 'NIGHT', 'Ü', 'ber', 'ueb', 'x', '4', '42', 'É', 'HTTP', 'Server', 'a', 'и', 'é']
const joints = [' ', '  ', '-', '_', '.', '\n', '-\n', ', ', '    ', '', '', "'"]
const written = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...joints)), { minLength: 1, maxLength: 7 })
  .map((pairs) => pairs.flat().join(''))
const term = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(' ', '-', '')), { minLength: 1, maxLength: 3 })
  .map((pairs) => pairs.flat().join(''))
const level = fc.constantFrom<Level>(1, 5, 7)

describe('an index of codenames', () => {
  it('finds what a comparison of every term with every place finds', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ term, level }), { maxLength: 6 }), fc.array(written), (terms, texts) => {
        const text = texts.join(' ')
        expect(placesOf(openCodenameIndex(compileCodenameIndex(terms)).find(text))).toEqual(naive(terms, text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds a term in the parts that a comparison finds it in', () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...joints)), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(pairs, (written) => {
        const terms = [{ term: written.map(([part]) => part.toLowerCase()).join(''), level: 7 as const }]
        const text = written.flat().join('')
        expect(placesOf(openCodenameIndex(compileCodenameIndex(terms)).find(text))).toEqual(naive(terms, text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds every end of a term in scripts without spaces, at the highest level that ends there', () => {
    const kanji = fc.array(fc.constantFrom('夜', '幕', '计', 'か', 'が', '𠮷'), { minLength: 1, maxLength: 4 })
    const unspaced = kanji.map((letters) => letters.join(''))
    fc.assert(
      fc.property(fc.array(fc.record({ term: unspaced, level }), { maxLength: 5 }), unspaced, (terms, one) => {
        const text = `${one}${one}`
        const spans = openCodenameIndex(compileCodenameIndex(terms)).find(text)
        for (let end = 1; end <= text.length; end += 1) {
          const here = terms.filter((each) => text.slice(0, end).endsWith(each.term))
          const longest = Math.max(0, ...here.map((each) => each.term.length))
          const expected = here.length === 0 ? [] : [[end - longest, Math.max(...here.map((each) => each.level))]]
          expect(spans.filter((span) => span.end === end).map((span) => [span.start, span.level])).toEqual(expected)
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['no term', [], true],
    ['a word', ['nightfall'], false],
    ['a term of a script without spaces', ['夜幕'], false],
  ])('of %s knows whether it is empty', (_, terms, isEmpty) => {
    const index = openCodenameIndex(compileCodenameIndex(terms.map((each) => ({ term: each, level: 7 as const }))))
    expect(index.isEmpty).toBe(isEmpty)
  })

  it('finds each of many terms, and gives its level and replacement', () => {
    const terms = Array.from({ length: 20_000 }, (_, number): IndexedTerm => {
      const name = `${number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}zeta`
      return {
        term: number % 2 === 0 ? name : `${name} Peak`,
        level: number % 3 === 0 ? 5 : 7,
        replacement: `R${number}`,
      }
    })
    const index = openCodenameIndex(compileCodenameIndex(terms))
    for (const { term: name, level: its, replacement } of terms) {
      const spans = index.find(`The ${name.toUpperCase()} plan`)
      expect(spans).toContainEqual({ start: 4, end: 4 + name.length, level: its, replacement })
    }
    expect(index.find('Nothing of this is a name that anybody has registered.')).toEqual([])
  })

  it.each([
    ['Thai', 'ราตรี', 'แผนราตรีวันนี้', 'ราตรี'],
    ['Thai with another vowel', 'ราตรี', 'แผนราตราวันนี้', undefined],
    ['Hebrew with points', 'לילה', 'תוכנית לַיְלָה', 'לַיְלָה'],
    ['Arabic with points', 'ليل', 'خطة لَيْل', 'لَيْل'],
    ['the last sigma', 'ΝΥΧΤΑΣ', 'σχέδιο νύχτας', 'νύχτας'],
    ['kana with a mark', 'かき', 'がき', undefined],
    ['letters above U+FFFF', '𐐀𐐁', 'the 𐐨𐐩 plan', '𐐨𐐩'],
    ['half a code point', 'ab', '\ud801 ab \udc00', 'ab'],
  ])('reads %s', (_, name, text, expected) => {
    const spans = openCodenameIndex(compileCodenameIndex([{ term: name, level: 7 }])).find(text)
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(expected === undefined ? [] : [expected])
  })

  it('finds a term of any letters with an ending behind it, as one word', () => {
    const name = fc.stringMatching(/^[b-df-hj-np-rtvw]{6,12}$/)
    const ending = fc.constantFrom('s', 'S', 'es', 'team', 'Projekt', 'plans')
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 2 }), ending, (last, before, behind) => {
        const term = [...before, last].join(' ')
        const text = `the ${term.toUpperCase()}${behind} of it`
        const spans = openCodenameIndex(compileCodenameIndex([{ term, level: 7 }])).find(text)
        expect(spans.map(({ start, end }) => text.slice(start, end))).toContain(text.slice(4, -6))
      }),
    )
  })

  it.each([
    ['a short term', 'bcdf', 'bcdfs'],
    ['a term that is short for a compound', 'bcdfg', 'bcdfgteam'],
    ['a term that ends so itself', 'princess', 'princesss'],
    ['a beginning of a term', 'blue heron', 'blues'],
    ['an ending alone', 'bcdfgh', 'team plans s es'],
    ['another word behind', 'cooper', 'cooperation'],
  ])('does not take for a term: %s', (_, term, text) => {
    expect(openCodenameIndex(compileCodenameIndex([{ term, level: 7 }])).find(text)).toEqual([])
  })

  it('refuses memory of another form', () => {
    expect(() => openCodenameIndex(new SharedArrayBuffer(64))).toThrow('no index')
  })
})
