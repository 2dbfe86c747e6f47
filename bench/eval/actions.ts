import { writeFile } from 'node:fs/promises'
import { ACTION_CATEGORIES, type ActionCategory, type ChatRequest, chatRequestSchema } from '@sluice/contracts'
import { createInterceptLayer } from '@sluice/pipeline'
import type { Flags, FlagValues } from '../command-line.ts'
import { type Evaluation, type Figures, percent, percentWithInterval, type Result, ratio } from './evaluation.ts'
import { exchangeFor } from './exchange.ts'
import { optionalString, type Row, stringMember } from './read-rows.ts'

export const actionFlags = {
  out: {
    type: 'string',
    value: 'FILE',
    summary: 'Write a line of JSON for each row: file, row, category, rule, held.',
  },
} as const satisfies Flags

/** What waits for a human by default. */
const HELD: ReadonlySet<ActionCategory> = new Set(['F', 'G', 'H'])
/** The kind of rows that developers ask of a model, none of which is to be held. */
const DEVELOPER = 'developer'

interface Judged {
  readonly asked: ActionCategory
  readonly found: ActionCategory
  readonly language: string
  readonly kind: string
}

/** Measures L0 as it is shipped: what a row sets out to do, and whether it would wait for a human by default. */
export function evaluateActions(flags: FlagValues): Evaluation {
  const layer = createInterceptLayer({
    users: { find: () => ({ active: true }) },
    lookUpTimeoutMs: 1_000,
    timeoutMs: 60_000,
  })
  const judged: Judged[] = []
  const predictions: string[] = []
  const rowsOf = new Map<string, number>()
  return {
    async take(row, file) {
      const number = (rowsOf.get(file) ?? 0) + 1
      rowsOf.set(file, number)
      const exchange = exchangeFor({ kind: 'chat', body: bodyOf(row) })
      const { facts } = await layer.decide(exchange.origin.request, exchange)
      const action = facts?.action
      if (action === undefined) throw new Error(`${row.place}: L0 has not classified it`)
      const { category: found, ...why } = action
      judged.push({
        asked: categoryOf(row),
        found,
        language: optionalString(row, 'language') ?? 'unknown',
        kind: optionalString(row, 'kind') ?? 'unknown',
      })
      predictions.push(JSON.stringify({ file, row: number, category: found, ...why, held: HELD.has(found) }))
    },
    async result() {
      if (typeof flags.out === 'string') await writeFile(flags.out, `${predictions.join('\n')}\n`)
      return summarise(judged)
    },
  }
}

/** A text is the only message of its user. */
function bodyOf(row: Row): ChatRequest {
  const { request } = row.value
  if (request === undefined) {
    return { model: 'eval', messages: [{ role: 'user', content: stringMember(row, 'text') }] }
  }
  const parsed = chatRequestSchema.safeParse(Object.assign({ model: 'eval' }, request))
  if (!parsed.success) throw new Error(`${row.place}: "request" is no chat request`)
  return parsed.data
}

function categoryOf(row: Row): ActionCategory {
  const category = ACTION_CATEGORIES.find((each) => each === row.value.category)
  if (category === undefined) throw new Error(`${row.place}: "category" must be one of ${ACTION_CATEGORIES.join(', ')}`)
  return category
}

