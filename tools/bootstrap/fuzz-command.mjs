import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { execute } from './execute.mjs'

/** What can be fuzzed: the files of properties that stand beside its sources. */
const FUZZ_TARGETS = JSON.parse(readFileSync(new URL('./fuzz-targets.json', import.meta.url), 'utf8'))

const HELP = `Usage: npm run fuzz -- [TARGET...] [--minutes N] [--seed S]

Tries the properties of each target with random input until its time is over. Without a TARGET, all of them:
  ${Object.keys(FUZZ_TARGETS).join('\n  ')}

  --minutes N  Minutes for each target, shared by its properties; one that fails ends early. Default: 10.
  --seed S     The seed of the random input, 1 to 2147483647, to do a run again. Default: another one each time.

Exit code: 0; 1 when a property fails, with the smallest input found, its seed and its path; 2 when the command is wrong.`

/**
 * Runs fuzz targets one after the other, and prints seed, runs and minutes of each property.
 *
 * @param {readonly string[]} args
 */
export async function runFuzz(args) {
  const wanted = readWanted(args)
  if (typeof wanted === 'string') {
    console.error(`${wanted} See: npm run fuzz -- --help`)
    return 2
  }
  if (wanted.help) {
    console.log(HELP)
    return 0
  }
  let exitCode = 0
  for (const target of wanted.targets) {
    console.log(`${target}: seed ${wanted.seed}, ${wanted.minutes} minutes`)
    if ((await runTarget(target, wanted)) !== 0) exitCode = 1
  }
  return exitCode
}

/** What the command line asks for, or what is wrong with it, in one sentence. */
function readWanted(args) {
  let parsed
  try {
    const options = { minutes: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } }
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return `${String(error instanceof Error ? error.message : error).split(/\.(?: |$|\n)/)[0]}.`
  }
  const { values, positionals } = parsed
  const unknown = positionals.find((target) => !Object.hasOwn(FUZZ_TARGETS, target))
  if (unknown !== undefined) return `There is no fuzz target '${unknown}'.`
  const minutes = Number(values.minutes ?? '10')
  if (!(minutes > 0 && minutes <= 1_440)) return '--minutes takes a number above 0, up to 1440.'
  const seed = values.seed === undefined ? randomInt(1, 2 ** 31) : Number(values.seed)
  if (!(Number.isInteger(seed) && seed > 0 && seed < 2 ** 31))
    return '--seed takes a whole number from 1 to 2147483647.'
  const targets = positionals.length === 0 ? Object.keys(FUZZ_TARGETS) : positionals
  return { targets, minutes, seed, help: values.help === true }
}

async function runTarget(target, { minutes, seed }) {
  const files = FUZZ_TARGETS[target]
  const folder = mkdtempSync(join(tmpdir(), 'sluice-fuzz-'))
  const report = join(folder, 'report.jsonl')
  const env = {
    SLUICE_FUZZ_MS: String((minutes * 60_000) / files.length),
    SLUICE_FUZZ_SEED: String(seed),
    SLUICE_FUZZ_REPORT: report,
  }
  try {
    const code = await execute('vitest', ['run', '--no-file-parallelism', ...files], { env })
    const rows = existsSync(report)
      ? readFileSync(report, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
    for (const { name, runs, minutes: taken, failed } of rows) {
      console.log(`  ${failed ? 'FAILED' : 'held'}  ${name}: seed ${seed}, ${runs} runs, ${taken.toFixed(1)} minutes`)
    }
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
