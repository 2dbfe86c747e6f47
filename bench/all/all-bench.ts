import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Bench, BenchReport, Progress } from '../bench.ts'
import { type Flags, type FlagValues, UsageError } from '../command-line.ts'
import { machineFacts } from './machine.ts'
import { PARTS, type Part } from './parts.ts'
import { type PartResult, renderResults } from './results.ts'

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The parts say how far they are on their own where they run alone. */
const SILENT: Progress = { start: () => undefined, step: () => undefined }

/** All benches whose figures the product was built towards, one after the other, and a document of what they say. */
export const allBench: Bench = {
  summary: 'the benches of speed, start, memory, freezes and neighbours one after the other; writes bench/RESULTS.md',
  flags: {
    only: {
      type: 'string',
      default: 'all',
      value: 'LIST',
      summary: `Which: ${PARTS.map(({ name }) => name).join(', ')}.`,
    },
    out: { type: 'string', default: RESULTS, value: 'FILE', summary: 'Where the document goes.' },
  },
  run: async ({ only, out }, progress) => {
    const parts = chosenParts(String(only))
    const facts = { date: new Date().toISOString().slice(0, 10), commit: commitOf(), machine: machineFacts() }
    progress.start(parts.length)
    const results: PartResult[] = []
    let text = ''
    for (const part of parts) {
      progress.step(part.name)
      results.push(await runPart(part))
      // An hour of work is not lost with the last part.
      text = renderResults({ ...facts, results })
      writeFileSync(String(out), text)
    }
    return reportOf(text, results)
  },
}

function chosenParts(only: string): readonly Part[] {
  const wanted = only.split(',')
  const unknown = wanted.find((name) => name !== 'all' && !PARTS.some((part) => part.name === name))
  if (unknown !== undefined) throw new UsageError(`There is no part '${unknown}' in all benches.`)
  return PARTS.filter(({ name }) => wanted.includes('all') || wanted.includes(name))
}

/** A part that fails does not take the figures of the others with it. */
async function runPart({ name, bench, flags }: Part): Promise<PartResult> {
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1_000
  try {
    const report = await bench.run({ ...defaultsOf(bench.flags), ...flags }, SILENT)
    return { name, report, seconds: seconds() }
  } catch (error) {
    return { name, failure: error instanceof Error ? error.message : String(error), seconds: seconds() }
  }
}

function defaultsOf(flags: Flags): FlagValues {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flag.default]))
}

function commitOf(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function reportOf(text: string, results: readonly PartResult[]): BenchReport {
  const faults = results.flatMap(({ name, report, failure }) =>
    failure === undefined ? (report?.faults ?? []).map((fault) => `${name}: ${fault}`) : [`${name}: ${failure}`],
  )
  return { text, data: { parts: results.map(({ name, report }) => ({ name, ...report?.data })) }, faults }
}
