import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bench, BenchReport } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { fetchPublicTree } from './fetch-public-tree.ts'
import { type TreeOptions, writeTree } from './write-tree.ts'

const run = promisify(execFile)

/** One scan in a process of its own, so that its memory is its own. */
export interface ScanFigures {
  readonly workers: number
  readonly files: number
  readonly parsed: number
  readonly megabytes: number
  readonly seconds: number
  readonly megabytesPerSecond: number
  readonly filesPerSecond: number
  readonly peakMegabytes: number
  readonly findings: number
  readonly skipped: Readonly<Record<string, number>>
  /** Of the process that asked for the scan. */
  readonly longestStallMs: number
}

const MIN_MEGABYTES_PER_SECOND = 20
const MAX_PEAK_MEGABYTES = 600
/** Others are answered within 50 ms while a scan runs. */
const MAX_STALL_MS = 50

/** As in the large trees that were looked at: 5 files in 100 use cryptography. */
const USUAL = { fileBytes: 9_000, cryptoPercent: 5, cryptoEveryMethod: 6 }
/** A project that is about cryptography: 15 files in 100 are full of it. */
const DENSE = { ...USUAL, cryptoPercent: 15, cryptoEveryMethod: 1 }
/** What each file costs, however little stands in it. */
const SMALL = { fileBytes: 1_000, cryptoPercent: 10, cryptoEveryMethod: 6 }

/**
 * How fast a tree is scanned and what it takes: a tree given by path, or one of its own making, of so many `megabytes`
 * or of so many `small-files` of about 1 kB of which every tenth uses cryptography.
 */
export const scanBench: Bench = {
  summary: 'MB/s, files/s and peak memory of a scan, with 1 and 2 workers',
  flags: {
    path: { type: 'string', value: 'FOLDER', summary: 'The tree to scan; without it, one is written.' },
    rounds: {
      type: 'string',
      default: '2',
      value: 'N',
      summary: 'Scans with each number of workers; the fastest counts.',
    },
    megabytes: { type: 'string', default: '60', value: 'N', summary: 'Size of the tree that is written.' },
    'small-files': { type: 'string', value: 'N', summary: 'Write so many files of about 1 kB instead.' },
    language: {
      type: 'string',
      default: 'java',
      value: 'NAME',
      summary: 'Language of the tree that is written: java or go.',
    },
    dense: { type: 'boolean', default: false, summary: 'Write 15 files in 100 full of cryptography, not 5 with some.' },
    fetch: {
      type: 'boolean',
      default: false,
      summary: 'Fill the folder of --path with the public tree of bench/scan/public-tree.json first (needs apt-get).',
    },
    packs: { type: 'string', default: '', value: 'LIST', summary: 'Knowledge packs beside the built-in one.' },
  },
  run: async (flags, progress) => {
    const rounds = wholeNumber(flags, 'rounds')
    const tree = treeOf(flags)
    if (flags.fetch && flags.path === undefined) throw new UsageError('--fetch needs the folder that --path names.')
    const own = flags.path === undefined ? await mkdtemp(join(tmpdir(), 'sluice-scan-')) : undefined
    progress.start(2 * rounds + (own === undefined ? 0 : 1))
    try {
      if (own !== undefined) {
        progress.step('writing a tree')
        await writeTree(own, tree)
      }
      const path = own ?? resolve(process.env.INIT_CWD ?? '.', String(flags.path))
      if (flags.fetch) await fetchPublicTree(path)
      const results: ScanFigures[] = []
      for (const workers of [1, 2]) {
        for (let round = 1; round <= rounds; round += 1) {
          progress.step(`${workers} workers, round ${round}`)
          results.push(await scanOnce(path, workers, String(flags.packs)))
        }
      }
      return report(path, results, {
        isOwn: own !== undefined,
        isUsual: flags['small-files'] === undefined && !flags.dense,
      })
    } finally {
      if (own !== undefined) await rm(own, { recursive: true, force: true })
    }
  },
}

function treeOf(flags: FlagValues): TreeOptions {
  const language = String(flags.language)
  if (!['java', 'go'].includes(language)) throw new UsageError('--language takes java or go.')
  if (flags['small-files'] !== undefined) return { ...SMALL, files: wholeNumber(flags, 'small-files'), language }
  const usual = flags.dense ? DENSE : USUAL
  return { ...usual, files: Math.ceil((wholeNumber(flags, 'megabytes') * 1e6) / usual.fileBytes), language }
}

async function scanOnce(path: string, workers: number, packs: string): Promise<ScanFigures> {
  const script = fileURLToPath(new URL('./scan-once.ts', import.meta.url))
  const { stdout } = await run(process.execPath, [...process.execArgv, script, path, String(workers), packs])
  const figures: ScanFigures = JSON.parse(stdout)
  return figures
}

interface TreeKind {
  readonly isOwn: boolean
  /** The tree that the bound on speed is meant for. */
  readonly isUsual: boolean
}

function report(path: string, results: readonly ScanFigures[], { isOwn, isUsual }: TreeKind): BenchReport {
  const best = [1, 2].flatMap((workers) => {
    const [fastest] = results.filter((one) => one.workers === workers).sort((a, b) => a.seconds - b.seconds)
    return fastest ? [fastest] : []
  })
  const lines = best.map(
    (one) =>
      `  ${one.workers} worker${one.workers === 1 ? ' ' : 's'}  ${one.megabytesPerSecond.toFixed(1).padStart(6)} MB/s  ` +
      `${one.filesPerSecond.toFixed(0).padStart(6)} files/s  ` +
      `${one.seconds.toFixed(2).padStart(6)} s  peak ${String(one.peakMegabytes).padStart(4)} MB  ` +
      `${one.parsed} of ${one.files} files parsed  ${one.findings} findings  longest stall ${one.longestStallMs.toFixed(0)} ms`,
  )
  const faults = isOwn ? best.flatMap((one) => faultsOf(one, isUsual)) : []
  const title = `${isOwn ? 'A tree of its own making' : path}, ${best[0]?.megabytes.toFixed(1) ?? '0'} MB`
  return { text: [title, ...lines].join('\n'), data: { best, all: results }, faults }
}

function faultsOf(one: ScanFigures, isUsual: boolean): readonly string[] {
  const faults: string[] = []
  // Of small files their number counts, of a dense tree what is parsed.
  if (isUsual && one.workers === 2 && one.megabytesPerSecond < MIN_MEGABYTES_PER_SECOND)
    faults.push('less than 20 MB/s')
  if (one.peakMegabytes > MAX_PEAK_MEGABYTES) faults.push('more than 600 MB of memory')
  if (one.longestStallMs > MAX_STALL_MS)
    faults.push(`the event loop stood still for ${one.longestStallMs.toFixed(0)} ms`)
  return faults.map((fault) => `${one.workers} workers: ${fault}`)
}
