import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Account } from './account.ts'
import { anonymitySetOf, attributesOf } from './anonymity-set.ts'
import { ATTRIBUTES, POPULATION, PRECISIONS } from './population.ts'
import { readTraits } from './read-traits.ts'

/** How many people fit what these texts tell, none of which names anybody. */
function fitOf(...texts: readonly string[]) {
  const account = new Account()
  for (const trait of texts.flatMap((text) => readTraits(text, []))) account.add(trait)
  return { ...account.fit(new Set([''])), attributes: account.attributesOf('') }
}

const peopleOf = (...texts: readonly string[]) => Math.round(fitOf(...texts).anonymitySet)

/** Of people who have on average so many of their kind: the part that has none beside itself (Poisson). */
const aloneOf = (mean: number) => Math.exp(-mean)

describe('the population model', () => {
  it('has one attribute or more of each kind, with shares and sources', () => {
    expect(new Set(Object.values(PRECISIONS).map(({ attribute }) => attribute))).toEqual(new Set(ATTRIBUTES))
    for (const { share, source } of Object.values(PRECISIONS)) {
      expect(share).toBeGreaterThan(0)
      expect(share).toBeLessThanOrEqual(1)
      expect(source).toMatch(/^https:\/\//)
    }
  })

  it('is the one of the documentation', () => {
    const page = readFileSync(new URL('../../../docs/mosaic.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| `([\w-]+)` \| ([\w-]+) \| .* \| ([\d,]+) \| <(.*)> \|$/gm)].map((row) =>
      row.slice(1),
    )
    const table = Object.entries(PRECISIONS).map(([precision, { attribute, share, source }]) => [
      ...[precision, attribute, Math.round(share * POPULATION).toLocaleString('en-US'), source],
    ])
    expect(rows).toEqual(table)
  })

  // L. Sweeney, Simple Demographics Often Identify People Uniquely, 2000, table 4 and section 4.
  it('finds as many people alone by birth date, sex and ZIP code as were counted: 87 of 100', () => {
    const { 'birth-year': year, 'birth-day': day, sex, 'postal-area': zip } = PRECISIONS
    const birthAndSex = year.share * day.share * sex.share
    expect(aloneOf(POPULATION * birthAndSex * zip.share)).toBeCloseTo(0.87, 1)
    // The people of the United States live in 3,144 counties: 18 of 100.
    expect(aloneOf((POPULATION / 3_144) * birthAndSex)).toBeCloseTo(0.18, 1)
    expect(peopleOf('A woman, born 1961-03-04, in Cambridge, MA 02138')).toBe(1)
  })
})

describe('an anonymity set', () => {
  it('is the whole population where nothing is told', () => {
    expect(anonymitySetOf(new Map())).toBe(POPULATION)
    expect(attributesOf(new Map())).toEqual([])
  })

  it('shrinks with each attribute', () => {
    const texts = ['lives in Springfield', 'she', 'aged 47', 'works as a nurse']
    expect(texts.map((_, at) => peopleOf(...texts.slice(0, at + 1)))).toEqual([30_000, 15_000, 188, 1])
    expect(fitOf(...texts).attributes.toSorted()).toEqual(['birth-year', 'occupation', 'place', 'sex'])
  })

  it('is that of the narrowest way to say an attribute, however many ways say it', () => {
    expect(peopleOf('aged 47', 'born in 1961')).toBe(peopleOf('born in 1961'))
    expect(peopleOf('born in March 1961', 'born 1961-03-04')).toBe(peopleOf('born 1961-03-04'))
    expect(peopleOf('lives in China', 'lives in Springfield')).toBe(30_000)
  })

  it('grows with the people who fit one of several values', () => {
    expect(peopleOf('born in 1961', 'born in 1962')).toBe(2 * peopleOf('born in 1961'))
    expect(peopleOf('she', 'he')).toBe(POPULATION)
    expect(fitOf('she', 'he').attributes).toEqual([])
  })

  it('is that of the rarest of what one person may have several of', () => {
    const rare = peopleOf('he has ALS')
    expect(peopleOf('he has ALS', 'he has asthma')).toBe(rare)
    expect(peopleOf('he has asthma')).toBeGreaterThan(rare)
  })
})
