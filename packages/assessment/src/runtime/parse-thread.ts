import { parentPort, workerData } from 'node:worker_threads'
import { monotonicMs } from '../adapters/monotonic-clock.ts'
import type { SkippedFile } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { parserBytes } from '../parse/parser.ts'
import type { UnparsedFile } from '../prefilter/unparsed-files.ts'
import { FileViewer, type Looked } from './look-at-file.ts'
import { type Ask, COUNTERS, type ParseBatch, type ParseResult, type ParseSetup } from './messages.ts'
import type { SourceSeen } from './source-census.ts'

/*
 * A thread that looks at files. It may be ended at any moment: a file that hangs or exhausts it costs only that file.
 */

const setup: ParseSetup = workerData
const counters = new Int32Array(setup.shared)

const { packs, maxFileBytes } = setup
const viewer = new FileViewer('', prepareKnowledge(packs), { maxFileBytes, now: monotonicMs })

parentPort?.on('message', (batch: ParseBatch) => {
  void lookAt(batch).then((result) => {
    // Identifiers are handed over, not copied: those of a large project take as much memory as all else.
    const handedOver = result.unparsed.map(({ identifiers }) => identifiers.buffer)
    parentPort?.postMessage(result, handedOver)
  })
})

async function lookAt({ root, ask, files, isLarge }: ParseBatch): Promise<ParseResult> {
  const result = emptyResult()
  viewer.moveTo(root)
  for (const [i, file] of files.entries()) {
    Atomics.store(counters, COUNTERS.current, i + 1)
    note(file, await viewer.look(file, { isLarge, isChosen: ask.type === 'chosen' }), ask, result)
  }
  Atomics.store(counters, COUNTERS.current, 0)
  return { ...result, parserBytes: parserBytes() }
}

function emptyResult() {
  return {
    summaries: [] as FileSummary[],
    skipped: [] as SkippedFile[],
    deferred: [] as string[],
    unparsed: [] as UnparsedFile[],
    sources: [] as SourceSeen[],
    ...{ bytesRead: 0, filesRead: 0, filesParsed: 0 },
  }
}

function note(file: string, looked: Looked, ask: Ask, result: ReturnType<typeof emptyResult>): void {
  const { summaries, isDeferred, unparsed, skipped, bytes, isParsed, source } = looked
  result.summaries.push(...summaries)
  if (isDeferred) result.deferred.push(file)
  if (unparsed !== undefined) result.unparsed.push(unparsed)
  if (skipped !== undefined) result.skipped.push({ file, reason: skipped })
  result.filesParsed += isParsed ? 1 : 0
  // A file that was chosen later was read and counted before.
  if (ask.type === 'chosen') return
  if (source !== undefined && skipped === undefined) result.sources.push(source)
  // Words that were looked for in a language that nobody understands are no reading of it.
  if (source?.reading === 'notUnderstood') return
  result.bytesRead += bytes
  // One that was left out after all, because it is no text or too large to parse, does not count as read.
  result.filesRead += skipped === undefined && !isDeferred ? 1 : 0
}
