import { createReadStream } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ExportFault, readVerifierKey, verifyExport } from '@sluice/evidence'
import { InvalidText, MAX_EXPORT_LINE, textLines } from '../text-lines/text-lines.ts'
import { PolicyLibrary } from './policy-library.ts'
import { RecordReplay, type ReplayVerdict } from './replay-records.ts'

const USAGE = `Usage: npm run replay-decisions -- EXPORT --documents FOLDER --key KEY [--witness KEY]... [--request ID]...

Makes the policy's decisions about recorded requests again, offline, and compares them with the records: whether the
model was open to the caller, what was held or refused, and which endpoints could see the request, with the policy ids.
EXPORT is an export of the audit trail (GET /admin/audit-log?format=proof); it is verified first.
  --documents  a folder with the texts that evidence names (GET /admin/policy-documents/{digest}), one in a file
  --key        a verifier key of the log; may be given more than once
  --witness    a verifier key of a witness; all of those given must have cosigned
  --request    the id of a record; without it every request of the export is replayed

Exit codes: 0 all agree, 1 a difference or a fault was found, 2 the command was wrong, 3 some could not be replayed.`

const OPTIONS = {
  documents: { type: 'string' },
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  request: { type: 'string', multiple: true },
} as const

/** The most lines of each kind that are printed. */
const MAX_LISTED = 100

/** Runs the command; gives the exit code. */
export async function runReplay(args: readonly string[], print: (line: string) => void): Promise<0 | 1 | 2 | 3> {
  const order = readOrder(args)
  if (order === undefined) {
    print(USAGE)
    return 2
  }
  try {
    const replay = new RecordReplay(new PolicyLibrary(order.documents))
    const verdicts: ReplayVerdict[] = []
    const input = textLines(createReadStream(order.file), MAX_EXPORT_LINE)
    const verified = await verifyExport(input, order.keys, (record) => {
      const verdict = replay.take(record)
      if (verdict !== undefined) verdicts.push(verdict)
    })
    print(`The export is as the log ${verified.origin} has committed to it: ${verified.rows} records.`)
    return report(wantedOf(verdicts, order.requests), print)
  } catch (error) {
    if (error instanceof ExportFault || error instanceof InvalidText) {
      print(`FAULT: ${error.message}`)
      return 1
    }
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOENT') throw error
    print(`There is no such file or folder: ${Reflect.get(error, 'path')}`)
    return 2
  }
}

function wantedOf(verdicts: readonly ReplayVerdict[], requests: readonly string[]): readonly ReplayVerdict[] {
  if (requests.length === 0) return verdicts
  return requests.map(
    (id) => verdicts.find((verdict) => verdict.id === id) ?? { type: 'unknown', id, why: 'it is not in the export' },
  )
}

function report(verdicts: readonly ReplayVerdict[], print: (line: string) => void): 0 | 1 | 3 {
  const agreeing = verdicts.flatMap((verdict) => (verdict.type === 'agrees' ? [verdict] : []))
  const differing = verdicts.flatMap((verdict) => (verdict.type === 'differs' ? [verdict] : []))
  const unknown = verdicts.flatMap((verdict) => (verdict.type === 'unknown' ? [verdict] : []))
  for (const { id, differences } of differing.slice(0, MAX_LISTED)) {
    for (const difference of differences) print(`DIFFERS ${id}: ${difference}`)
  }
  for (const { id, why } of unknown.slice(0, MAX_LISTED)) print(`NOT REPLAYED ${id}: ${why}.`)
  const missing = new Set(unknown.flatMap((verdict) => verdict.missing ?? []))
  if (missing.size > 0) print(`Missing texts, by digest: ${[...missing].join(' ')}`)
  const decisions = agreeing.reduce((sum, verdict) => sum + verdict.decisions, 0)
  print(
    `${agreeing.length} of ${verdicts.length} requests: ${decisions} decisions made again, each as recorded. ` +
      `${differing.length} differ, ${unknown.length} could not be replayed.`,
  )
  if (differing.length > 0) return 1
  return unknown.length > 0 || verdicts.length === 0 ? 3 : 0
}

function readOrder(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [file, ...others] = positionals
    const { documents, key = [], witness = [], request: requests = [] } = values
    const log = key.map(readVerifierKey)
    const witnesses = witness.map(readVerifierKey)
    if (file === undefined || others.length > 0 || documents === undefined || log.length === 0) return undefined
    // A signature of a log is no cosignature: it has no time.
    if (witnesses.some(({ type }) => type === 'note')) return undefined
    const quorum = new Set(witnesses.map(({ name }) => name)).size
    return { file, documents, requests, keys: { log, witnesses, quorum } }
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await runReplay(process.argv.slice(2), (line) => console.log(line))
}
