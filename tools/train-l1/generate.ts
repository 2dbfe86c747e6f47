import { CATEGORIES } from '@sluice/prompt-classifier/training'
import { Random } from '../seeded-random/random.ts'
import { carry } from './carriers.ts'
import { Filler, type Slots, type Template } from './grammar.ts'
import { CHANGES, MAKERS } from './noise.ts'
import { readFolder, type TemplateFile } from './templates.ts'

/** A text that was made, and what is known of it. */
export interface MadeRow {
  readonly text: string
  readonly label: 0 | 1
  readonly technique: string
  readonly language: string
  readonly carrier: string
  /** A place in `CATEGORIES`; -1 for what is no attack. */
  readonly category: number
}

/** Of so many rows that are drawn, so many are to be attacks: short twins come twice more often than attacks do. */
const DRAWN = 9
const DRAWN_ATTACKS = 4
/** How often a language's file is drawn beside one of an English technique. */
const LANGUAGE_SHARE = 1.3
const TECHNIQUE_SHARE = 2
/** And one of a file that has no attack: what is ordinary has more forms than what is none. */
const ORDINARY_SHARE = 4

/**
 * So many rows, fewer than half of them attacks, from every technique and language alike. The same for the same seed.
 */
export function* generate(count: number, seed: number): Generator<MadeRow, void, undefined> {
  const random = new Random(seed)
  const shared = new Map([...readFolder('slots')].flatMap(({ slots }) => [...slots]))
  const files = [...readFolder('english'), ...readFolder('languages')]
  const weights = files.map(shareOf)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const seen = new Set<string>()
  for (let made = 0; made < count; ) {
    let place = random.next() * total
    let chosen = 0
    while (place > (weights[chosen] as number)) {
      place -= weights[chosen] as number
      chosen += 1
    }
    const row = makeRow(files[chosen] as TemplateFile, made % DRAWN < DRAWN_ATTACKS ? 1 : 0, shared, random)
    made += 1
    if (row === undefined || seen.has(row.text)) continue
    seen.add(row.text)
    yield row
  }
}

function shareOf({ folder, lines }: TemplateFile): number {
  if (!lines.some(({ label }) => label === 1)) return ORDINARY_SHARE
  return folder === 'languages' ? LANGUAGE_SHARE : TECHNIQUE_SHARE
}

function makeRow(file: TemplateFile, label: 0 | 1, shared: Slots, random: Random): MadeRow | undefined {
  const lines = file.lines.filter((line) => line.label === label)
  if (lines.length === 0) return undefined
  const line = random.of(lines)
  const filler = new Filler(new Map<string, readonly Template[]>([...shared, ...file.slots]), MAKERS, CHANGES, random)
  const bare = vary(filler.fill(line.template), random)
  const isCarried = random.is(line.isInside ? 0.85 : 0.22)
  const { text, carrier } = isCarried ? carry(bare, filler, random) : { text: bare, carrier: 'none' }
  const isEnglish = file.folder === 'english'
  const category = label === 1 ? CATEGORIES.indexOf(line.isInside ? 'indirect-injection' : file.category) : -1
  return {
    text,
    label,
    technique: isEnglish ? file.name : `language-${file.name}`,
    language: isEnglish ? 'en' : file.name,
    carrier,
    category,
  }
}

/** Capitals, small letters, missing stops and slips of the finger, in attacks and others alike. */
function vary(text: string, random: Random): string {
  let varied = text.replace(/ {2,}/g, ' ').replace(/ ([.,!?;:])(?=\s|$)/g, '$1')
  const kind = random.next()
  if (kind < 0.14) varied = varied.toLowerCase()
  else if (kind < 0.18) varied = varied.toUpperCase()
  else if (kind < 0.62)
    varied = varied.replace(
      /(^|[.!?]\s+)(\p{Ll})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
  if (random.is(0.12)) varied = varied.replace(/[.!?]+$/, '')
  if (random.is(0.05)) varied = varied.replace(/[,.!?]/g, '')
  if (random.is(0.08)) varied = slip(varied, random)
  return varied
}

function slip(text: string, random: Random): string {
  let slipped = text
  for (let i = Math.min(4, 1 + Math.floor(text.length / 60)); i > 0; i -= 1) {
    const at = random.integer(0, Math.max(0, slipped.length - 2))
    if (!/^[a-z]{2}$/.test(slipped.slice(at, at + 2))) continue
    slipped = random.is(0.5)
      ? slipped.slice(0, at) + slipped.charAt(at + 1) + slipped.charAt(at) + slipped.slice(at + 2)
      : slipped.slice(0, at) + slipped.slice(at + 1)
  }
  return slipped
}
