import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { evaluateCrypto } from './eval/crypto.ts'
import type { Evaluation, Figures, Result } from './eval/evaluation.ts'
import { evaluateJailbreak } from './eval/jailbreak.ts'
import { evaluatePii } from './eval/pii.ts'
import { readRows } from './eval/read-rows.ts'

const EVALUATIONS: ReadonlyMap<string, () => Evaluation> = new Map([
  ['pii', evaluatePii],
  ['jailbreak', evaluateJailbreak],
])

const USAGE = `Usage: npm run eval -- NAME FILE... [--json]
NAME is one of: ${[...EVALUATIONS.keys()].join(', ')}. FILE is JSONL.
       npm run eval -- crypto [FOLDER...] [--json]
FOLDER holds cases as in packages/assessment/fixtures/scan, which it is by default.`

/** Runs one evaluation over data files: a table on standard output, or with --json one object as its last line. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [name = '', ...files] = positionals
  const result = name === 'crypto' ? await evaluateCrypto(files) : await evaluateFiles(name, files)
  if (values.json) process.stdout.write(`${JSON.stringify(result.json)}\n`)
  else printTables(result)
}

async function evaluateFiles(name: string, files: readonly string[]): Promise<Result> {
  const create = EVALUATIONS.get(name)
  if (create === undefined || files.length === 0) throw new Error(USAGE)
  const evaluation = create()
  for (const file of files) await evaluateFile(evaluation, file)
  return evaluation.result()
}

async function evaluateFile(evaluation: Evaluation, file: string): Promise<void> {
  const rows = await readRows(file)
  const name = basename(file)
  const bar = new SingleBar(
    { format: `${name} [{bar}] {value}/{total}`, stream: process.stderr },
    Presets.shades_classic,
  )
  bar.start(rows.length, 0)
  try {
    for (const row of rows) {
      await evaluation.take(row, name)
      bar.increment()
    }
  } finally {
    bar.stop()
  }
}

function printTables({ tables, json }: Result): void {
  for (const { title, rows } of tables) process.stdout.write(`\n${title}\n${formatTable(rows)}\n`)
  const { unsupported } = json
  if (unsupported !== undefined)
    process.stdout.write(`\nAnnotated types without a recognizer: ${JSON.stringify(unsupported)}\n`)
}

function formatTable(rows: readonly Figures[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  return cells.map((line) => `  ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
