import { describe, expect, it } from 'vitest'
import { phrases } from './phrases.ts'
import { QUASI_IDENTIFIERS, type QuasiIdentifier, TraitReader, traitReader } from './quasi-identifiers.ts'

const ROWS: readonly (readonly [text: string, ...traits: string[]])[] = [
  ...phrases(`
    born on | born in | date of birth | DOB | d.o.b | D.O.B. | birthday | geboren am | né le | née le
    nacido el | nacida el`).map((phrase) => [`was ${phrase} 1 May`, 'birth-date'] as const),
  ['a 30-year-old', 'age'],
  ['30 yrs old', 'age'],
  ['aged 30', 'age'],
  ['age 30', 'age'],
  ['Boston, MA 02110', 'postcode'],
  ['CA 94105-1234', 'postcode'],
  ...phrases('zip | zipcode | zip code | postcode | post code | postalcode | postal code | PLZ').map(
    (phrase) => [`the ${phrase} is`, 'postcode'] as const,
  ),
  ...phrases('female | male | woman | man | gender').map((phrase) => [`a ${phrase} here`, 'sex'] as const),
  ['a woman aged 40', 'age', 'sex'],
  ['a manager'],
  ['zipper'],
  ['reborn'],
  ['page 30'],
  ['MA 021'],
]

function redRows(reader: TraitReader) {
  return ROWS.filter(([text, ...expected]) => {
    const traits = new Set<string>()
    reader.addTraits(text, traits)
    return [...traits].join() !== expected.join()
  })
}

function withoutEach(): readonly (readonly [string, TraitReader])[] {
  const changed = (index: number, change: Partial<QuasiIdentifier>) =>
    new TraitReader(QUASI_IDENTIFIERS.map((one, i) => (i === index ? { ...one, ...change } : one)))
  return QUASI_IDENTIFIERS.flatMap(({ trait, phrases: list, forms }, index) => [
    ...list.map((left): readonly [string, TraitReader] => [
      `${trait}: ${left}`,
      changed(index, { phrases: list.filter((phrase) => phrase !== left) }),
    ]),
    ...forms.map((left): readonly [string, TraitReader] => [
      `${trait}: ${left}`,
      changed(index, { forms: forms.filter((form) => form !== left) }),
    ]),
  ])
}

describe('quasi-identifiers', () => {
  it('are named by what the rows say', () => expect(redRows(traitReader)).toEqual([]))

  it.each(withoutEach())('have a row for %s', (_, reader) => expect(redRows(reader)).not.toEqual([]))
})