function summarise(judged: readonly Judged[]): Result {
  const groups = [...HELD].map((category) => [category, new Set([category])] as const)
  const classes: readonly (readonly [string, ReadonlySet<ActionCategory>])[] = [...groups, ['F+G+H', HELD]]
  const developer = judged.filter(({ kind }) => kind === DEVELOPER)
  return {
    tables: [
      { title: 'what was asked (lines) and what L0 took it for', rows: ACTION_CATEGORIES.map(confusionOf(judged)) },
      { title: 'all rows', rows: [{ rows: judged.length, accuracy: percentWithInterval(...rightOf(judged)) }] },
      { title: 'recall and precision', rows: classes.map(([name, set]) => lineOf(name, countsOf(judged, set))) },
      { title: 'by language', rows: byMember(judged, 'language') },
      { title: 'by kind', rows: byMember(judged, 'kind') },
      { title: "harmless prompts of developers (kind 'developer')", rows: byMember(developer, 'language') },
    ],
    json: {
      eval: 'actions',
      rows: judged.length,
      accuracy: ratio(...rightOf(judged)),
      confusion: Object.fromEntries(ACTION_CATEGORIES.map((asked) => [asked, confusionOf(judged)(asked)])),
      classes: Object.fromEntries(classes.map(([name, set]) => [name, figuresOf(countsOf(judged, set))])),
      languages: Object.fromEntries(splitBy(judged, 'language').map(([name, rows]) => [name, shortOf(rows)])),
      kinds: Object.fromEntries(splitBy(judged, 'kind').map(([name, rows]) => [name, shortOf(rows)])),
      developer: shortOf(developer),
    },
  }
}

function confusionOf(judged: readonly Judged[]) {
  return (asked: ActionCategory): Figures => {
    const rows = judged.filter((each) => each.asked === asked)
    const cells = ACTION_CATEGORIES.map((found) => [found, rows.filter((each) => each.found === found).length])
    return { asked, ...Object.fromEntries(cells) }
  }
}

function rightOf(judged: readonly Judged[]): [right: number, all: number] {
  return [judged.filter(({ asked, found }) => asked === found).length, judged.length]
}

interface Counts {
  readonly asked: number
  readonly found: number
  readonly both: number
}

/** Of a set of categories, one of which was asked for or found, whichever of them. */
function countsOf(judged: readonly Judged[], set: ReadonlySet<ActionCategory>): Counts {
  return {
    asked: judged.filter(({ asked }) => set.has(asked)).length,
    found: judged.filter(({ found }) => set.has(found)).length,
    both: judged.filter(({ asked, found }) => set.has(asked) && set.has(found)).length,
  }
}

function lineOf(name: string, { asked, found, both }: Counts): Figures {
  return {
    ...{ category: name, rows: asked, recall: percentWithInterval(both, asked) },
    ...{ found, precision: percentWithInterval(both, found) },
  }
}

function figuresOf({ asked, found, both }: Counts) {
  return { rows: asked, found, recall: ratio(both, asked), precision: ratio(both, found) }
}

function splitBy(judged: readonly Judged[], member: 'language' | 'kind'): [string, Judged[]][] {
  return [...Map.groupBy(judged, (each) => each[member])].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function byMember(judged: readonly Judged[], member: 'language' | 'kind'): readonly Figures[] {
  return [...splitBy(judged, member), ['all', judged] as const].map(([name, rows]) => {
    const { asked, both } = countsOf(rows, HELD)
    const { harmless, falselyHeld } = falseHoldsOf(rows)
    return {
      [member]: name,
      rows: rows.length,
      accuracy: percent(...rightOf(rows)),
      'recall F+G+H': percent(both, asked),
      harmless,
      'false holds': percentWithInterval(falselyHeld, harmless),
    }
  })
}

function falseHoldsOf(judged: readonly Judged[]): { readonly harmless: number; readonly falselyHeld: number } {
  const harmless = judged.filter(({ asked }) => !HELD.has(asked))
  return { harmless: harmless.length, falselyHeld: harmless.filter(({ found }) => HELD.has(found)).length }
}

function shortOf(judged: readonly Judged[]) {
  const { asked, both } = countsOf(judged, HELD)
  const { harmless, falselyHeld } = falseHoldsOf(judged)
  return {
    ...{ rows: judged.length, accuracy: ratio(...rightOf(judged)), recall: ratio(both, asked) },
    ...{ harmless, falseHolds: ratio(falselyHeld, harmless) },
  }
}
