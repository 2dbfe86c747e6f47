import { linkProject } from '../link/link-project.ts'
import type { Detection, Ignored, SkippedFile, SkipReason } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import type { Knowledge, ScanPack } from '../packs/prepare-knowledge.ts'
import { UnparsedFiles } from '../prefilter/unparsed-files.ts'
import { walk } from '../walk/walk.ts'
import { SCAN_HEAP, usedHeapBytes } from './heap.ts'
import { lookAtRelated } from './look-at-related.ts'
import type { ParseResult, ScanMessage, ScanTask } from './messages.ts'
import { ParsePool, type PoolOptions } from './parse-pool.ts'
import { SourceCensus } from './source-census.ts'

const BATCH_FILES = 48
/** The receiver takes so many at once without being held up. */
const CHUNK = 400
const PROGRESS_EVERY_MS = 100
/** The summaries of files with cryptography are kept until the end; more would take too much memory. */
const MAX_KEPT_SIGHTINGS = 400_000
const MAX_KEPT_CALLS = 600_000
/** In results of batches. */
const HEAP_CHECK_EVERY = 16
const MAX_SKIPPED_FILES = 1_000
const MAX_LATE_LINK_MS = 10_000

/** What a scan works with. */
export interface ScanKit {
  readonly packs: readonly ScanPack[]
  readonly knowledge: Pick<Knowledge, 'names' | 'families'>
  /** Threads of the scan before. */
  pool?: ParsePool
}

interface Surroundings {
  readonly kit: ScanKit
  readonly send: (message: ScanMessage) => void
  readonly now: () => number
}

/** Does one scan and tells about it. */
export async function runScan(task: ScanTask, { kit, send, now }: Surroundings): Promise<void> {
  const gathered = new Gathered(new SourceCensus(task.root), send, now)
  const skip = (reason: SkipReason): void => gathered.skip(reason)
  const files = walk(task.root, {
    skip,
    ignore: (kind) => gathered.ignore(kind),
    readsIgnored: task.readsIgnored,
    wants: (path) => gathered.census.isOfInterest(path),
  })
  const until = now() + task.timeLimitMs
  const pool = await takePool(kit, {
    root: task.root,
    packs: kit.packs,
    workers: task.workers,
    maxFileBytes: task.maxFileBytes,
    now,
    onResult: (result) => gathered.add(result),
    onSkip: (skipped) => gathered.skipFile(skipped),
    mayGoOn: () => now() < until && !gathered.isFull,
  })
  try {
    await pool.look({ type: 'keywords' }, () => gathered.take(files))
    await lookAtRelated(pool, gathered)
  } finally {
    await (task.keepsThreads ? pool.rest() : pool.end())
  }
  const { names, families } = kit.knowledge
  // What was read in time is linked in any case, within a time of its own.
  const isRead = now() < until
  const linkUntil = Math.max(until, now() + MAX_LATE_LINK_MS)
  const {
    detections,
    unresolved,
    isWhole: isLinked,
    failed,
  } = linkProject(gathered.summaries, {
    ...{ names, families, maxDetections: task.maxDetections + 1 },
    mayGoOn: () => now() < linkUntil,
  })
  if (!isRead || !isLinked) skip('time-limit')
  for (const file of failed) gathered.skipFile({ file, reason: 'link-failed' })
  const isWhole = isRead && isLinked && !gathered.isFull && detections.length <= task.maxDetections
  sendInChunks(detections.slice(0, task.maxDetections), send)
  send({
    type: 'done',
    status: isWhole ? 'completed' : 'incomplete',
    statistics: { ...gathered.statistics(), unresolved },
  })
}

async function takePool(kit: ScanKit, options: PoolOptions): Promise<ParsePool> {
  if (kit.pool === undefined) kit.pool = new ParsePool(options)
  else await kit.pool.begin(options)
  return kit.pool
}

function sendInChunks(detections: readonly Detection[], send: Surroundings['send']): void {
  for (let i = 0; i < detections.length; i += CHUNK) {
    send({ type: 'detections', detections: detections.slice(i, i + CHUNK) })
  }
}

/** What has come together so far. */
class Gathered {
  readonly summaries: FileSummary[] = []
  readonly unparsed = new UnparsedFiles()
  readonly census: SourceCensus
  readonly #send: Surroundings['send']
  readonly #now: () => number
  readonly #skipped: Partial<Record<SkipReason, number>> = {}
  readonly #skippedFiles: SkippedFile[] = []
  readonly #ignored = { files: 0, folders: 0 }
  #counts = { filesSeen: 0, filesRead: 0, filesParsed: 0, bytesRead: 0 }
  #sightings = 0
  #isFull = false
  #added = 0
  #calls = 0
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(census: SourceCensus, send: Surroundings['send'], now: () => number) {
    this.census = census
    this.#send = send
    this.#now = now
  }

  get bytesRead(): number {
    return this.#counts.bytesRead
  }

  get isFull(): boolean {
    return this.#isFull || this.#sightings > MAX_KEPT_SIGHTINGS
  }

  skip(reason: SkipReason): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1
  }

  ignore(kind: keyof Ignored): void {
    this.#ignored[kind] += 1
  }

  skipFile(skipped: SkippedFile): void {
    this.skip(skipped.reason)
    if (this.#skippedFiles.length < MAX_SKIPPED_FILES) this.#skippedFiles.push(skipped)
  }

  take(files: Iterator<string>): readonly string[] {
    const batch: string[] = []
    while (batch.length < BATCH_FILES) {
      const next = files.next()
      if (next.done) break
      if (!this.census.countClosed(next.value)) batch.push(next.value)
    }
    this.#counts.filesSeen += batch.length
    return batch
  }

  add(result: ParseResult): void {
    const { filesSeen, filesRead, filesParsed, bytesRead } = this.#counts
    this.#counts = {
      filesSeen,
      filesRead: filesRead + result.filesRead,
      filesParsed: filesParsed + result.filesParsed,
      bytesRead: bytesRead + result.bytesRead,
    }
    for (const skipped of result.skipped) this.skipFile(skipped)
    for (const source of result.sources) this.census.add(source)
    for (const file of result.unparsed) this.unparsed.add(file)
    for (const summary of result.summaries) {
      this.#sightings += summary.sightings.length
      this.#calls += summary.calls.length
      // Calls only add what flows through wrappers: the first thing to do without.
      this.summaries.push(this.#calls > MAX_KEPT_CALLS ? { ...summary, calls: [] } : summary)
    }
    this.#added += 1
    if (this.#added % HEAP_CHECK_EVERY === 0 && usedHeapBytes() > SCAN_HEAP.budgetBytes) this.#isFull = true
    this.#tell()
  }

  #tell(): void {
    if (this.#now() - this.#toldAt < PROGRESS_EVERY_MS) return
    this.#toldAt = this.#now()
    const { filesSeen, filesRead, bytesRead } = this.#counts
    const progress = { filesRead, bytesRead, filesFound: filesSeen, detections: this.#sightings }
    this.#send({ type: 'progress', progress })
  }

  statistics(): Omit<Extract<ScanMessage, { type: 'done' }>['statistics'], 'unresolved'> {
    const [skipped, skippedFiles, ignored] = [this.#skipped, this.#skippedFiles, this.#ignored]
    return { ...this.#counts, skipped, skippedFiles, ignored, sources: this.census.counts() }
  }
}
