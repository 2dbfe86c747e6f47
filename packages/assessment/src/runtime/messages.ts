import type { Detection, ScanProgress, ScanStatistics, SkippedFile } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import type { ScanPack } from '../packs/prepare-knowledge.ts'
import type { UnparsedFile } from '../prefilter/unparsed-files.ts'
import type { SourceSeen } from './source-census.ts'

/** What the caller of a scan gives to its thread. */
export interface ScanTask {
  readonly root: string
  readonly workers: number
  readonly maxFileBytes: number
  readonly timeLimitMs: number
  readonly maxDetections: number
  readonly readsIgnored: boolean
  readonly keepsThreads: boolean
}

/** What a thread is sent for each scan. */
export interface ScanRequest {
  readonly task: ScanTask
  /** Absent where they are those of the scan before. */
  readonly packs?: readonly ScanPack[]
}

/** What the thread of a scan tells. */
export type ScanMessage =
  | { readonly type: 'progress'; readonly progress: ScanProgress }
  | { readonly type: 'detections'; readonly detections: readonly Detection[] }
  | {
      readonly type: 'done'
      readonly status: 'completed' | 'incomplete'
      readonly statistics: Omit<ScanStatistics, 'durationMs'>
    }
  | { readonly type: 'failed'; readonly message: string }

/** What a parsing thread is started with. */
export interface ParseSetup {
  readonly packs: readonly ScanPack[]
  readonly maxFileBytes: number
  /** Numbers that both sides see; see `COUNTERS`. */
  readonly shared: SharedArrayBuffer
}

/** Places in the shared numbers. */
export const COUNTERS = {
  /** The place in the batch of the file that is being looked at, from 1. */
  current: 0,
} as const
export const COUNTER_COUNT = 1

/** What a thread is to do with files. */
export type Ask =
  /** Parse those in which a keyword of their language stands. */
  | { readonly type: 'keywords' }
  /** Parse them all: they were chosen. */
  | { readonly type: 'chosen' }

export interface ParseBatch {
  readonly root: string
  readonly ask: Ask
  readonly files: readonly string[]
  /** Whether large files are parsed; else they come back as `deferred`. */
  readonly isLarge: boolean
}

export interface ParseResult {
  /** What the thread's parsers have taken; never less than before. */
  readonly parserBytes: number
  readonly summaries: readonly FileSummary[]
  readonly skipped: readonly SkippedFile[]
  /** Large files with a keyword, which take so much memory that they are parsed one by one at the end. */
  readonly deferred: readonly string[]
  /** Files of a known language without a keyword. */
  readonly unparsed: readonly UnparsedFile[]
  /** Source files, by what is known of their language. */
  readonly sources: readonly SourceSeen[]
  readonly filesRead: number
  readonly filesParsed: number
  readonly bytesRead: number
}
