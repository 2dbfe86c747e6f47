import { describe, expect, it } from 'vitest'
import { readTraits } from './read-traits.ts'
import type { TextSpan } from './subjects.ts'

/** Spans where these values stand in a text. */
function spansOf(text: string, values: Readonly<Record<string, string>>): TextSpan[] {
  return Object.entries(values)
    .map(([value, entity]) => ({ entity, start: text.indexOf(value), end: text.indexOf(value) + value.length }))
    .toSorted((one, other) => one.start - other.start)
}

const told = (text: string, values: Readonly<Record<string, string>> = {}) =>
  readTraits(text, spansOf(text, values)).map(({ precision, value }) => `${precision}: ${value}`)

describe('what a text tells of a person', () => {
  it.each<[string, ...string[]]>([
    ['born 1961-03-04', 'birth-year: 1961', 'birth-day: 3-4'],
    ['born on March 4, 1961', 'birth-year: 1961', 'birth-day: 3-4'],
    ['born in Leeds on the 4th of March 1961.', 'birth-year: 1961', 'birth-day: 3-4'],
    ['DOB: 03/04/61', 'birth-year: 1961', 'birth-day: 3-4'],
    ['date of birth 04.03.1961', 'birth-year: 1961', 'birth-day: 3-4'],
    ['d.o.b. 15/03/2004', 'birth-year: 2004', 'birth-day: 3-15'],
    ['geboren am 4. März 1961', 'birth-year: 1961', 'birth-day: 3-4'],
    ['née le 4 mars 1961', 'birth-year: 1961', 'birth-day: 3-4'],
    ['nacida el 4 de marzo de 1961', 'birth-year: 1961', 'birth-day: 3-4'],
    ['Her birthday is on May 9', 'sex: f', 'birth-day: 5-9'],
    ['born in June 1987', 'birth-year: 1987', 'birth-month: 6'],
    ['born in 1987', 'birth-year: 1987'],
    ['a 47-year-old', 'age: 47'],
    ['47 yrs old', 'age: 47'],
    ['aged 93', 'great-age: 93'],
    ['age: 31', 'age: 31'],
    ['er ist 31 Jahre alt', 'age: 31'],
    ['"sex": "F"', 'sex: f'],
    ['gender: male', 'sex: m', 'sex: m'],
    ['Mr Lee', 'sex: m'],
    ['she called', 'sex: f'],
    ['Boston, MA 02138', 'postal-area: 02138'],
    ['CA 94105-1234', 'postal-street: 941051234'],
    ['lives in 02138', 'postal-area: 02138'],
    ['lives in Springfield', 'place: springfield'],
    ['moved to New York', 'place: new york'],
    ['works as a nurse', 'occupation: nurse'],
    ['job title: software engineer', 'occupation: software engineer'],
    ['I am a judge', 'occupation: judge'],
    ['works for Acme Widgets', 'employer: acme widgets'],
    ['a German national', 'nationality: german'],
    ['nationality: Portuguese', 'nationality: portuguese'],
    ['was diagnosed with Huntington’s disease', "condition: huntington's disease"],
    ['a patient with ALS', 'condition: als'],
    ['admitted on 2024-03-05', 'admission: 2024 3-5'],
    ['passed away on 5 March 2024', 'death: 2024 3-5'],
    ['married on 5 March 2019', 'wedding: 2019 3-5'],
    ['hired on 2019-03-05', 'hire: 2019 3-5'],
  ])('%j', (text, ...expected) => expect(told(text)).toEqual(expected))

  it('is read from what L2 has found', () => {
    expect(told('zip 02138', { '02138': 'ZIP_CODE' })).toEqual(['postal-area: 02138'])
    expect(told('plz 1010', { 1010: 'ZIP_CODE' })).toEqual(['postal-area-of-four-digits: 1010'])
    expect(told('at SW1A 1AA', { 'SW1A 1AA': 'UK_POSTCODE' })).toEqual(['postal-street: SW1A1AA'])
    expect(told('He is from Leeds', { Leeds: 'LOCATION' })).toEqual(['sex: m', 'place: leeds'])
    expect(told('works at the acme', { acme: 'ORGANIZATION' })).toEqual(['employer: acme'])
  })

  it.each(
    [
      'What is Huntington’s disease?',
      'people with epilepsy',
      'Act as a nurse and answer.',
      'You are a lawyer.',
      'If you work as a judge, what then?',
      'The national park',
      'page 31',
      'at the age of 5 minutes',
      'an age of 3.5',
      'born yesterday',
      'He-Man',
      'the 400-year-old oak',
      'from Paris with love',
      'admitted in 2024',
      'the alemán',
      'zip it',
    ].slice(0, 16),
  )('is nothing where nobody is told of: %j', (text) =>
    expect(told(text).filter((one) => !one.startsWith('sex'))).toEqual([]),
  )

  it('has the people of large places where they are known', () => {
    const shares = ['lives in Berlin', 'lives in Sweden', 'lives in Springfield', 'lives in China']
      .flatMap((text) => readTraits(text, []))
      .map(({ share }) => Math.round(share * 335_000_000))
    expect(shares).toEqual([3_700_000, 11_000_000, 30_000, 335_000_000])
  })
})

describe('whom a text tells of', () => {
  const subjects = (text: string, ...names: readonly string[]) =>
    readTraits(text, spansOf(text, Object.fromEntries(names.map((name) => [name, 'PERSON'])))).map(
      ({ subject, value }) => `${subject}: ${value}`,
    )

  it('is nobody where nobody is named', () => expect(subjects('aged 47')).toEqual([': 47']))

  it('is who was named last before, or else first behind', () => {
    const text = 'Aged 47, Anna Schmidt met Bob Miller, aged 31.'
    expect(subjects(text, 'Anna Schmidt', 'Bob Miller')).toEqual(['schmidt: 47', 'miller: 31'])
  })

  it('is one person under the last word of the name', () => {
    expect(subjects('Dr Schmidt is aged 47', 'Dr Schmidt')).toEqual(['schmidt: 47'])
    expect(subjects("SCHMIDT's, aged 47", "SCHMIDT's")).toEqual(['schmidt: 47'])
  })
})

describe('hostile texts', () => {
  it.each([
    ['she '.repeat(2_000)],
    ['date of birth '.repeat(600)],
    ['born '.repeat(1_600)],
    [`born ${' '.repeat(8_000)}1`],
    [`born ${'1-'.repeat(4_000)}`],
    ['lives in Aaa '.repeat(600)],
    [`lives in ${'Ab '.repeat(2_600)}`],
    ['works as a nurse with als '.repeat(300)],
    ['1-year-old '.repeat(700)],
    ['\ud800'.repeat(8_000)],
  ])('are read to their end: %#', (text) => {
    const spans = Array.from({ length: 500 }, (_, at) => ({ entity: 'PERSON', start: at * 4, end: at * 4 + 3 }))
    expect(readTraits(text, spans).length).toBeLessThanOrEqual(text.length)
  })
})
