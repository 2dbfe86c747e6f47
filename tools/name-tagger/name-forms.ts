import type { Random } from '../seeded-random/random.ts'
import type { City, LocaleLists } from './lists.ts'
import {
  HOSPITALS,
  HOSPITALS_ELSEWHERE,
  KNOWN_ORGANIZATIONS,
  ORGANIZATION_WORDS,
  STREET_WORDS,
  SYLLABLE_ENDS,
  SYLLABLES,
  TITLES,
} from './own-words.ts'

const STATES = [
  'AL',
  'AZ',
  'CA',
  'CO',
  'FL',
  'GA',
  'IL',
  'MA',
  'MI',
  'NC',
  'NJ',
  'NY',
  'OH',
  'OR',
  'PA',
  'TX',
  'VA',
  'WA',
]

/** The forms that names of persons, streets and organizations have, in one country. */
export class NameForms {
  readonly #locale: LocaleLists
  readonly #city: City
  readonly #language: string
  readonly #random: Random

  constructor(locale: LocaleLists, city: City, language: string, random: Random) {
    this.#locale = locale
    this.#city = city
    this.#language = language
    this.#random = random
  }

  title(): string {
    return this.#random.of(TITLES)
  }

  given(): string {
    return this.#random.is(0.1) ? this.#invented(this.#locale.given) : this.#random.of(this.#locale.given)
  }

