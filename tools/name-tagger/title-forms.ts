import type { Random } from '../seeded-random/random.ts'
import type { NameForms } from './name-forms.ts'
import {
  BODIES,
  CHANNELS,
  EVENTS,
  LABELS,
  MUSEUMS,
  NICKNAMES,
  PAPERS,
  PARTIES,
  PLURALS,
  RAILWAYS,
  SCHOOLS,
  SHIPS,
  STUDIOS,
  TEAM_WORDS,
  TITLE_ADJECTIVES,
  TITLE_NOUNS,
  TITLE_TAILS,
  TITLE_VERBS,
  UNIT_KINDS,
} from './own-titles.ts'
import { NATIONALITIES } from './own-words.ts'

const LISTS: Readonly<Record<string, readonly string[]>> = {
  event: EVENTS,
  body: BODIES,
  party: PARTIES,
  paper: PAPERS,
  channel: CHANNELS,
  label: LABELS,
  studio: STUDIOS,
  railway: RAILWAYS,
  school: SCHOOLS,
  museum: MUSEUMS,
  nick: NICKNAMES,
  ship: SHIPS,
  noun: ['{noun}'],
  adjective: ['{adjective}'],
}

/** The forms that titles of works, bands, teams, authorities and the like have. */
export class TitleForms {
  readonly #forms: NameForms
  readonly #random: Random
  readonly #places: { state(): string; country(): string }

  constructor(forms: NameForms, places: { state(): string; country(): string }, random: Random) {
    this.#forms = forms
    this.#places = places
    this.#random = random
  }

  /** What a slot of this name holds, or nothing where there is no such form. */
  of(slot: string): string | undefined {
    if (slot === 'work') return this.#work()
    if (slot === 'band') return this.#band()
    if (slot === 'team') return this.#team()
    if (slot === 'unit') return this.#unit()
    const list = LISTS[slot]
    return list === undefined ? undefined : this.#filled(this.#random.of(list))
  }

  #filled(form: string): string {
    return form.replace(/\{(\w+)\}/g, (_, part: string) => this.#part(part))
  }

  #part(part: string): string {
    const [forms, random] = [this.#forms, this.#random]
    switch (part) {
      case 'city':
        return forms.cityName()
      case 'given':
        return forms.given()
      case 'surname':
        return forms.surname()
      case 'state':
        return this.#places.state()
      case 'country':
        return this.#places.country()
      case 'nationality':
        return random.of(NATIONALITIES)
      case 'adjective':
        return random.of(TITLE_ADJECTIVES)
      case 'letter':
        return random.of('ABDEJKLMRTXZ'.split(''))
      default:
        return random.of(TITLE_NOUNS)
    }
  }

  #work(): string {
    const random = this.#random
    const title = this.#filled(
      random.of([
        'The {noun} of {noun}',
        'The {adjective} {noun}',
        '{adjective} {noun}',
        '{noun} and {noun}',
        '{noun} in the {noun}',
        'The {noun}',
        '{noun}',
        'A {adjective} {noun}',
        `${random.of(TITLE_VERBS)} ${random.of(TITLE_TAILS)}`,
        `${random.of(TITLE_VERBS)} ${random.of(TITLE_TAILS)}`,
        "{given}'s {noun}",
        '{given} and the {noun}',
        '{noun} {noun}',
        'Songs from the {noun}',
        '{city} {noun}',
        'The {noun} from {city}',
        '{given}',
      ]),
    )
    const form = random.next()
    if (form < 0.35) return `"${title}"`
    return form < 0.5 ? `" ${title} "` : title
  }

  #band(): string {
    const random = this.#random
    const plural = random.of(PLURALS)
    return this.#filled(
      random.of([
        `The ${plural}`,
        `The {adjective} ${plural}`,
        `{given} and the ${plural}`,
        `{adjective} {noun}`,
        '{noun} {noun}',
        '{noun}',
        `{city} ${plural}`,
        '{surname}',
        'The {surname} Brothers',
        'The {given} {surname} Trio',
        '{surname} Quartet',
        '{noun} of {noun}',
        `${random.of(TITLE_VERBS)} the {noun}`,
        invented(random),
        invented(random),
      ]),
    )
  }

  #team(): string {
    const random = this.#random
    const plural = random.of(PLURALS)
    const form = random.next()
    if (form < 0.35) return `${this.#forms.cityName()} ${plural}`
    if (form < 0.45) return `the ${plural}`
    if (form < 0.55) return `${this.#places.state()} ${plural}`
    if (form < 0.8) return `${this.#forms.cityName()} ${random.of(TEAM_WORDS)}`
    return form < 0.9 ? `${random.of(['FC', 'AC', 'Real', 'SV', 'Dynamo', 'Inter'])} ${this.#forms.cityName()}` : plural
  }

  #unit(): string {
    const random = this.#random
    const number = random.integer(1, 150)
    const teen = number % 100 > 10 && number % 100 < 14
    const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')
    const form = random.next()
    if (form < 0.6) return `${number}${ending} ${random.of(UNIT_KINDS)}`
    if (form < 0.75) return `${number}${ending} ${this.#places.state()} ${random.of(UNIT_KINDS)}`
    if (form < 0.85) return `${random.of(['I', 'II', 'III', 'IV', 'V', 'VI', 'IX', 'XII'])} Corps`
    if (form < 0.92) return `Army of ${this.#forms.cityName()}`
    return `${this.#forms.surname()}'s ${random.of(['Brigade', 'Division', 'Rangers', 'Corps'])}`
  }
}

/** A word that no list has: `Vortica`, `Kelmo`. */
function invented(random: Random): string {
  const sound = () => `${random.of('BDFGKLMNPRSTVZ'.split(''))}${random.of('aeiou'.split(''))}`.toLowerCase()
  const word =
    Array.from({ length: random.integer(2, 3) }, sound).join('') + random.of(['', 'x', 'n', 'r', 's', 'th', 'k'])
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
