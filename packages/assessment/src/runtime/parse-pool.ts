import { Worker } from 'node:worker_threads'
import type { SkippedFile } from '../model/detection.ts'
import type { ScanPack } from '../packs/prepare-knowledge.ts'
import { atMost, PARSE_HEAP } from './heap.ts'
import { type Ask, COUNTER_COUNT, COUNTERS, type ParseBatch, type ParseResult, type ParseSetup } from './messages.ts'
import { threadUrl } from './thread-url.ts'

export interface PoolOptions {
  readonly root: string
  readonly packs: readonly ScanPack[]
  readonly workers: number
  readonly maxFileBytes: number
  readonly now: () => number
  readonly onResult: (result: ParseResult) => void
  readonly onSkip: (skipped: SkippedFile) => void
  /** Asked regularly; false ends everything. */
  readonly mayGoOn: () => boolean
  /** A thread that says nothing about a file for so long is replaced; 20,000 ms by default. */
  readonly maxFileMs?: number
  /** What runs in a thread, other than in tests. */
  readonly script?: URL
}

const DEFAULT_MAX_FILE_MS = 20_000
const WATCH_EVERY_MS = 250
const LARGE_FILES_OF_THREAD = 8
/** A thread that does not end is left behind after so long. */
const MAX_END_MS = 3_000

/** A thread whose parsers have taken more does not wait for the next scan. */
const MAX_RESTING_BYTES = 67_108_864

/** Threads that look at files, for one scan after the other. */
export class ParsePool {
  #options: PoolOptions
  #slots: readonly ParserSlot[] = []

  constructor(options: PoolOptions) {
    this.#options = options
    this.#fillSlots()
  }

  /** Goes on with another scan; threads that know its packs are used again. */
  async begin(options: PoolOptions): Promise<void> {
    const { packs, maxFileBytes } = this.#options
    if (packs !== options.packs || maxFileBytes !== options.maxFileBytes) await this.end()
    this.#options = options
    this.#fillSlots()
  }

  #fillSlots(): void {
    const options = this.#options
    this.#slots = Array.from({ length: options.workers }, (_, i) => this.#slots[i] ?? new ParserSlot())
    // One is always needed, and takes its time to start; more only where there are many files.
    this.#slots[0]?.start(options)
  }

  /**
   * Lets the threads look at files until `nextFiles` gives none or the time is over. Large files come last, one at a
   * time: parsing one takes as much memory as all the rest.
   */
  async look(ask: Ask, nextFiles: () => readonly string[]): Promise<void> {
    const large: string[] = []
    const onResult = (result: ParseResult): void => {
      for (const file of result.deferred) large.push(file)
      this.#options.onResult(result)
    }
    const options = { ...this.#options, onResult }
    await Promise.all(this.#slots.map((slot) => slot.work({ ask, isLarge: false }, nextFiles, options)))
    if (large.length === 0) return
    await this.end()
    await this.#slots[0]?.work({ ask, isLarge: true }, () => large.splice(0, 1), options)
    await this.#slots[0]?.end()
  }

  /** Keeps the threads for the next scan, but for those that hold much memory. */
  async rest(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => (slot.parserBytes > MAX_RESTING_BYTES ? slot.end() : undefined)))
  }

  async end(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.end()))
  }
}

/** One place in the pool; the thread on it may change. */
class ParserSlot {
  #thread: ParseThread | undefined
  #largeFiles = 0
  #parserBytes = 0

  get parserBytes(): number {
    return this.#parserBytes
  }

  start(options: PoolOptions): ParseThread {
    this.#thread ??= new ParseThread(options)
    return this.#thread
  }

  async work(
    kind: Pick<ParseBatch, 'ask' | 'isLarge'>,
    nextFiles: () => readonly string[],
    options: PoolOptions,
  ): Promise<void> {
    let files = nextFiles()
    while (files.length > 0 && options.mayGoOn()) {
      const outcome = await this.start(options).look({ ...kind, root: options.root, files }, options)
      if (outcome.type === 'result') {
        options.onResult(outcome.result)
        this.#parserBytes = outcome.result.parserBytes
        // A parser's memory never shrinks, and more and more of it lies idle; only the end of its thread gives it back.
        this.#largeFiles += kind.isLarge ? files.length : 0
        if (this.#largeFiles >= LARGE_FILES_OF_THREAD) await this.end()
        files = nextFiles()
        continue
      }
      await this.end()
      if (outcome.type === 'stopped') return
      // The batch is done again without the file that cost the thread its life.
      const lost = files[outcome.place]
      if (lost !== undefined) options.onSkip({ file: lost, reason: 'parse-failed' })
      const rest = files.filter((_, i) => i !== outcome.place)
      files = rest.length > 0 ? rest : nextFiles()
    }
  }

  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#largeFiles = 0
    this.#parserBytes = 0
    await thread?.end()
  }
}

type Outcome =
  | { readonly type: 'result'; readonly result: ParseResult }
  | { readonly type: 'lost'; readonly place: number }
  | { readonly type: 'stopped' }

class ParseThread {
  readonly #worker: Worker
  readonly #counters: Int32Array
  #hasEnded = false

  constructor({ packs, maxFileBytes, script }: PoolOptions) {
    const shared = new SharedArrayBuffer(COUNTER_COUNT * Int32Array.BYTES_PER_ELEMENT)
    this.#counters = new Int32Array(shared)
    const setup: ParseSetup = { packs, maxFileBytes, shared }
    this.#worker = new Worker(script ?? threadUrl('parse-thread', import.meta.url), {
      workerData: setup,
      resourceLimits: PARSE_HEAP.limits,
    })
    // An error between two batches, or while the thread is being ended, has nobody else to go to.
    this.#worker.on('error', () => undefined)
    this.#worker.once('exit', () => {
      this.#hasEnded = true
    })
  }

  async end(): Promise<void> {
    await atMost(this.#worker.terminate(), MAX_END_MS)
    this.#worker.unref()
  }

  async look(batch: ParseBatch, { now, mayGoOn, maxFileMs = DEFAULT_MAX_FILE_MS }: PoolOptions): Promise<Outcome> {
    return await new Promise((resolve) => {
      let place = this.#place()
      let since = now()
      const settle = (outcome: Outcome): void => {
        clearInterval(watch)
        this.#worker.off('message', finished).off('error', lost).off('exit', lost)
        resolve(outcome)
      }
      const watch = setInterval(() => {
        const current = this.#place()
        if (current !== place) {
          place = current
          since = now()
        }
        if (!mayGoOn()) settle({ type: 'stopped' })
        else if (now() - since > maxFileMs) settle({ type: 'lost', place: Math.max(0, current) })
      }, WATCH_EVERY_MS)
      const lost = (): void => settle({ type: 'lost', place: Math.max(0, this.#place()) })
      const finished = (result: ParseResult): void => settle({ type: 'result', result })
      this.#worker.on('message', finished).on('error', lost).on('exit', lost)
      if (this.#hasEnded) lost()
      else this.#worker.postMessage(batch)
    })
  }

  /** The place in the batch of the file in hand; -1 before the first. */
  #place(): number {
    return Atomics.load(this.#counters, COUNTERS.current) - 1
  }
}