  surname(): string {
    const { surnames } = this.#locale
    if (this.#random.is(0.04)) return `${this.#random.of(surnames)}-${this.#random.of(surnames)}`
    return this.#random.is(0.22) ? this.#invented(surnames) : this.#random.of(surnames)
  }

  /** A name that stands in no list: the beginning of one and the end of another. */
  #invented(list: readonly string[]): string {
    const one = this.#random.of(list)
    const other = this.#random.of(list)
    if (one.length < 4 || other.length < 4 || /[ '-]/.test(one + other)) return one
    return one.slice(0, this.#random.integer(2, 3)) + other.slice(-this.#random.integer(2, 4)).toLowerCase()
  }

  person(): string {
    const random = this.#random
    const [given, surname] = [this.given(), this.surname()]
    const form = random.next()
    if (form < 0.6) return `${given} ${surname}`
    if (form < 0.68) return `${given} ${random.of('ABCDEFGHJKLMNPRSTW'.split(''))}. ${surname}`
    if (form < 0.73) return `${given} ${this.given()} ${surname}`
    if (form < 0.78)
      return `${given} ${random.of(['van der', 'de', 'von', 'de la', 'di', 'da', 'van', 'bin', 'al'])} ${surname}`
    if (form < 0.82) return `${given} ${surname} ${this.surname()}`
    if (form < 0.85) return `${given[0]}. ${surname}`
    if (form < 0.88) return `${surname}, ${given}`
    if (form < 0.9) return `${given} ${surname}`.toUpperCase()
    return random.is(0.6) ? given : surname
  }

  cityName(): string {
    const random = this.#random
    const form = random.next()
    if (form < 0.05) return `${this.#city.name}, ${random.of(STATES)}`
    return form < 0.07 ? this.#city.name.toUpperCase() : this.#city.name
  }

  /** The name of a street, without a number. */
  streetName(): string {
    const random = this.#random
    const base = random.is(0.5) ? random.of(this.#locale.surnames) : random.of([...FREQUENT_STREETS, this.#city.name])
    switch (this.#language) {
      case 'de':
        return random.of([
          `${base}straße`,
          `${base}str.`,
          `${base}weg`,
          `${base}platz`,
          `${base}-Allee`,
          'Hauptstraße',
          'Am Markt',
        ])
      case 'es':
        return `${random.of(['Calle', 'C/', 'Avenida', 'Avda. de', 'Av.', 'Paseo de', 'Plaza de', 'Calle de', 'Carrera'])} ${base}`
      case 'fr':
        return `${random.of(['rue', 'Rue de', 'avenue', 'boulevard', 'place', 'chemin de', 'impasse'])} ${base}`
      case 'it':
        return `${random.of(['Via', 'Viale', 'Piazza', 'Corso', 'Largo', 'via'])} ${base}`
      case 'pt':
        return `${random.of(['Rua', 'Avenida', 'Travessa', 'Praça', 'Rua de', 'Estrada'])} ${base}`
      case 'nl':
        return `${base}${random.of(['straat', 'laan', 'weg', 'plein', 'gracht', 'kade'])}`
      default:
        if (this.#locale.streets.length > 0 && random.is(0.3)) return random.of(this.#locale.streets)
        return `${random.is(0.15) ? random.of(['North ', 'South ', 'W ', 'East ']) : ''}${base} ${random.of(STREET_WORDS.slice(0, 28))}`
    }
  }

  /** An address: street with number, often with more behind it. */
  street(): string {
    const random = this.#random
    const name = this.streetName()
    const number = random.of([
      `${random.integer(1, 199)}`,
      `${random.integer(200, 9_999)}`,
      `${random.integer(1, 60)}${random.of(['a', 'B', 'b'])}`,
    ])
    const behind = random.of([
      '',
      '',
      ` Apt. ${number}`,
      `, Apt ${random.integer(1, 99)}`,
      ` Suite ${random.integer(1, 999)}`,
      `, Flat ${random.integer(1, 30)}`,
    ])
    const numberFirst = ['en', 'fr'].includes(this.#language) ? random.is(0.85) : random.is(0.15)
    const comma = this.#language === 'es' || this.#language === 'it' ? random.of([', ', ' ']) : ' '
    const line = numberFirst ? `${number} ${name}${behind}` : `${name}${comma}${number}`
    const form = random.next()
    if (form < 0.35) return line
    const join = random.of([', ', ', ', '\n', ' '])
    const code = random.integer(10_000, 99_999)
    if (this.#language === 'en') {
      const town = `${this.#city.name}${join === ' ' ? ' ' : ', '}${random.of(STATES)} ${code}`
      return form < 0.75
        ? `${line}${join}${town}`
        : `${line}${join}${this.#city.name}${join}${random.of(this.#countries())}`
    }
    return form < 0.8 ? `${line}${join}${code} ${this.#city.name}` : `${line}${join}${this.#city.name}`
  }

  #countries(): readonly string[] {
    const { countries } = this.#locale
    return countries.length === 0 ? ['France', 'Austria', 'Kenya'] : countries
  }

  organization(): string {
    const random = this.#random
    const form = random.next()
    if (form < 0.2) return random.of(KNOWN_ORGANIZATIONS)
    if (form < 0.42)
      return `${random.of(SYLLABLES)}${random.of(SYLLABLE_ENDS)}${random.is(0.4) ? ` ${random.of(ORGANIZATION_WORDS)}` : ''}`
    if (form < 0.66) return `${this.surname()} ${random.of(ORGANIZATION_WORDS)}`
    if (form < 0.72) return `${this.surname()}, ${this.surname()} and ${this.surname()}`
    if (form < 0.76) return `${this.surname()} & ${random.of(['Sons', 'Co.', 'Partners', 'Söhne', this.surname()])}`
    if (form < 0.8) return `${this.surname()}-${this.surname()}`
    if (form < 0.86)
      return `${this.#city.name} ${random.of(['Bank', 'University', 'Hospital', 'Council', 'Airport', 'FC', 'Museum', 'Police'])}`
    if (form < 0.9) return `${random.of(['Bank', 'University', 'Ministry', 'Museum'])} of ${this.#city.name}`
    if (form < 0.95) return `${random.of(ADJECTIVES)} ${random.of(ORGANIZATION_WORDS)}`
    return Array.from({ length: random.integer(2, 4) }, () => random.of('ABCDEFGHIKLMNPRSTUV'.split(''))).join('')
  }

  university(): string {
    const random = this.#random
    const city = this.#city.name
    return random.of([
      `University of ${city}`,
      `${city} University`,
      `${this.surname()} College`,
      `Universität ${city}`,
      `Universidad de ${city}`,
    ])
  }

  hospital(): string {
    const random = this.#random
    const elsewhere = HOSPITALS_ELSEWHERE[this.#language]
    if (elsewhere !== undefined) {
      return random
        .of(elsewhere)
        .replace('{city}', this.#city.name)
        .replace('{given}', this.given())
        .replace('{surname}', this.surname())
    }
    return random.of([
      `${this.#city.name} ${random.of(HOSPITALS)}`,
      `St. ${this.given()}'s Hospital`,
      `${this.surname()} ${random.of(HOSPITALS)}`,
      random.of(HOSPITALS),
    ])
  }
}

const FREQUENT_STREETS = [
  'Main',
  'Oak',
  'Park',
  'Church',
  'High',
  'Mill',
  'Station',
  'Maple',
  'Garten',
  'Schul',
  'Kirch',
  'Mayor',
  'Victoria',
  'Roma',
  'Victor Hugo',
  'Liberdade',
  'Dorps',
]
const ADJECTIVES = [
  'First National',
  'United',
  'Global',
  'General',
  'Royal',
  'Pacific',
  'Northern',
  'Blue River',
  'Green Valley',
  'Silver Lake',
  'Golden Gate',
  'New Horizon',
  'Advanced',
  'Central',
]
