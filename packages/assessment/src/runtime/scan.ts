import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { ScanError, type ScanOutcome, type ScanProgress } from '../model/detection.ts'
import type { ScanPack } from '../packs/prepare-knowledge.ts'
import { isPseudoFileSystem } from '../walk/walk.ts'
import type { ScanTask } from './messages.ts'
import { RestingWorker } from './scan-worker.ts'

const DEFAULT_MAX_FILE_BYTES = 5_242_880
const DEFAULT_TIME_LIMIT_MS = 600_000
const DEFAULT_MAX_DETECTIONS = 200_000
const MAX_WORKERS = 16

const resting = new RestingWorker()

interface ScanOptions {
  /** Worker threads; the number of cores less one, at least 1, by default. */
  readonly workers?: number
  /** Longer files are skipped; 5,242,880 bytes by default. */
  readonly maxFileBytes?: number
  /** Longest scan, in milliseconds; 600,000 by default. */
  readonly timeLimitMs?: number
  /** Reads also what .gitignore and .ignore files leave out; false by default. */
  readonly readsIgnored?: boolean
  /** The scan ends as `incomplete` at so many findings; 200,000 by default. */
  readonly maxDetections?: number
  /**
   * Lets the threads wait a minute for the next scan, with packs and grammars; true by default. Otherwise their memory
   * is free before the files are joined, but threads that are ended while a grammar is compiled may crash the process.
   */
  readonly keepsThreads?: boolean
  readonly signal?: AbortSignal
  /** Told at most ten times a second. */
  readonly onProgress?: (progress: ScanProgress) => void
}

/** Finds the uses of cryptography in a folder. Rejects with a `ScanError` where none can be done. */
export type Scan = (root: string, packs: readonly ScanPack[], options?: ScanOptions) => Promise<ScanOutcome>

/**
 * Finds the uses of cryptography in a folder by what packs say, in threads of its own: the caller's event loop stays
 * free. Rejects with a `ScanError` where the root is missing, no folder, unreadable or without real files, and on
 * abort.
 */
export const scan: Scan = async (root, packs, options = {}) => {
  const path = await checkRoot(root)
  if (options.signal?.aborted) throw new ScanError('aborted', 'The scan was aborted.', { cause: options.signal.reason })
  const worker = resting.take()
  try {
    const outcome = await worker.scan(taskOf(path, options), packs, options)
    await ((options.keepsThreads ?? true) ? resting.keep(worker) : worker.end())
    return outcome
  } catch (error) {
    await worker.end()
    throw error
  }
}

async function checkRoot(root: string): Promise<string> {
  const path = await realpath(resolve(root)).catch((cause: unknown) => {
    throw new ScanError(codeOf(cause) === 'EACCES' ? 'unreadable' : 'not-found', `${root} does not exist.`, { cause })
  })
  const status = await stat(path)
  if (!status.isDirectory()) throw new ScanError('not-a-directory', `${root} is not a folder.`)
  if (isPseudoFileSystem(path)) throw new ScanError('refused', `${root} lies on a file system without real files.`)
  await access(path, constants.R_OK | constants.X_OK).catch((cause: unknown) => {
    throw new ScanError('unreadable', `${root} cannot be read.`, { cause })
  })
  return path
}

function taskOf(root: string, options: ScanOptions): ScanTask {
  const workers = options.workers ?? Math.max(1, availableParallelism() - 1)
  return {
    root,
    workers: Math.min(MAX_WORKERS, Math.max(1, Math.trunc(workers))),
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    timeLimitMs: options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS,
    maxDetections: options.maxDetections ?? DEFAULT_MAX_DETECTIONS,
    readsIgnored: options.readsIgnored ?? false,
    keepsThreads: options.keepsThreads ?? true,
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
