/** What a text may say of a person that names nobody alone. Traits of different attributes count as independent. */
export const ATTRIBUTES = [
  'birth-year',
  'birth-day',
  'sex',
  'postcode',
  'place',
  'nationality',
  'occupation',
  'employer',
  'condition',
  'event',
] as const

export type Attribute = (typeof ATTRIBUTES)[number]

/** One way to say an attribute, and the share of the population that shares a value said in that way. */
export interface PrecisionClass {
  readonly attribute: Attribute
  /** 0 (exclusive) to 1: of the population. Where a lexicon has figures of its own, this one is for what it lacks. */
  readonly share: number
  /** Where the figure comes from, as a URL. Figures are rounded. */
  readonly source: string
  /** A person may have several values at once: the rarest one counts. Otherwise several values are several persons. */
  readonly many?: true
}

/** The people among whom one is looked for: those of the United States (https://www.census.gov/popclock/). */
export const POPULATION = 335_000_000

const DAYS_OF_A_YEAR = 365.25
const CENSUS_AGES = 'https://www.census.gov/topics/population/age-and-sex.html'
const VITAL_STATISTICS = 'https://www.cdc.gov/nchs/nvss/'

/** So many people of the population. */
function people(count: number): number {
  return count / POPULATION
}

/**
 * The population model. Each share is the mean of its class, not that of the largest one in it: in a large city more
 * people fit than it says, in the country fewer.
 */
export const PRECISIONS = {
  // Ages 0 to 79 hold 96 of 100 people, each year about as many.
  'birth-year': { attribute: 'birth-year', share: 1 / 80, source: CENSUS_AGES },
  age: { attribute: 'birth-year', share: 1 / 80, source: CENSUS_AGES },
  // Those of 90 and more are 0.7 of 100 people, over ten years of age.
  'great-age': { attribute: 'birth-year', share: 1 / 1_400, source: CENSUS_AGES },
  'birth-day': { attribute: 'birth-day', share: 1 / DAYS_OF_A_YEAR, source: `${VITAL_STATISTICS}births.htm` },
  'birth-month': { attribute: 'birth-day', share: 1 / 12, source: `${VITAL_STATISTICS}births.htm` },
  sex: { attribute: 'sex', share: 0.5, source: CENSUS_AGES },
  // 33,000 areas of the United States, 8,200 of Germany, 6,300 of France: about 10,000 people each.
  'postal-area': {
    attribute: 'postcode',
    share: people(10_000),
    source: 'https://www.census.gov/programs-surveys/geography/guidance/geo-areas/zctas.html',
  },
  // Four digits, as in Austria, Switzerland, the Netherlands, Denmark and Australia: 2,800 to 10,000 people each.
  'postal-area-of-four-digits': {
    attribute: 'postcode',
    share: people(4_000),
    source: 'https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions',
  },
  // 1.7 million codes of the United Kingdom for 68 million people; those of the Netherlands and Canada are as small.
  'postal-street': {
    attribute: 'postcode',
    share: people(40),
    source: 'https://www.ons.gov.uk/methodology/geography/ukgeographies/postalgeography',
  },
  // A country or state has the people that its lexicon says.
  region: { attribute: 'place', share: 1, source: 'https://population.un.org/wpp/' },
  // A town that is in no list of large cities.
  place: {
    attribute: 'place',
    share: people(30_000),
    source: 'https://www.census.gov/programs-surveys/popest/data/tables.html',
  },
  // People who live outside their country are 4 of 100; that they are of one certain country is rarer.
  nationality: {
    attribute: 'nationality',
    share: 0.02,
    source: 'https://www.un.org/development/desa/pd/content/international-migrant-stock',
  },
  occupation: { attribute: 'occupation', share: 0.005, source: 'https://www.bls.gov/oes/' },
  // Half of all employees work for a firm of 500 or more; the figure is that of a large one.
  employer: {
    attribute: 'employer',
    share: people(10_000),
    source: 'https://www.census.gov/programs-surveys/susb.html',
  },
  condition: { attribute: 'condition', share: 0.01, source: 'https://www.orpha.net/', many: true },
  // 34 million admissions a year.
  admission: {
    attribute: 'event',
    share: people(93_000),
    source: 'https://www.aha.org/statistics/fast-facts-us-hospitals',
  },
  // 3.1 million deaths a year.
  death: { attribute: 'event', share: people(8_500), source: `${VITAL_STATISTICS}deaths.htm` },
  // 2 million weddings a year, of two persons each.
  wedding: { attribute: 'event', share: people(11_000), source: `${VITAL_STATISTICS}marriage-divorce.htm` },
  // 5.5 million hires a month.
  hire: { attribute: 'event', share: people(180_000), source: 'https://www.bls.gov/jlt/' },
} as const satisfies Readonly<Record<string, PrecisionClass>>

export type Precision = keyof typeof PRECISIONS

/** Whether a text names one of the ways. */
export function isPrecision(text: string): text is Precision {
  return Object.hasOwn(PRECISIONS, text)
}
