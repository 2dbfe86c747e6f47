import type { NameKind } from '@sluice/name-tagger/training'
import type { Random } from '../seeded-random/random.ts'
import type { City, Lists, LocaleLists } from './lists.ts'
import { NameForms } from './name-forms.ts'
import { ROMANISED } from './own-titles.ts'
import { KNOWN_PLACES, LANGUAGES, MONTHS, NATIONALITIES, PRODUCTS, WEEKDAYS } from './own-words.ts'
import { TitleForms } from './title-forms.ts'

/** A text with the names in it, in UTF-16 code units. */
export interface Example {
  readonly text: string
  readonly names: readonly { readonly kind: NameKind; readonly start: number; readonly end: number }[]
}

const KIND_OF_SLOT: Readonly<Record<string, NameKind>> = {
  person: 'person',
  given: 'person',
  surname: 'person',
  city: 'place',
  country: 'place',
  state: 'place',
  streetname: 'address',
  street: 'address',
  org: 'organization',
  university: 'organization',
  hospital: 'organization',
  band: 'organization',
  team: 'organization',
  unit: 'organization',
  body: 'organization',
  party: 'organization',
  paper: 'organization',
  channel: 'organization',
  label: 'organization',
  studio: 'organization',
  railway: 'organization',
  school: 'organization',
  museum: 'organization',
  nick: 'person',
}

const WORLD = 0.35

const ROMANISED_LOCALES = Object.values(ROMANISED).map(
  (names): LocaleLists => ({ ...names, streets: [], countries: [], states: [] }),
)

/** How often a place is one of those that everybody writes about. */
const KNOWN: Readonly<Record<string, number>> = { city: 0.15, country: 0.4, state: 0.4 }

/** Fills templates of one language with names, and with other things where no name stands. */
export class TemplateFiller {
  readonly #lists: Lists
  readonly #language: string
  readonly #own: readonly LocaleLists[]
  readonly #all: readonly LocaleLists[]
  readonly #large: readonly City[]
  readonly #random: Random

  constructor(lists: Lists, language: string, random: Random) {
    this.#lists = lists
    this.#language = language
    this.#random = random
    this.#all = [...lists.locales.values(), ...ROMANISED_LOCALES]
    this.#own = [...lists.locales].filter(([name]) => name.split('_')[0] === language).map(([, locale]) => locale)
    this.#large = lists.cities.filter(({ population }) => population > 100_000)
  }

  /** One text of a template. */
  fill(template: string): Example {
    const random = this.#random
    const names: { kind: NameKind; start: number; end: number }[] = []
    let text = ''
    // Small letters and capitals throughout occur where people are in a hurry, and in forms.
    const writing = random.next()
    const style = writing < 0.13 ? 'lower' : writing < 0.16 ? 'upper' : 'usual'
    for (const part of template.replaceAll('\\n', '\n').split(/(\{[a-z]+\})/)) {
      const slot = /^\{([a-z]+)\}$/.exec(part)?.[1]
      const forms = new NameForms(this.#locale(), this.#city(), this.#language, random)
      if (slot === 'mr') {
        const surname = forms.surname()
        text += `${forms.title()} `
        names.push({ kind: 'person', start: text.length, end: text.length + surname.length })
        text += surname
        continue
      }
      const kind = slot === undefined ? undefined : KIND_OF_SLOT[slot]
      const titled = slot === undefined ? undefined : this.#titles(forms).of(slot)
      if (slot === undefined) text += part
      else if (kind === undefined) text += titled ?? this.#other(slot)
      else {
        const name = titled ?? this.#name(slot, forms)
        // The article is no part of a name.
        const article = /^the /i.test(name) && kind === 'place' ? 4 : 0
        names.push({ kind, start: text.length + article, end: text.length + name.length })
        text += name
      }
    }
    return { text: restyled(text, style), names }
  }

  #titles(forms: NameForms): TitleForms {
    const places = { state: () => this.#name('state', forms), country: () => this.#name('country', forms) }
    return new TitleForms(forms, places, this.#random)
  }

  #locale(): LocaleLists {
    return this.#own.length === 0 || this.#random.is(WORLD) ? this.#random.of(this.#all) : this.#random.of(this.#own)
  }

  #city(): City {
    return this.#random.of(this.#random.is(0.6) ? this.#large : this.#lists.cities)
  }

