import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type Cascade,
  MOST_FIRST,
  PromptClassifier,
  readModel,
  readSecondModel,
  writeModel,
  writeSecondModel,
} from '@sluice/prompt-classifier/training'
import { z } from 'zod'
import { calibrate, calibrationError } from './calibrate.ts'
import { printFamilies } from './family-report.ts'
import { fitLogOdds } from './fit-log-odds.ts'

/**
 * Makes one score of all that is said of a text, and writes what is needed to ship:
 * `cascade.ts FOLDER --first SCORES --again SCORES --model prompts.bin [--family NAME,NAME]... [--keep] [--block 0.6]`
 * where FOLDER has what `second_stage.py` has left, and SCORES are those of `train.ts --scores`. From the probability
 * of `--block` on a request is refused as shipped: the scores are lowered until that is the strictest threshold of any
 * source of ordinary prompts. See README.md beside this file.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    first: { type: 'string', default: '' },
    again: { type: 'string', default: '' },
    family: { type: 'string', multiple: true, default: [] },
    network: { type: 'string', default: 'second' },
    share: { type: 'string', default: '0.13' },
    keep: { type: 'boolean', default: false },
    block: { type: 'string', default: '0.6' },
  },
})
const [folder = '.'] = positionals

const scoreSchema = z.object({ source: z.string(), row: z.number(), logit: z.number() })
const rowSchema = z.object({
  source: z.string(),
  row: z.number(),
  label: z.union([z.literal(0), z.literal(1)]),
  kind: z.string(),
  language: z.string(),
  second: z.number(),
})

const [firstScores, againScores] = [scoresOf(options.first), scoresOf(options.again)]
const rows = globSync(`${folder}/${options.network}-fold-*.jsonl`).flatMap((file) =>
  linesOf(file).map((line) => {
    const row = rowSchema.parse(line)
    const [logit, again] = [firstScores, againScores].map((scores) => scores.get(nameOf(row)))
    if (logit === undefined || again === undefined) throw new Error(`Nobody has scored row ${nameOf(row)}`)
    return { ...row, logit, again }
  }),
)
const kept = keptCascade()
const ordinary = rows.filter(({ label, kind }) => label === 0 && kind === 'benign')
const asksFrom =
  kept?.asksFrom ??
  (ordinary
    .map(({ logit }) => logit)
    .toSorted((one, other) => other - one)
    .at(Math.floor(ordinary.length * Number(options.share))) as number)
const cascade = fitCascade()
const judged = rows.map((row) => ({ ...row, logOdds: logOddsOf(row) }))
console.log(JSON.stringify(cascade))
const families = options.family.map((names) => names.split(','))
printFamilies(
  'first stage alone',
  rows.map((row) => ({ ...row, logOdds: row.logit })),
  families,
)
printFamilies(
  'rereader alone',
  rows.map((row) => ({ ...row, logOdds: row.again })),
  families,
)
printFamilies(
  'second stage alone',
  rows.map((row) => ({ ...row, logOdds: row.second })),
  families,
)
const shipped = printFamilies('cascade', judged, families)
if (options.model !== undefined) ship(options.model)

/** Each source weighs as much as the root of its texts, attacks and others apart, so that none speaks for all. */
function fitCascade(): Cascade {
  const counts = Map.groupBy(rows, keyOf)
  const weightOf = (row: (typeof rows)[number]) => 10 / Math.sqrt(counts.get(keyOf(row))?.length ?? 1)
  const asked = rows.filter(({ logit }) => logit >= asksFrom)
  const fit = (some: typeof rows, inputsOf: (row: (typeof rows)[number]) => readonly number[]) =>
    fitLogOdds(some.map((row) => ({ inputs: inputsOf(row), label: row.label, weight: weightOf(row) })))
  const [slope = 0, offset = 0] = fit(rows, ({ logit }) => [logit])
  const inputsOf = (row: (typeof rows)[number]) => [Math.min(row.logit, MOST_FIRST), row.again, row.second]
  const [first = 0, again = 0, second = 0, shift = 0] = fit(asked, inputsOf)
  return { asksFrom, alone: kept?.alone ?? { slope, offset }, both: { first, again, second, offset: shift } }
}

function keyOf({ source, label }: (typeof rows)[number]): string {
  return `${source} ${label}`
}

function logOddsOf({ logit, again, second }: (typeof rows)[number]): number {
  const { alone, both } = cascade
  if (logit < cascade.asksFrom) return alone.slope * logit + alone.offset
  return both.first * Math.min(logit, MOST_FIRST) + both.again * again + both.second * second + both.offset
}

function linesOf(file: string): readonly unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

/** What a model that had not seen its family says of each text. */
function scoresOf(file: string): ReadonlyMap<string, number> {
  return new Map(
    linesOf(file)
      .map((line) => scoreSchema.parse(line))
      .map((row) => [nameOf(row), row.logit]),
  )
}

function nameOf({ source, row }: { readonly source: string; readonly row: number }): string {
  return `${source} ${row}`
}

/** With `--keep`: what the second stage that ships says of the first alone, whose file stays as it is. */
function keptCascade(): Cascade | undefined {
  if (!options.keep || options.model === undefined) return undefined
  return readSecondModel(new Uint8Array(readFileSync(secondFile(options.model)))).cascade
}

function secondFile(file: string): string {
  return file.replace(/[^/]+$/, 'second.bin')
}

function ship(file: string): void {
  const before = readModel(new Uint8Array(readFileSync(file)))
  const calibration = calibrate(judged.map(({ logOdds, label }) => ({ logit: logOdds, label, weight: 1 })))
  const model = kept === undefined ? { ...before, calibration } : before
  if (kept === undefined) writeFileSync(file, writeModel(model))
  const { parts: lengths, tableScale } = z
    .object({ parts: z.array(z.number()), tableScale: z.number() })
    .parse(JSON.parse(readFileSync(`${folder}/${options.network}.json`, 'utf8')))
  const floats = new Float32Array(Uint8Array.from(readFileSync(`${folder}/${options.network}.parts`)).buffer)
  let at = 0
  const parts = lengths.map((length) => {
    at += length
    return floats.subarray(at - length, at)
  })
  const table = new Int8Array(Uint8Array.from(readFileSync(`${folder}/${options.network}.table`)).buffer)
  const classifier = new PromptClassifier(model)
  const tooMuch = Math.max(0, shipped - logOddsAt(classifier, Number(options.block)))
  const { both } = cascade
  const strict = { ...cascade, both: { ...both, offset: both.offset - tooMuch } }
  writeFileSync(secondFile(file), writeSecondModel(parts, table, tableScale, strict))
  const said = judged.map(({ logOdds, logit, label }) => {
    const taken = logit < cascade.asksFrom ? 0 : tooMuch
    return { probability: classifier.probabilityAt(logOdds - taken), label }
  })
  console.log(`calibration error ${calibrationError(said).toFixed(4)}`)
  console.log(`the strictest threshold is a probability of ${classifier.probabilityAt(shipped - tooMuch).toFixed(3)}`)
}

/** The least log-odds with such a probability, to a thousandth. */
function logOddsAt(classifier: PromptClassifier, probability: number): number {
  let logOdds = -20
  while (logOdds < 20 && classifier.probabilityAt(logOdds) < probability) logOdds += 0.001
  return logOdds
}
