import { Worker } from 'node:worker_threads'
import { SluiceError } from '@sluice/contracts'
import type { LongBody, TranslatedBody } from './translation-messages.ts'

/** The memory that the values of the thread may take, in MiB: several times what the longest body can need. */
const MAX_HEAP_MB = 1_024

interface Waiting {
  resolve(body: TranslatedBody): void
  reject(reason: SluiceError): void
}

/** A thread that translates bodies. One that is lost refuses what it was given, and the next body starts another. */
export class TranslationThread {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  /** Rejects with `layer_failed` where the thread is lost. */
  ask(body: Omit<LongBody, 'id'>): Promise<TranslatedBody> {
    this.#worker ??= this.#start()
    this.#lastId += 1
    const id = this.#lastId
    const translated = new Promise<TranslatedBody>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    // Copied, not moved: another endpoint may be asked for the same.
    this.#worker.postMessage({ ...body, id })
    return translated
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(threadUrl(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    worker.on('message', (translated: TranslatedBody) => this.#receive(translated))
    worker.on('error', (cause) => this.#lose(cause))
    worker.on('exit', () => this.#lose(new Error('The thread has ended.')))
    worker.unref()
    return worker
  }

  #receive(translated: TranslatedBody): void {
    const waiting = this.#waiting.get(translated.id)
    this.#waiting.delete(translated.id)
    waiting?.resolve(translated)
  }

  #lose(cause: unknown): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(new SluiceError('layer_failed', { cause }))
    this.#waiting.clear()
  }
}

function threadUrl(moduleUrl: string): URL {
  return new URL(`./translation-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
