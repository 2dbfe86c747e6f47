import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  compareWithLog,
  ExportFault,
  InvalidNote,
  MissingTile,
  readVerifierKey,
  type VerifiedExport,
  verifyExport,
} from '@sluice/evidence'
import { InvalidText, MAX_EXPORT_LINE, textLines } from '../text-lines/text-lines.ts'
import { openServedLog } from './served-log.ts'

export const USAGE = `Usage: npm run audit -- verify FILE --key KEY [--witness KEY]... [--quorum N] [--log URL|FOLDER]

Verifies an export of the audit trail (GET /admin/audit-log?format=proof) without the service or its database. FILE may
be - for standard input.
  --key      a verifier key of the log; may be given more than once
  --witness  a verifier key of a witness
  --quorum   how many witnesses must have cosigned; all of those given by default
  --log      the log itself, or a mirror of it: its address, or a folder of its files. The export must be of that log.

Exit codes: 0 nothing is wrong, 1 a fault was found and named, 2 the command was wrong.`

const OPTIONS = {
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  quorum: { type: 'string' },
  log: { type: 'string' },
} as const

const MISMATCHES = {
  forked: 'The log that is served is another one: it did not begin as the tree of the export (a fork).',
  smaller: 'The log that is served has fewer entries than the checkpoint of the export (cut off, or an old mirror).',
  unsigned: 'The checkpoint of the log that is served is not signed by the key that was given.',
} as const

/** Runs `audit verify`; gives the exit code. */
export async function verifyCommand(args: readonly string[], print: (line: string) => void): Promise<0 | 1 | 2> {
  const order = readOrder(args)
  if (order === undefined) {
    print(USAGE)
    return 2
  }
  const { file, keys, servedAt } = order
  try {
    const input = file === '-' ? process.stdin : createReadStream(file)
    const verified = await verifyExport(textLines(input, MAX_EXPORT_LINE), keys)
    if (servedAt !== undefined) {
      const comparison = await compareWithLog(verified.head, await openServedLog(servedAt), keys.log)
      if (comparison !== 'same') throw new ExportFault(MISMATCHES[comparison])
    }
    for (const line of describe(verified, servedAt !== undefined)) print(line)
    return 0
  } catch (error) {
    if (
      error instanceof ExportFault ||
      error instanceof InvalidNote ||
      error instanceof MissingTile ||
      error instanceof InvalidText
    ) {
      print(`FAULT: ${error.message}`)
      return 1
    }
    if (!isNotThere(error)) throw error
    print(`There is no such file: ${file}`)
    return 2
  }
}

function readOrder(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [file, ...others] = positionals
    const log = (values.key ?? []).map(readVerifierKey)
    const witnesses = (values.witness ?? []).map(readVerifierKey)
    // A signature of a log is no cosignature: it has no time.
    if (witnesses.some(({ type }) => type === 'note')) return undefined
    const quorum = values.quorum === undefined ? new Set(witnesses.map(({ name }) => name)).size : Number(values.quorum)
    if (file === undefined || others.length > 0 || log.length === 0 || !Number.isInteger(quorum) || quorum < 0)
      return undefined
    return { file, keys: { log, witnesses, quorum }, servedAt: values.log }
  } catch {
    return undefined
  }
}

function describe(verified: VerifiedExport, isCompared: boolean): readonly string[] {
  const { tenant, origin, head, rows, erased, lastPosition, isFiltered, witnesses } = verified
  return [
    `Nothing is wrong: ${rows} records of the tenant ${tenant}, each as the log ${origin} has committed to it.`,
    isFiltered
      ? 'They are filtered: whether some are missing was not checked.'
      : `None is missing up to position ${lastPosition}.`,
    ...(erased === 0 ? [] : [`${erased} of them were erased: that they were there is shown, and not what they said.`]),
    `The tree has ${head.size} entries. ${
      witnesses.length === 0 ? 'No witness was asked for.' : `Cosigned by: ${witnesses.join(', ')}.`
    }`,
    isCompared
      ? 'The log that is served began as that tree.'
      : 'It was not compared with the log that is served (--log): a fork would not be seen.',
  ]
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
}
