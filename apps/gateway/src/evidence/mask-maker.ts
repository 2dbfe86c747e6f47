import { Worker } from 'node:worker_threads'
import { MASK_BYTES, type MadeMasks, type OrderedMasks } from './mask-messages.ts'

/** Makes masks elsewhere. */
export interface MaskMaker {
  /** How many it still owes. */
  readonly ordered: number
  order(count: number): void
  end(): Promise<void>
}

interface MakerEvents {
  /** Masks as `mask-messages.ts` lays them out. */
  made(masks: Buffer): void
  /** Called once. What it owed does not come. */
  lost(cause: Error): void
}

/** The memory that the values of the thread may take, in MiB: many times what it needs. */
const MAX_HEAP_MB = 64

/** Starts a thread that makes masks. */
export function startMaskMaker(events: MakerEvents, script = threadUrl(import.meta.url)): MaskMaker {
  return new ThreadMaker(events, script)
}

class ThreadMaker implements MaskMaker {
  ordered = 0
  readonly #worker: Worker
  #isOver = false

  constructor({ made, lost }: MakerEvents, script: URL) {
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const lose = (cause: Error) => {
      if (this.#isOver) return
      this.#isOver = true
      lost(cause)
    }
    this.#worker.on('message', ({ masks }: MadeMasks) => {
      this.ordered -= masks.byteLength / MASK_BYTES
      if (!this.#isOver) made(Buffer.from(masks))
    })
    this.#worker.on('error', lose)
    this.#worker.on('exit', () => lose(new Error('The thread has ended.')))
    this.#worker.unref()
  }

  order(count: number): void {
    this.ordered += count
    this.#worker.postMessage({ count } satisfies OrderedMasks)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#worker.terminate()
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./mask-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
