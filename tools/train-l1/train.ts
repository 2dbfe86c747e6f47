import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  CALIBRATION_POINTS,
  CATEGORIES,
  type Calibration,
  PromptClassifier,
  readModel,
  writeModel,
} from '@sluice/prompt-classifier/training'
import { calibrate, calibrationError } from './calibrate.ts'
import { generate, type MadeRow } from './generate.ts'
import { type LabelledRow, readLabelledRows } from './labelled-rows.ts'
import { learn, weightsOf } from './learn.ts'
import { readMadeRows } from './made-rows.ts'
import { quantized } from './quantize.ts'
import { readText } from './read-text.ts'
import { printReport } from './report.ts'
import { writeSignRows } from './sign-rows.ts'
import type { Trainer } from './trainer.ts'

/**
 * Trains the prompt classifier and writes its model:
 * `train.ts [--rows FILE]... [--fold NAME,NAME,...]... [--count N]`
 * See README.md beside this file.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', multiple: true, default: [] },
    calibrate: { type: 'string', multiple: true, default: [] },
    fold: { type: 'string', multiple: true, default: [] },
    texts: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '80000' },
    epochs: { type: 'string', default: '2' },
    seed: { type: 'string', default: '20261128' },
    scores: { type: 'string' },
    second: { type: 'string' },
    order: { type: 'boolean', default: false },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../../packages/prompt-classifier/model/prompts.bin', import.meta.url)),
    },
  },
})

const [epochs, seed] = [Number(options.epochs), Number(options.seed)]
const rows = options.rows.flatMap(readRows)
const others = options.calibrate.flatMap(readRows)
const own = ownRows()
console.log(`${rows.length} labelled rows, ${own.length} of our own`)
// The long part first: the model can be used while the folds are scored.
const trainer = learn([...rows, ...own], epochs, seed)
writeFileSync(options.out, writeModel(quantized(trainer, calibrationBefore())))
if (options.second !== undefined) writeWindows('learnt', [...rows, ...own], trainer)
const judged = judgeLeftOut()
const calibration =
  judged.length === 0
    ? calibrationBefore()
    : calibrate(judged.map(({ row, logit }) => ({ logit, label: row.label, weight: 1 })))
const model = quantized(trainer, calibration)
writeFileSync(options.out, writeModel(model))
if (options.scores !== undefined) writeFileSync(options.scores, scoreLines())
const classifier = new PromptClassifier(model, undefined, options.order)
const said = judged.map(({ row, logit }) => ({ probability: classifier.probabilityAt(logit), label: row.label }))
printReport(judged, said)
console.log(`calibration error ${calibrationError(said).toFixed(4)} on texts of families that were left out`)

/** The calibration of the model that is replaced, else the plain logistic curve. */
function calibrationBefore(): Calibration {
  if (existsSync(options.out)) return readModel(new Uint8Array(readFileSync(options.out))).calibration
  const logits = Float32Array.from({ length: CALIBRATION_POINTS }, (_, i) => i - CALIBRATION_POINTS / 2)
  return { logits, probabilities: logits.map((logit) => 1 / (1 + Math.exp(-logit))) }
}

function readRows(file: string): readonly LabelledRow[] {
  return readLabelledRows(file, options.order)
}

function scoreLines(): string {
  const lines = judged.map(({ row, logit }) => {
    return JSON.stringify({
      source: row.source,
      row: row.row,
      label: row.label,
      kind: row.kind,
      language: row.language,
      tokens: row.starts.length - 1,
      logit,
    })
  })
  return `${lines.join('\n')}\n`
}

function ownRows(): readonly LabelledRow[] {
  const made: LabelledRow[] = []
  for (const row of options.texts.flatMap(readMadeRows)) made.push(ownRow(row, `earlier ${row.technique}`))
  for (const row of generate(Number(options.count), seed)) made.push(ownRow(row, row.technique))
  return made
}

function ownRow({ text, label, language, category }: MadeRow, family: string): LabelledRow {
  const kind = CATEGORIES[category] ?? 'none'
  return { ...readText(text, label, options.order), text, source: 'own', row: 0, language, family, category, kind }
}

/** Scores each text with a model that has seen nothing of the files in its fold. */
function judgeLeftOut(): readonly { readonly row: LabelledRow; readonly logit: number }[] {
  return options.fold.flatMap((fold, at) => {
    const names = new Set(fold.split(','))
    const seen = rows.filter(({ source }) => !names.has(source))
    const left = [...rows, ...others].filter(({ source }) => names.has(source))
    console.log(`without ${fold}`)
    const trained = learn([...seen, ...own], epochs, seed)
    if (options.second !== undefined) writeWindows(`fold-${at + 1}`, left, trained)
    return left.map((row) => ({ row, logit: trained.score(row).logit }))
  })
}

/** Leaves what the second stage is trained on, and judged by, for `second_stage.py`. */
function writeWindows(name: string, some: readonly LabelledRow[], trained: Trainer): void {
  const weights = weightsOf(some)
  const windows = some.map((row) => ({ row, weight: weights.get(row) ?? 0, ...trained.score(row) }))
  writeSignRows(options.second ?? '.', name, windows)
}
