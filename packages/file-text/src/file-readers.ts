import { Worker } from 'node:worker_threads'
import { type FileText, UNREAD_FILE } from '@sluice/contracts'
import { FairSlots } from '@sluice/service-kit/async'
import { FILE_LIMITS } from './bounds.ts'

interface FileReadersOptions {
  /** Files that are read at once, at least 1. */
  readonly threads: number
  /** The longest wait for a thread, in milliseconds. */
  readonly maxWaitMs: number
  /** The longest that one file is read, in milliseconds; 10,000 unless a test needs less. */
  readonly maxReadMs?: number
  /** What a thread may take beside its program, in bytes; 384 MiB unless a test needs less. */
  readonly maxMemoryBytes?: number
  /** What runs in a thread, other than in tests. */
  readonly script?: URL
}

/** How many files wait, over all users. */
const MAX_WAITING = 256
const MAX_READ_MS = 10_000
const MAX_MEMORY_BYTES = 384 * 1_024 * 1_024
/** How often the memory of a thread is looked at while it reads: in that time it can take about 50 MB more. */
const LOOK_EVERY_MS = 50
/** A thread that has had nothing to read for so long is ended. */
const IDLE_MS = 60_000

/**
 * Threads that read files, one file at a time each. A file that takes too long or too much memory ends its thread and
 * counts as unread; no other file suffers. Users take turns in waiting, and none holds all threads where there are two.
 */
export class FileReaders {
  readonly #options: FileReadersOptions
  readonly #script: URL
  readonly #slots: FairSlots
  /** Of each user who reads or waits: one thread is left to others, as long as there are two. */
  readonly #own = new Map<string, FairSlots>()
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: FileReadersOptions) {
    this.#options = options
    this.#script = options.script ?? threadUrl(import.meta.url)
    this.#slots = this.#slotsOf(options.threads)
  }

  /** Threads that run now. */
  get threads(): number {
    return this.#all.size
  }

  /**
   * Reads a file, whose memory is gone afterwards. Rejects with the signal's reason, and with `NoFreeSlot` where no
   * thread becomes free in time.
   */
  async read(file: Uint8Array<ArrayBuffer>, user: string, signal: AbortSignal): Promise<FileText> {
    if (file.byteLength > FILE_LIMITS.bytes) return UNREAD_FILE
    const release = await this.#acquire(user, signal)
    const thread = this.#idle.pop() ?? this.#start()
    try {
      const text = await this.#readIn(thread, file, signal)
      if (text === undefined) this.#end(thread)
      else this.#rest(thread)
      signal.throwIfAborted()
      return text ?? UNREAD_FILE
    } finally {
      release()
    }
  }

  #slotsOf(slots: number): FairSlots {
    return new FairSlots({ slots, maxWaiting: MAX_WAITING, maxWaitMs: this.#options.maxWaitMs })
  }

  async #acquire(user: string, signal: AbortSignal): Promise<() => void> {
    const own = this.#own.get(user) ?? this.#slotsOf(Math.max(1, this.#options.threads - 1))
    this.#own.set(user, own)
    const forget = () => {
      if (own.inUse === 0 && own.waiting === 0 && this.#own.get(user) === own) this.#own.delete(user)
    }
    let releaseOwn: (() => void) | undefined
    try {
      releaseOwn = await own.acquire(user, signal)
      const release = await this.#slots.acquire(user, signal)
      return () => {
        release()
        releaseOwn?.()
        forget()
      }
    } catch (error) {
      releaseOwn?.()
      forget()
      throw error
    }
  }

  /** Ends all threads. What they read counts as unread. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await Promise.all(Array.from(this.#all, (thread) => thread.terminate()))
  }

  /** The text; undefined where the thread is to be ended. */
  async #readIn(thread: Worker, file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FileText | undefined> {
    const { promise, resolve } = Promise.withResolvers<FileText | undefined>()
    const stop = () => resolve(undefined)
    const timer = setTimeout(stop, this.#options.maxReadMs ?? MAX_READ_MS)
    const watch = setInterval(() => void this.#isTooLarge(thread).then((isSo) => isSo && stop()), LOOK_EVERY_MS)
    thread.on('message', resolve).on('error', stop).on('exit', stop)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    thread.ref()
    thread.postMessage(file, [file.buffer])
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      thread.off('message', resolve).off('error', stop).off('exit', stop).unref()
      signal.removeEventListener('abort', stop)
    }
  }

  /** Buffers count as well, which the limits of a thread leave out. */
  async #isTooLarge(thread: Worker): Promise<boolean> {
    const { used_heap_size: heap, external_memory: external } = await thread.getHeapStatistics().catch(() => GONE)
    return heap + external > (this.#options.maxMemoryBytes ?? MAX_MEMORY_BYTES)
  }

  #start(): Worker {
    const maxOldGenerationSizeMb = Math.ceil((this.#options.maxMemoryBytes ?? MAX_MEMORY_BYTES) / 1_048_576)
    const thread = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb } })
    this.#all.add(thread)
    // Also while it reads nothing: an error that nobody hears would end the process.
    thread.on('error', () => this.#end(thread)).on('exit', () => this.#forget(thread))
    thread.unref()
    return thread
  }

  #rest(thread: Worker): void {
    if (!this.#all.has(thread)) return
    this.#idle.push(thread)
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const idle of [...this.#idle]) this.#end(idle)
    }, IDLE_MS).unref()
  }

  #end(thread: Worker): void {
    this.#forget(thread)
    void thread.terminate()
  }

  #forget(thread: Worker): void {
    this.#all.delete(thread)
    const at = this.#idle.indexOf(thread)
    if (at !== -1) this.#idle.splice(at, 1)
  }
}

const GONE = { used_heap_size: 0, external_memory: 0 }

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./file-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
