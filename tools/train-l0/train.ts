import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ACTION_CATEGORIES, type ChatRequest, chatRequestSchema } from '@sluice/contracts'
import { judged, readForTraining } from '@sluice/pipeline/action-training'
import {
  ClassModel,
  ClassSums,
  type ClassWeights,
  readClassWeights,
  writeClassWeights,
} from '@sluice/prompt-classifier/training'
import { z } from 'zod'
import { generate as generatePrompts } from '../train-l1/generate.ts'
import { type ClassRow, inBytes, learnClasses } from './class-trainer.ts'
import { generate, LANGUAGES, type MadeRequest } from './generate.ts'

/**
 * Trains the model of what requests set out to do, and writes it: see README.md beside this file.
 */
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '150000' },
    prompts: { type: 'string', default: '50000' },
    epochs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '20261128' },
    'left-out': { type: 'string', default: '0.4' },
    language: { type: 'string' },
    ways: { type: 'boolean', default: false },
    judge: { type: 'boolean', default: false },
    rows: { type: 'string', multiple: true, default: [] },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../packages/prompt-classifier/model/actions.bin', import.meta.url)),
    },
  },
})

/** One way of asking in so many is left out with `--ways`. */
const WAYS = 5
/** What a text of the other generator weighs: its category is that of the rules. */
const PROMPT_WEIGHT = 0.5
const HELD: ReadonlySet<string> = new Set(['F', 'G', 'H'])

interface Judged {
  readonly asked: string
  readonly read: ReturnType<typeof readForTraining>
  readonly language: string
}

const [learnt, leftOut] = options.judge ? [[], []] : madeRows()
if (!options.judge) writeFileSync(options.out, writeClassWeights(trained()))
const model = new ClassModel(readClassWeights(new Uint8Array(readFileSync(options.out))))
if (leftOut.length > 0) report('left out', leftOut)
for (const file of options.rows) report(basename(file), readRows(file))

function trained(): ClassWeights {
  const rows = [...learnt, ...promptRows()]
  return inBytes(learnClasses(rows, Number(options.epochs), Number(options.seed), Number(options['left-out'])))
}

/** The requests of the templates: what is learnt, and what is left out of it. */
function madeRows(): [ClassRow[], Judged[]] {
  const rows: ClassRow[] = []
  const others: Judged[] = []
  for (const made of generate(Number(options.count), Number(options.seed), LANGUAGES)) {
    const read = readForTraining(bodyOf(made.turns))
    if (isLeftOut(made)) others.push({ asked: made.category, read, language: made.language })
    else rows.push({ hashes: read.hashes, label: ACTION_CATEGORIES.indexOf(made.category), weight: 1 })
  }
  return [rows, others]
}

function isLeftOut({ language, way }: MadeRequest): boolean {
  if (options.language !== undefined) return language === options.language
  return options.ways && Number(way.split(' ')[1]) % WAYS === 0 && !way.startsWith('plain')
}

/** Prompts of the other generator that are no attack and that no rule holds: texts, questions and code of all kinds. */
function promptRows(): readonly ClassRow[] {
  const rows: ClassRow[] = []
  for (const { text, label } of generatePrompts(Number(options.prompts), Number(options.seed))) {
    if (label === 1) continue
    const { hashes, ruled, isAsked } = readForTraining(bodyOf([text]))
    if (!isAsked || HELD.has(ruled.category)) continue
    rows.push({ hashes, label: ACTION_CATEGORIES.indexOf(ruled.category), weight: PROMPT_WEIGHT })
  }
  return rows
}

/** Turns of a user and answers, the last of which is the user's. */
function bodyOf(turns: readonly string[]): ChatRequest {
  const roleOf = (place: number) => ((turns.length - 1 - place) % 2 === 0 ? 'user' : 'assistant')
  const messages = turns.map((content, place) => ({ role: roleOf(place), content }))
  return chatRequestSchema.parse({ model: 'training', messages })
}

function readRows(file: string): readonly Judged[] {
  const row = z.looseObject({
    text: z.string().optional(),
    request: z.looseObject({}).optional(),
    category: z.string(),
    language: z.string(),
  })
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { text, request, category, language } = row.parse(JSON.parse(line))
      const body = request === undefined ? bodyOf([text ?? '']) : chatRequestSchema.parse({ model: 'x', ...request })
      return { asked: category, read: readForTraining(body), language }
    })
}

/** Prints what the rules find of some rows, and what they find together with the model. */
function report(name: string, rows: readonly Judged[]): void {
  for (const [who, found] of [
    ['rules', rows.map(({ read }) => read.action.category)],
    ['both', rows.map(({ read }) => foundOf(read))],
  ] as const) {
    const held = rows.filter(({ asked }) => HELD.has(asked)).length
    const right = rows.filter(({ asked }, at) => HELD.has(asked) && HELD.has(found[at] ?? '')).length
    const taken = found.filter((category) => HELD.has(category)).length
    const exact = rows.filter(({ asked }, at) => asked === found[at]).length
    const share = (part: number, all: number) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`)
    console.log(
      `${name}, ${who}: ${rows.length} rows, accuracy ${share(exact, rows.length)}, recall ${share(right, held)}, ` +
        `precision ${share(right, taken)}, false holds ${taken - right} of ${rows.length - held}`,
    )
  }
}

function foundOf({ hashes, heldHashes, action, ruled, isAsked }: Judged['read']): string {
  // A tool says more than words.
  if (!isAsked || action.category !== ruled.category) return action.category
  return judged(ruled, probabilitiesOf(hashes), probabilitiesOf(heldHashes)).category
}

function probabilitiesOf(hashes: Int32Array): Float64Array {
  const seen = new ClassSums()
  model.add(seen, hashes, hashes.length)
  return model.probabilities(seen)
}
