import { anyOf, phrases, words } from './phrases.ts'

/** A trait that names nobody alone. */
export interface QuasiIdentifier {
  readonly trait: string
  /** What it adds to the risk, 0..1; Sluice's own estimate. */
  readonly weight: number
  readonly phrases: readonly string[]
  readonly forms: readonly RegExp[]
}

/**
 * Traits that name nobody alone and many together (L. Sweeney, Simple Demographics Often Identify People Uniquely,
 * 2000: date of birth, sex and ZIP code single out 87 % of the people in the United States).
 */
export const QUASI_IDENTIFIERS: readonly QuasiIdentifier[] = [
  {
    trait: 'birth-date',
    weight: 0.3,
    phrases: phrases('born on | born in | date of birth | dob | d.o.b | birthday | geboren am | nacido el | nacida el'),
    // The French words end in no ASCII letter.
    forms: [/\bnée? le\b/i],
  },
  {
    trait: 'age',
    weight: 0.1,
    phrases: [],
    forms: [/\b\d{1,3}[- ](?:years?|yrs?)[- ]old\b/i, /\baged? \d{1,3}\b/i],
  },
  {
    trait: 'postcode',
    weight: 0.15,
    phrases: phrases('zip | zipcode | postcode | post code | postalcode | postal code | plz'),
    forms: [/\b[A-Z]{2} \d{5}(?:-\d{4})?\b/i],
  },
  { trait: 'sex', weight: 0.05, phrases: words('female male woman man gender'), forms: [] },
]

/** Reads texts for traits. */
export class TraitReader {
  readonly #patterns: readonly (readonly [trait: string, pattern: RegExp])[]

  constructor(identifiers: readonly QuasiIdentifier[]) {
    this.#patterns = identifiers.map(({ trait, phrases: list, forms }) => [
      trait,
      new RegExp([`\\b${anyOf(list)}\\b`, ...forms.map(({ source }) => source)].join('|'), 'i'),
    ])
  }

  /** Adds the traits that a text names. Linear. */
  addTraits(text: string, traits: Set<string>): void {
    for (const [trait, pattern] of this.#patterns) if (!traits.has(trait) && pattern.test(text)) traits.add(trait)
  }
}

export const traitReader = new TraitReader(QUASI_IDENTIFIERS)
