import { Worker } from 'node:worker_threads'
import { type DetectionConfig, SluiceError } from '@sluice/contracts'
import type { BodyWork, CodenameSnapshot } from '@sluice/pipeline'
import { LRUCache } from 'lru-cache'
import {
  type Failure,
  type FromThread,
  MAX_TENANTS,
  type OpenBody,
  type OpenedHead,
  type ToThread,
  type WorkDone,
  type WorkOnBody,
} from './messages.ts'

/** The memory that the values of one thread may take, in MiB: several times what its bodies can need. */
const MAX_HEAP_MB = 1_024

/** One thread of the pool, as the gateway's own thread sees it. */
export class PoolThread {
  /** The bodies that it holds. */
  bodies = 0
  readonly #worker: Worker
  readonly #opening = new Map<number, Answer<OpenedBodyHead>>()
  readonly #working: { readonly [Name in keyof BodyWork]: Map<number, Answer<BodyWork[Name]['output']>> } = {
    L0: new Map(),
    L1: new Map(),
    L2: new Map(),
    external: new Map(),
    takeFiles: new Map(),
    readFiles: new Map(),
    continue: new Map(),
    copy: new Map(),
    L3: new Map(),
  }
  /** By tenant: the version of the codenames that the thread has. */
  readonly #codenames = new LRUCache<string, string>({ max: MAX_TENANTS })
  /** What the thread was last told to look for. */
  #detection: DetectionConfig | undefined
  readonly #onLost: (thread: PoolThread) => void
  #isLost = false
  #mayBeStuck = false
  #isInUse = true

  /** @param onLost called once, when the thread has ended; what waited for it has been rejected by then. */
  constructor(script: URL, onLost: (thread: PoolThread) => void) {
    this.#onLost = onLost
    this.#worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => this.#lose(error))
    this.#worker.on('exit', () => this.#lose(new Error('The thread has ended.')))
    this.#worker.unref()
  }

  /** Hands a body over. Rejects with what parsing it throws, or with `layer_failed`. */
  open(body: Omit<OpenBody, 'type'>): Promise<OpenedBodyHead> {
    this.#isInUse = true
    const answer = this.#answerIn(this.#opening, body.id)
    this.#post({ type: 'open', ...body }, [body.bytes.buffer])
    return answer
  }

  /** Lets the thread do one layer's work on a body. Rejects with what the work throws, or with `layer_failed`. */
  work<Name extends keyof BodyWork>(message: WorkOnBody<Name>): Promise<BodyWork[Name]['output']> {
    const answer = this.#answerIn<BodyWork[Name]['output']>(this.#working[message.name], message.id)
    this.#worker.postMessage(message)
    return answer
  }

  /** The codenames as they are to be sent next: undefined where the thread has this version. */
  unsentCodenames(tenant: string, codenames: CodenameSnapshot): CodenameSnapshot | undefined {
    if (this.#codenames.get(tenant) === codenames.version) return undefined
    this.#codenames.set(tenant, codenames.version)
    return codenames
  }

  /** What is looked for, as it is to be sent next: undefined where the thread has it, so that it compiles once. */
  unsentDetection(detection: DetectionConfig): DetectionConfig | undefined {
    if (this.#detection === detection) return undefined
    this.#detection = detection
    return detection
  }

  drop(id: number): void {
    this.#post({ type: 'drop', id })
  }

  /**
   * Looks at the thread. True where it has not answered since the last look, because a regular expression cannot be
   * stopped, and where nobody has used it since: it keeps the memory of the longest bodies that it has held.
   */
  isUseless(): boolean {
    if (this.#mayBeStuck || !this.#isInUse) return true
    this.#isInUse = this.bodies > 0
    this.#mayBeStuck = this.bodies > 0
    if (this.#mayBeStuck) this.#post({ type: 'ping' })
    return false
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #post(message: ToThread, transferred: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transferred)
  }

  #answerIn<T>(answers: Map<number, Answer<T>>, id: number): Promise<T> {
    if (this.#isLost) return Promise.reject(lost(new Error('The thread had ended before.')))
    return new Promise((resolve, reject) => answers.set(id, { resolve, reject }))
  }

  #receive(message: FromThread): void {
    this.#mayBeStuck = false
    switch (message.type) {
      case 'opened':
        this.#opening.get(message.id)?.resolve({ head: message.opened, hasFiles: message.hasFiles })
        this.#opening.delete(message.id)
        return
      case 'done':
        this.#finish(message)
        return
      case 'failed': {
        const answers = message.name === undefined ? this.#opening : this.#working[message.name]
        answers.get(message.id)?.reject(errorOf(message.failure))
        answers.delete(message.id)
      }
    }
  }

  #finish<Name extends keyof BodyWork>({ id, name, output }: WorkDone<Name>): void {
    const answers: Map<number, Answer<BodyWork[Name]['output']>> = this.#working[name]
    answers.get(id)?.resolve(output)
    answers.delete(id)
  }

  #lose(cause: Error): void {
    if (this.#isLost) return
    this.#isLost = true
    for (const answers of [this.#opening, ...Object.values(this.#working)]) {
      for (const { reject } of answers.values()) reject(lost(cause))
      answers.clear()
    }
    this.#onLost(this)
  }
}

/** What the thread says of a body that it has parsed. */
interface OpenedBodyHead {
  readonly head: OpenedHead
  /** Whether it holds files that may be read. */
  readonly hasFiles: boolean
}

/** Who waits for an answer of the thread. */
interface Answer<T> {
  resolve(value: T): void
  reject(reason: SluiceError): void
}

function lost(cause: Error): SluiceError {
  return new SluiceError('layer_failed', { cause })
}

function errorOf(failure: Failure): SluiceError {
  if ('refusal' in failure) return new SluiceError(failure.refusal)
  const cause = new Error('The work on a long body failed.')
  cause.stack = `${cause.message}\n${failure.stack}`
  return lost(cause)
}
