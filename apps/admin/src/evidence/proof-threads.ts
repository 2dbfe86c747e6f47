import { Worker } from 'node:worker_threads'
import type { ProofPlan } from './plan-proof.ts'
import type { FromProofThread, ToProofThread } from './proof-messages.ts'

/** A proof has 1.3 KB. */
const MAX_HEAP_MB = 128

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<Uint8Array | undefined>>
}

/** Threads that make proofs, some 30 ms each. One that ends is started anew with the next proof. */
export class ProofThreads {
  readonly #threads: (Thread | undefined)[]
  #lastId = 0

  /** @param count 1 and up. */
  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => undefined)
  }

  /** Makes a proof; undefined where none can be made that verifies. Rejects where the thread ends over it. */
  prove(plan: ProofPlan): Promise<Uint8Array | undefined> {
    const { worker, waiting } = this.#leastBusy()
    const answered = Promise.withResolvers<Uint8Array | undefined>()
    this.#lastId += 1
    waiting.set(this.#lastId, answered)
    const message: ToProofThread = { id: this.#lastId, plan }
    worker.postMessage(message)
    return answered.promise
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread?.worker.terminate()))
  }

  #leastBusy(): Thread {
    let best = 0
    for (const [place, thread] of this.#threads.entries()) {
      if ((thread?.waiting.size ?? 0) < (this.#threads[best]?.waiting.size ?? 0)) best = place
    }
    const found = this.#threads[best] ?? this.#start(best)
    this.#threads[best] = found
    return found
  }

  #start(place: number): Thread {
    const worker = new Worker(threadUrl(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const thread: Thread = { worker, waiting: new Map() }
    const lose = (cause: Error) => {
      if (this.#threads[place] === thread) this.#threads[place] = undefined
      for (const answered of thread.waiting.values()) answered.reject(cause)
      thread.waiting.clear()
    }
    worker.on('message', ({ id, proof }: FromProofThread) => {
      thread.waiting.get(id)?.resolve(proof)
      thread.waiting.delete(id)
    })
    worker.on('error', lose)
    worker.on('exit', () => lose(new Error('A thread that makes proofs has ended.')))
    worker.unref()
    return thread
  }
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./proof-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
