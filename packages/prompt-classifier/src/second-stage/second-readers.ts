import { Worker } from 'node:worker_threads'
import { FairSlots } from '@sluice/service-kit/async'
import type { TokenSigns } from './token-signs.ts'

/** What the thread is asked: windows of one request. */
export interface Asked {
  readonly id: number
  readonly windows: readonly TokenSigns[]
}

/** What it answers: a logit for each. */
export interface Answered {
  readonly id: number
  readonly scores: readonly number[]
}

interface SecondReadersOptions {
  /** Requests that the thread has at once. */
  readonly slots: number
  /** Requests that wait, over all users. */
  readonly maxWaiting: number
  /** The longest wait for a slot, and then for the answer, in milliseconds. */
  readonly maxWaitMs: number
  /** What a thread that starts has beside, in milliseconds. */
  readonly startMs: number
  /** What runs in the thread, other than in tests. */
  readonly script?: URL
}

/** One request takes the thread a few milliseconds at most. */
const OPTIONS: SecondReadersOptions = { slots: 8, maxWaiting: 512, maxWaitMs: 1_000, startMs: 4_000 }
/** After a thread was lost, so long nobody is asked, in milliseconds. */
const PAUSE_MS = 2_000
/** The heap of the thread, in MiB: the network's memory comes on top. */
const MAX_HEAP_MB = 64
/** Who waits here leaves by time alone: what is asked is small. */
const NEVER = new AbortController().signal

/**
 * A thread that runs the second stage, one request after the other. Users take turns. Who finds too many before, waits
 * too long, or loses the thread, gets no answer, and what has no answer is unsure.
 */
export class SecondReaders {
  readonly #options: SecondReadersOptions
  readonly #slots: FairSlots
  readonly #open = new Map<number, (scores: readonly number[] | undefined) => void>()
  #thread: Worker | undefined
  #isPaused = false
  /** Whether the thread has answered: before that it reads its model. */
  #isStarted = false
  #last = 0

  constructor(options: Partial<SecondReadersOptions> = {}) {
    this.#options = { ...OPTIONS, ...options }
    this.#slots = new FairSlots(this.#options)
  }

  /** Starts the thread, which would otherwise start with the first request. */
  start(): void {
    this.#thread ??= this.#startThread()
  }

  /** The score of each window, a logit; undefined where there is no answer. Never rejects. */
  async ask(windows: readonly TokenSigns[], user: string): Promise<readonly number[] | undefined> {
    try {
      const slot = this.#slots.acquire(user, NEVER)
      const release = slot instanceof Promise ? await slot : slot
      try {
        return await this.#answerOf(windows)
      } finally {
        release()
      }
    } catch {
      return undefined
    }
  }

  /** Ends the thread. What waits for it gets no answer. */
  async close(): Promise<void> {
    await this.#lose(this.#thread)
  }

  #answerOf(windows: readonly TokenSigns[]): Promise<readonly number[] | undefined> {
    if (this.#isPaused) return Promise.resolve(undefined)
    const thread = this.#thread ?? this.#startThread()
    this.#thread = thread
    this.#last += 1
    const id = this.#last
    return new Promise((resolve) => {
      // A thread that does not answer is ended, so that what it was asked cannot pile up.
      const timer = setTimeout(
        () => void this.#lose(thread),
        this.#options.maxWaitMs + (this.#isStarted ? 0 : this.#options.startMs),
      )
      thread.ref()
      this.#open.set(id, (scores) => {
        clearTimeout(timer)
        this.#open.delete(id)
        if (this.#open.size === 0) thread.unref()
        resolve(scores)
      })
      const asked: Asked = { id, windows }
      thread.postMessage(asked)
    })
  }

  #startThread(): Worker {
    const script = this.#options.script ?? threadUrl(import.meta.url)
    const thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    this.#isStarted = false
    thread.on('message', ({ id, scores }: Answered) => {
      this.#isStarted = true
      this.#open.get(id)?.(scores)
    })
    thread.on('error', () => void this.#lose(thread)).on('exit', () => void this.#lose(thread))
    thread.unref()
    return thread
  }

  async #lose(thread: Worker | undefined): Promise<void> {
    if (thread === undefined || thread !== this.#thread) return
    this.#thread = undefined
    this.#isPaused = true
    setTimeout(() => {
      this.#isPaused = false
    }, PAUSE_MS).unref()
    for (const answer of [...this.#open.values()]) answer(undefined)
    await thread.terminate()
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./reader-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
