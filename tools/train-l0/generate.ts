import type { ActionCategory } from '@sluice/contracts'
import { Random } from '../seeded-random/random.ts'
import { Filler, type Template } from '../train-l1/grammar.ts'
import { type Act, type Frame, type LanguageFile, readLanguage, readSlots } from './act-files.ts'

/** A request that was made. */
export interface MadeRequest {
  /** The newest turn, and what stands before it: turns of the user and answers, one after the other. */
  readonly turns: readonly string[]
  readonly category: ActionCategory
  readonly language: string
  /** `order`, `need`, `twin` or `plain`, with the number of its frame. */
  readonly way: string
}

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const
/** Between turns of a template. */
const TURN = '\n\n\n'

/** So many requests of every kind; the same for the same seed. */
export function* generate(
  count: number,
  seed: number,
  languages: readonly string[] = LANGUAGES,
): Generator<MadeRequest> {
  const random = new Random(seed)
  const shared = readSlots('slots')
  const files = languages.map(readLanguage)
  const seen = new Set<string>()
  for (let made = 0; made < count; made += 1) {
    const file = random.of(files)
    const row = makeRow(file, new Map([...shared, ...file.slots]), random)
    const key = row.turns.join(TURN)
    if (seen.has(key)) continue
    seen.add(key)
    yield row
  }
}

function makeRow(file: LanguageFile, slots: ReadonlyMap<string, readonly Template[]>, random: Random): MadeRequest {
  const kind = random.next()
  const { language } = file
  if (kind < 0.2 && file.plains.length > 0) {
    const plain = random.of(file.plains)
    const text = new Filler(slots, new Map(), new Map(), random).fill(plain.template)
    return {
      turns: turnsOf(text, random),
      category: plain.category,
      language,
      way: `plain ${file.plains.indexOf(plain)}`,
    }
  }
  if (kind < 0.6) {
    const act = actOf(file, random, 0.28)
    if (act.needs.length > 0 && random.is(0.3)) {
      const need = random.of(act.needs)
      const text = fillerOf(file, act, slots, random).fill(need)
      return { turns: turnsOf(text, random), category: act.category, language, way: `need ${act.needs.indexOf(need)}` }
    }
    return framed(file, act, random.of(file.orders), 'order', slots, random)
  }
  return framed(file, actOf(file, random, 0.12), random.of(file.twins), 'twin', slots, random)
}

/** An act that is held, or now and then another. */
function actOf(file: LanguageFile, random: Random, others: number): Act {
  const isOther = random.is(others)
  const held: readonly ActionCategory[] = isOther ? ['A', 'B', 'C', 'D', 'E'] : [random.of(['F', 'G', 'H'] as const)]
  return random.of(file.acts.filter(({ category }) => held.includes(category)))
}

function framed(
  file: LanguageFile,
  act: Act,
  frame: Frame,
  way: string,
  slots: ReadonlyMap<string, readonly Template[]>,
  random: Random,
): MadeRequest {
  const text = fillerOf(file, act, slots, random).fill(frame.template)
  const place = (way === 'order' ? file.orders : file.twins).indexOf(frame)
  const category = frame.category ?? act.category
  return { turns: turnsOf(text, random), category, language: file.language, way: `${way} ${place}` }
}

/** Fills in one act: the same object in all its forms. */
function fillerOf(
  file: LanguageFile,
  act: Act,
  slots: ReadonlyMap<string, readonly Template[]>,
  random: Random,
): Filler {
  const plain = new Filler(slots, new Map(), new Map(), random)
  const object = plain.fill(random.of(act.objects))
  const makers = new Map<string, () => string>()
  const [verb, second] = [random.of(act.verbs), random.of(act.verbs)]
  for (const [name, template] of verb) makers.set(name, () => plain.fill(template).replace('_', object))
  makers.set('o', () => object)
  makers.set('it', () => plain.fill(verb.get('imp') ?? []).replace('_', random.of(PRONOUNS[file.language] ?? ['it'])))
  makers.set('imp2', () => plain.fill(second.get('imp') ?? []).replace('_', object))
  return new Filler(slots, makers, new Map(), random)
}

const PRONOUNS: Readonly<Record<string, readonly string[]>> = {
  en: ['it', 'them', 'that', 'this one', 'both', 'him', 'her'],
  de: ['das', 'die', 'sie', 'beide', 'ihn', 'es'],
  fr: ['ça', 'celui-là', 'les deux', 'tout ça', 'ceux-là'],
  es: ['eso', 'ese', 'los dos', 'esa', 'todo eso'],
  it: ['quello', 'quella', 'tutti e due', 'questo'],
  pt: ['isso', 'esse', 'os dois', 'essa', 'tudo isso'],
}

function turnsOf(text: string, random: Random): readonly string[] {
  const turns = text.split(TURN)
  return turns.map((turn) => vary(turn, random))
}

/** Capitals, small letters, missing signs and marks, and slips of the finger. */
function vary(text: string, random: Random): string {
  let varied = text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,!?;:])(?=\s|$)/g, '$1')
    .trim()
  const kind = random.next()
  if (kind < 0.22) varied = varied.toLowerCase()
  else if (kind < 0.23) varied = varied.toUpperCase()
  else if (kind < 0.85) {
    varied = varied.replace(
      /(^|[.!?]\s+)(\p{Ll})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
  }
  if (random.is(0.2)) varied = varied.replace(/[.!]+$/, '')
  if (random.is(0.14)) varied = varied.replace(/[,.!?;:]/g, '').toLowerCase()
  if (random.is(0.06)) varied = varied.normalize('NFD').replace(/\p{M}/gu, '')
  if (random.is(0.07)) varied = slip(varied, random)
  return varied
}

function slip(text: string, random: Random): string {
  const at = random.integer(0, Math.max(0, text.length - 2))
  if (!/^[a-z]{2}$/.test(text.slice(at, at + 2))) return text
  return random.is(0.5)
    ? text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    : text.slice(0, at) + text.slice(at + 1)
}
