import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  chooseChallenge,
  describeReport,
  EvidenceFault,
  type EvidenceFile,
  InvalidEvidence,
  InvalidNote,
  readChallenge,
  readRootKeys,
  verifyFiles,
} from '@sluice/evidence'
import { openStatementVerifier } from '@sluice/evidence/node'
import { InvalidText } from '../text-lines/text-lines.ts'
import { evidenceFilesAt } from './evidence-files.ts'
import { printable } from './printable.ts'
import { Progress, type ProgressOutput } from './progress.ts'

const USAGE = `Usage: npm run verify-evidence -- BUNDLE|RANGE|FOLDER --root-keys FILE [--challenge FILE] [--each]
       npm run --silent verify-evidence -- choose --seed TEXT --count N --from A --to B [--by leaf|position]

Verifies evidence (GET /admin/evidence) without the service, its database or a network, and says what was proved.
  --root-keys  a verifier key on each line: of the log first, then of its witnesses. A line "quorum N" says how many
               witnesses must have cosigned; more than half of those given by default
  --each       tells of every leaf; else, where they are many, only of those that are not proved
  --challenge  what "choose" wrote: each number must have a proof, its record, or the record of its erasure.
               Records may also stand in an export (GET /admin/audit-log?format=proof) in the folder

"choose" names leaves by a seed of which nobody could know before the checkpoint: from the one with index A up to, and
without, that with index B. With --by position they are positions among the records of the tenant.

Exit codes: 0 nothing is wrong, 1 a fault was found and named, or the challenge is not answered, 2 the command was
wrong. docs/evidence-protocol.md says what a proof shows, and what not.`

/**
 * Runs `npm run verify-evidence`; gives the exit code.
 *
 * @param output where the progress of a long run is told; nowhere unless given.
 */
export async function runVerifyEvidence(
  args: readonly string[],
  print: (line: string) => void,
  output?: ProgressOutput,
): Promise<0 | 1 | 2> {
  const [command, ...rest] = args
  const run = command === 'choose' ? choose(rest) : await verifyOrder(args, output)
  if (run === undefined) {
    print(USAGE)
    return 2
  }
  for (const line of run.lines) print(printable(line))
  return run.code
}

interface Outcome {
  readonly code: 0 | 1 | 2
  readonly lines: readonly string[]
}

const CHOOSE = {
  seed: { type: 'string' },
  count: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const

function choose(args: readonly string[]): Outcome | undefined {
  const options = { ...CHOOSE, by: { type: 'string', default: 'leaf' } } as const
  const values = readValues(() => parseArgs({ args: [...args], options }).values)
  const { seed, by } = values ?? {}
  const [count, from, to] = [values?.count, values?.from, values?.to].map((text) => (text ? Number(text) : Number.NaN))
  if (!seed || (by !== 'leaf' && by !== 'position') || count === undefined || from === undefined || to === undefined) {
    return undefined
  }
  try {
    return { code: 0, lines: [chooseChallenge({ by, seed, count, from, to }).trimEnd()] }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

async function verifyOrder(args: readonly string[], output?: ProgressOutput): Promise<Outcome | undefined> {
  const options = { 'root-keys': { type: 'string' }, challenge: { type: 'string' }, each: { type: 'boolean' } } as const
  const read = readValues(() => parseArgs({ args: [...args], options, allowPositionals: true }))
  const [path, ...others] = read?.positionals ?? []
  const { 'root-keys': keysPath, challenge: challengePath, each: isEach = false } = read?.values ?? {}
  if (path === undefined || others.length > 0 || keysPath === undefined) return undefined
  try {
    const keys = readRootKeys(await readFile(keysPath, 'utf8'))
    const challenge = challengePath === undefined ? undefined : readChallenge(await readFile(challengePath, 'utf8'))
    const files = await evidenceFilesAt(path, [keysPath, ...(challengePath === undefined ? [] : [challengePath])])
    const progress = output && new Progress(output)
    try {
      return await verify(progress ? files.map((file) => progress.watch(file)) : files, keys, challenge, isEach)
    } finally {
      progress?.end()
    }
  } catch (error) {
    if (error instanceof InvalidNote) return { code: 2, lines: [`The root keys are none: ${error.message}`] }
    if (error instanceof InvalidEvidence) return { code: 2, lines: [`The challenge is none: ${error.message}`] }
    if (!isNotThere(error)) throw error
    return { code: 2, lines: [`There is no such file: ${error.path}`] }
  }
}

async function verify(
  files: readonly EvidenceFile[],
  keys: ReturnType<typeof readRootKeys>,
  challenge: ReturnType<typeof readChallenge> | undefined,
  isEach: boolean,
): Promise<Outcome> {
  try {
    const report = await verifyFiles(files, keys, {
      ...{ challenge, verify: await openStatementVerifier() },
      ...(isEach ? { most: Number.POSITIVE_INFINITY } : {}),
    })
    const isWhole = report.tenant !== undefined && (report.unanswered ?? []).length === 0
    return { code: isWhole ? 0 : 1, lines: describeReport(report, keys.quorum, isEach) }
  } catch (error) {
    if (error instanceof EvidenceFault) return { code: 1, lines: [`FAULT: ${error.message}`] }
    // What is no UTF-8 is no evidence.
    if (error instanceof InvalidText) return { code: 1, lines: ['FAULT: A file is no text in UTF-8.'] }
    throw error
  }
}

function readValues<Values>(read: () => Values): Values | undefined {
  try {
    return read()
  } catch {
    // An unknown flag, or one without its value: the usage says more than the parser.
    return undefined
  }
}

function isNotThere(error: unknown): error is Error & { readonly path: string } {
  return error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await runVerifyEvidence(process.argv.slice(2), (line) => console.log(line), {
    write: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    nowMs: () => performance.now(),
  })
}
