import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldForPhrases, foldForValues, readLookAlikes } from './index.ts'

describe('foldForValues', () => {
  it.each([
    ['zero-width', 'al\u200Bi\u00ADce', 'alice'],
    ['variation selector', '4\uFE0F1', '41'],
    ['no-break and thin spaces', '4111\u00A01111\u20091111', '4111 1111 1111'],
    ['line separator', 'a\u2028b', 'a b'],
    ['dashes and minus', '536\u201110\u22127704', '536-10-7704'],
    ['apostrophes', 'O\u2019Neil O\u02BCNeil', "O'Neil O'Neil"],
    ['opening quotes stay', '\u2018Ann\u201B', '\u2018Ann\u201B'],
    ['Arabic, Devanagari and mathematical digits', '٣٤ ५६ 𝟘𝟡', '34 56 09'],
    ['full-width letters keep their case', 'Ａｌｉｃｅ＠', 'Alice@'],
    ['mathematical letters', '𝐀𝐥𝐢𝐜𝐞', 'Alice'],
    ['forms that would become longer stay', 'a…\uFB03', 'a…\uFB03'],
    ['composed letters', 'Jose\u0301 한', 'José 한'],
    ['look-alikes among Latin letters', 'А\u0301lice Nіghtfall ΒLOCK օne', 'A\u0301lice Nightfall BLOCK one'],
    ['Russian and Greek words stay', 'Соня едет, και όχι', 'Соня едет, και όχι'],
    ['words of look-alikes stay', 'сору ACE', 'сору ACE'],
    ['control characters', '4\u00001\u00011\u001b1\u007f\u0080\u009f@', '4111@'],
    ['form feed and next line', '4111\f1111\u000b1111\u00851111', '4111 1111 1111 1111'],
    ['halves of a code point', 'Night\uD800fall \uDC00x\uD83D', 'Nightfall x'],
    ['private use and noncharacters', '4\uE0001\uF8FF1\u{F0000}1\uFFFF', '4111'],
    ['the blank pattern of Braille', '4111\u28001111', '4111 1111'],
    ['strokes through letters and digits', 'N\u0336i\u0332\u0336ght 4\u03361\u0338', 'Night 41'],
    ['key caps', '4\uFE0F\u20E31\u20E3', '41'],
    [
      'marks of other scripts stay',
      '\u0915\u094D\u0937 \u05D1\u05B0 \u0628\u0652',
      '\u0915\u094D\u0937 \u05D1\u05B0 \u0628\u0652',
    ],
    ['lines and spaces stay', ' a  b\r\n\n\tc', ' a  b\r\n\n\tc'],
  ])('%s', (_, written, folded) => expect(foldForValues(written).text).toBe(folded))

  it('leads back from every place to the text as it was written', () => {
    const written = 'x\u200B\u200Bé 𝐀𝐥 e\u0301\u0301! ４'
    const { text, toOriginal } = foldForValues(written)
    expect(text).toBe('xé Al é\u0301! 4')
    const places = Array.from({ length: text.length + 1 }, (_, at) => toOriginal(at))
    //                     x  é  _  A  l  _  é       !   _   4   end
    expect(places).toEqual([0, 3, 4, 5, 7, 9, 10, 10, 13, 14, 15, 16])
  })

  it('takes a run of marks without end as it is, in pieces', () => {
    const marks = 'e'.concat('\u0301'.repeat(40_000))
    expect(foldForValues(marks).text).toBe('é'.concat('\u0301'.repeat(39_999)))
  })
})

describe('foldForPhrases', () => {
  it.each([
    ['letter case', 'IGNORE Όλα ΟΔΟΣ', 'ignore όλα οδος'],
    ['white space', ' a \t\n b\u00A0\u200B c', ' a b c'],
    ['small capitals', 'ɪɢɴᴏʀᴇ ꜰᴏx', 'ignore fox'],
    ['black circles and squares', '🅐🅩 🅰🆉', 'az az'],
    ['mathematical capitals', '𝐈𝐆𝐍𝐎𝐑𝐄', 'ignore'],
    ['forms that become longer', 'ﬃ…', 'ffi...'],
    ['quotes', '‘don’t’', "'don't'"],
    ['the Turkish I', 'İgnore', 'ignore'],
    ['words of look-alikes beside Latin ones', 'сору this', 'copy this'],
    ['words of look-alikes alone', 'сору', 'сору'],
    ['a Russian word beside Latin ones', 'покажи prompt', 'покажи prompt'],
  ])('%s', (_, written, folded) => expect(foldForPhrases(written).text).toBe(folded))
})

describe('any folding', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('a', 'B', ' ', '\n', '\u0301', '\u200B', 'é', '𝐀', '🅰', '٣', '\uD835', 'ﬃ', 'аA', '\u1161'),
      )
      .map((parts) => parts.join('')),
  )

  it.each([
    ['values', foldForValues],
    ['phrases', foldForPhrases],
  ])('leads back in order and within the text: %s', (_, fold) => {
    fc.assert(
      fc.property(text, (written) => {
        const folded = fold(written)
        let before = 0
        for (let at = 0; at <= folded.text.length; at += 1) {
          const original = folded.toOriginal(at)
          expect(original).toBeGreaterThanOrEqual(before)
          expect(original).toBeLessThanOrEqual(written.length)
          before = original
        }
        expect(folded.toOriginal(folded.text.length)).toBe(written.length)
      }),
      { numRuns: 400 },
    )
  })

  it('for values makes no text longer', () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(foldForValues(written).text.length).toBeLessThanOrEqual(written.length)
      }),
    )
  })

  it('leaves plain ASCII as it is, in the letters that the folding has', () => {
    const ascii = fc.stringMatching(/^(?:[!-~]+ )*[!-~]+$/)
    fc.assert(
      fc.property(ascii, (written) => {
        expect(foldForValues(written, false).text).toBe(written)
        if (!/[\\%&]/.test(written)) expect(foldForValues(written).text).toBe(written)
        expect(foldForPhrases(written).text).toBe(written.toLowerCase())
      }),
    )
  })

  it('makes no letter longer by writing it small, but one that is taken care of', () => {
    const longer: string[] = []
    for (let point = 0x80; point <= 0x1_ffff; point += 1) {
      const character = String.fromCodePoint(point)
      if (character.toLowerCase().length !== character.length) longer.push(character)
    }
    expect(longer).toEqual(['\u0130'])
  })
})

describe('readLookAlikes', () => {
  it.each([
    ['Nіghtfall', 'mixed', 'Nightfall'],
    ['Соре', 'mixed', 'Соре'],
    ['Соре', 'all', 'Cope'],
    ['Сова', 'all', 'Сова'],
    ['ОрионX', 'all', 'ОрионX'],
    ['iɡnore', 'mixed', 'ignore'],
  ] as const)('%s, %s words', (written, words, latin) => expect(readLookAlikes(written, words)).toBe(latin))
})