  #name(slot: string, forms: NameForms): string {
    const random = this.#random
    const own = this.#own.length === 0 ? this.#all : this.#own
    const isKnown = this.#language === 'en' && random.is(KNOWN[slot] ?? 0)
    const name = ((): string => {
      if (isKnown) return random.of(KNOWN_PLACES)
      switch (slot) {
        case 'person':
          return forms.person()
        case 'given':
          return forms.given()
        case 'surname':
          return forms.surname()
        case 'city':
          return forms.cityName()
        case 'country':
          return random.of(random.of(own.filter(({ countries }) => countries.length > 0)).countries)
        case 'state':
          return random.of(random.of(this.#all.filter(({ states }) => states.length > 0)).states)
        case 'streetname':
          return forms.streetName()
        case 'street':
          return forms.street()
        case 'org':
          return forms.organization()
        case 'university':
          return forms.university()
        default:
          return forms.hospital()
      }
    })()
    return random.is(0.04) ? name.toLowerCase() : name
  }

  #other(slot: string): string {
    const random = this.#random
    const number = random.integer(1, random.of([9, 30, 100, 5_000]))
    const month = random.of(MONTHS[this.#language] ?? MONTHS.en ?? [])
    switch (slot) {
      case 'date':
        return random.of([
          `${number % 28}/${random.integer(1, 12)}/${random.integer(1940, 2030)}`,
          `${random.integer(1950, 2030)}-0${random.integer(1, 9)}-${random.integer(10, 28)}`,
          `${random.integer(1, 28)} ${month} ${random.integer(1940, 2030)}`,
          `${month} ${random.integer(1, 28)}, ${random.integer(1940, 2030)}`,
          `${random.integer(1, 28)}.${random.integer(1, 12)}.${random.integer(1940, 2030)}`,
        ])
      case 'month':
        return month
      case 'weekday':
        return random.of(WEEKDAYS[this.#language] ?? WEEKDAYS.en ?? [])
      case 'year':
        return String(random.integer(1850, 2030))
      case 'age':
        return String(random.integer(18, 97))
      case 'num':
        return String(number)
      case 'decimal':
        return (random.next() * 10 ** random.integer(1, 6)).toFixed(random.integer(0, 4))
      case 'amount':
        return random.of([
          `$${number * 10}`,
          `${number * 5} EUR`,
          `€${number}.50`,
          `${number},000 dollars`,
          `£${number}`,
        ])
      case 'id':
        return random.of([
          `${random.integer(100_000, 9_999_999)}`,
          `A-${random.integer(1_000, 99_999)}`,
          `INV${number}`,
        ])
      case 'iban':
        return `${random.of(['DE', 'FR', 'ES', 'NL', 'GB', 'IT'])}${random.integer(10, 99)} ${fours(4, random)} ${random.integer(10, 99)}`
      case 'card':
        return fours(4, random)
      case 'ip':
        return Array.from({ length: 4 }, () => random.integer(0, 255)).join('.')
      case 'phone':
        return `+${random.integer(1, 99)} ${random.integer(100, 999)} ${random.integer(100_000, 9_999_999)}`
      case 'email':
        return `${random.of(['info', 'sales', 'j.k', 'user12', 'office'])}@example.${random.of(['com', 'org', 'net'])}`
      case 'lang':
        return random.of(LANGUAGES)
      case 'nationality':
        return random.of(NATIONALITIES)
      case 'product':
        return random.of(PRODUCTS)
      default:
        throw new Error(`unknown slot {${slot}}`)
    }
  }
}

/** Groups of four digits. */
function fours(count: number, random: Random): string {
  return Array.from({ length: count }, () => random.integer(1_000, 9_999)).join(' ')
}

/** In other letters, where every letter keeps its length. */
function restyled(text: string, style: 'usual' | 'lower' | 'upper'): string {
  const other = style === 'lower' ? text.toLowerCase() : style === 'upper' ? text.toUpperCase() : text
  return other.length === text.length ? other : text
}
