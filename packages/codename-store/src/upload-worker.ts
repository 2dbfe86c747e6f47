import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { SluiceError } from '@sluice/contracts'
import type { CodenameBlock } from '@sluice/db'
import type { UploadCounts } from './apply-upload.ts'
import type { RowFault } from './read-upload.ts'
import type { FromUploadThread, ToUploadThread, UploadBody, UploadHead, UploadThreadData } from './upload-messages.ts'

/** The memory that the values of the thread may take, in MiB: an upload of 64 MiB becomes several times as many. */
const MAX_HEAP_MB = 1_536
/** So many blocks go to the thread at once, about 2 ms of the event loop. */
const BLOCKS_AT_ONCE = 8

/** An upload whose rows are faulty; nothing of it is stored. */
export class FaultyUpload extends Error {
  readonly faults: readonly RowFault[]
  /** Whether there are more faults than are listed. */
  readonly more: boolean

  constructor(faults: readonly RowFault[], more: boolean) {
    super('An upload has faulty rows.')
    this.faults = faults
    this.more = more
  }
}

interface Applied {
  readonly blocks: readonly CodenameBlock[]
  readonly counts: UploadCounts
}

/** The thread of one upload, as the service sees it. */
export class UploadWorker {
  readonly #worker: Worker
  readonly #blocks: CodenameBlock[] = []
  #answered: PromiseWithResolvers<FromUploadThread> = Promise.withResolvers()
  #lost: Error | undefined

  constructor(data: UploadThreadData) {
    this.#worker = new Worker(threadUrl(import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    this.#worker.on('message', (message: FromUploadThread) => {
      if (message.type === 'block') this.#blocks.push(message.block)
      else this.#answered.resolve(message)
    })
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread has ended.')))
  }

  /** Reads the terms. Throws `FaultyUpload`, and `layer_failed` where the thread is lost. */
  async read(body: UploadBody): Promise<UploadHead> {
    const answer = await this.#ask({ type: 'read', body }, movable(body.bytes))
    if (answer.type === 'faulty') throw new FaultyUpload(answer.faults, answer.more)
    if (answer.type !== 'read') throw failed(new Error('The thread answers something else.'))
    return answer.head
  }

  /** Applies what was read to a tenant's blocks. Throws `conflict` where the tenant would have too many terms. */
  async apply(before: readonly CodenameBlock[], version: number): Promise<Applied> {
    for (const [index, block] of before.entries()) {
      if (index % BLOCKS_AT_ONCE === 0) await setImmediate()
      const message: ToUploadThread = { type: 'block', block }
      this.#worker.postMessage(message)
    }
    const answer = await this.#ask({ type: 'apply', version })
    if (answer.type === 'applied') return { blocks: this.#blocks, counts: answer.counts }
    if (answer.type !== 'full') throw failed(new Error('The thread answers something else.'))
    throw new SluiceError({ code: 'conflict', message: 'The tenant would have more codenames than it may have.' })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(message: ToUploadThread, moved: readonly ArrayBuffer[] = []): Promise<FromUploadThread> {
    this.#answered = Promise.withResolvers()
    if (this.#lost === undefined) this.#worker.postMessage(message, moved)
    else this.#answered.reject(failed(this.#lost))
    return this.#answered.promise
  }

  #lose(cause: Error): void {
    this.#lost ??= cause
    // Nobody may be waiting when the thread ends.
    this.#answered.promise.catch(() => undefined)
    this.#answered.reject(failed(cause))
  }
}

/** Memory that can move to the thread, so that a long body is not copied; small buffers share theirs. */
function movable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function failed(cause: Error): SluiceError {
  return new SluiceError('layer_failed', { cause })
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./upload-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
