import { type FileForm, type FileText, SluiceError } from '@sluice/contracts'
import type { FileReaders } from '@sluice/file-text'
import type { AbortScope, BodyWork, ModelRequestKind, RemoteBody, RemoteRequest } from '@sluice/pipeline'
import { FairSlots, NoFreeSlot, type ReleaseSlot } from '@sluice/service-kit/async'
import type { ProtocolName } from '../protocols/protocols.ts'
import type { OpenBody } from './messages.ts'
import { PoolThread } from './pool-thread.ts'

interface BodyPoolOptions {
  /** Threads at most, at least 1. Each starts with the first body that needs it. */
  readonly threads: number
  /** The longest wait for a thread, in milliseconds. */
  readonly maxWaitMs: number
  /** How often threads are looked at, in milliseconds; 20,000 unless a test needs less. */
  readonly lookEveryMs?: number
  /** What runs in a thread, other than in tests. */
  readonly script?: URL
  /** Reads the files in bodies. Without, all of them count as unread. */
  readonly files?: FileReading
}

/** Who reads files, and what becomes of one that was read. */
interface FileReading {
  readonly readers: Pick<FileReaders, 'read'>
  readonly form: FileForm
}

/** Whose body it is: users take turns, and the key knows what providers have sealed for the user. */
type BodyOwner = Pick<OpenBody, 'user' | 'sealKey'>

/** How many bodies one thread works on at once, in turns. */
const BODIES_PER_THREAD = 4
/** A longer body takes a slot of its own kind: while it is worked on it takes six times its length of memory. */
const LARGE_BYTES = 4 * 1_024 * 1_024
/** How many such bodies are worked on at once, over all threads. */
const LARGE_BODIES = 2
/** How many bodies wait, over all users. Their bytes count as bytes in flight. */
const MAX_WAITING = 256
/** How often threads are looked at: one that gives no sign of life until the next time is ended, and an idle one. */
const LOOK_EVERY_MS = 20_000

/**
 * Threads that parse, read and mask long bodies, so that the gateway's own event loop does not. Users take turns in
 * waiting for a thread and in the thread. A thread that is lost refuses its bodies, and the next body starts a new one.
 */
export class BodyPool {
  readonly #options: BodyPoolOptions
  readonly #script: URL
  readonly #threads = new Set<PoolThread>()
  readonly #slots: FairSlots
  readonly #largeSlots: FairSlots
  readonly #watch: NodeJS.Timeout
  #lastId = 0
  #isClosed = false

  constructor(options: BodyPoolOptions) {
    this.#options = options
    this.#script = options.script ?? threadUrl(import.meta.url)
    const waiting = { maxWaiting: MAX_WAITING, maxWaitMs: options.maxWaitMs }
    this.#slots = new FairSlots({ slots: options.threads * BODIES_PER_THREAD, ...waiting })
    this.#largeSlots = new FairSlots({ slots: LARGE_BODIES, ...waiting })
    this.#watch = setInterval(() => this.#endUselessThreads(), options.lookEveryMs ?? LOOK_EVERY_MS).unref()
  }

  /** Threads that run now. */
  get threads(): number {
    return this.#threads.size
  }

  /** Bodies that are worked on. */
  get bodies(): number {
    return this.#slots.inUse
  }

  /** Bodies that wait for a thread. */
  get waiting(): number {
    return this.#slots.waiting + this.#largeSlots.waiting
  }

  /**
   * Hands a body to a thread, which parses it. The memory of the bytes is gone afterwards. Rejects with what the wire's
   * `parse` throws, with `rate_limit_exceeded` where no thread becomes free in time, with `layer_failed` where the
   * thread is lost, and with the signal's reason.
   */
  async open<Kind extends ModelRequestKind>(
    protocol: { readonly name: ProtocolName; readonly kind: Kind },
    bytes: Buffer,
    owner: BodyOwner,
    signal: AbortSignal,
  ): Promise<OpenedBody<Kind>> {
    const release = await this.#acquire(bytes.byteLength, owner.user, signal)
    if (this.#isClosed) {
      release()
      throw new SluiceError('shutting_down')
    }
    const thread = this.#leastBusyThread()
    this.#lastId += 1
    const { files } = this.#options
    const read = files === undefined ? undefined : { ...files, user: owner.user }
    const body = new PooledBody(thread, this.#lastId, release, read)
    try {
      const { stop } = body
      const opening = thread.open({ id: this.#lastId, protocol: protocol.name, bytes: ownBytes(bytes), ...owner, stop })
      const { head, hasFiles } = await opening
      const request = { ...head, remote: body }
      if (hasFiles) await body.readFiles(signal)
      if (!isOfKind(request, protocol.kind)) throw new SluiceError('layer_failed')
      signal.throwIfAborted()
      return { request, drop: () => body.drop() }
    } catch (error) {
      body.drop()
      throw error
    }
  }

  /** Ends all threads. What they still hold is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#watch)
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()))
  }

  async #acquire(byteLength: number, user: string, signal: AbortSignal): Promise<ReleaseSlot> {
    try {
      const large = byteLength > LARGE_BYTES ? await this.#largeSlots.acquire(user, signal) : undefined
      try {
        const slot = await this.#slots.acquire(user, signal)
        return () => {
          slot()
          large?.()
        }
      } catch (error) {
        large?.()
        throw error
      }
    } catch (error) {
      return tooMany(error)
    }
  }

  #leastBusyThread(): PoolThread {
    let least: PoolThread | undefined
    for (const thread of this.#threads) if (least === undefined || thread.bodies < least.bodies) least = thread
    const mayStart = this.#threads.size < this.#options.threads
    return least === undefined || (least.bodies > 0 && mayStart) ? this.#startThread() : least
  }

  #startThread(): PoolThread {
    const thread = new PoolThread(this.#script, (lost) => this.#threads.delete(lost))
    this.#threads.add(thread)
    return thread
  }

  #endUselessThreads(): void {
    for (const thread of this.#threads) {
      if (!thread.isUseless()) continue
      // First, so that it gets no body any more.
      this.#threads.delete(thread)
      void thread.end()
    }
  }
}

/** Says that no thread became free in time. */
function tooMany(error: unknown): never {
  if (!(error instanceof NoFreeSlot)) throw error
  const message = 'Too many long requests are being worked on. Try again soon.'
  throw new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds: 1 }, { cause: error })
}

/** Does what takes a signal for as long as the scope lasts. */
async function abortable<T>(scope: AbortScope, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  scope.onStop(() => controller.abort(scope.stopReason))
  return await work(controller.signal)
}

/** A request whose body a thread holds. It is dropped when the exchange is over, however it ends. */
interface OpenedBody<Kind extends ModelRequestKind> {
  readonly request: RemoteRequest & { readonly kind: Kind }
  /** Lets go of the body. A second call does nothing. */
  drop(): void
}

/** For the files of one user. */
interface OwnFileReading extends FileReading {
  readonly user: string
}

class PooledBody implements RemoteBody {
  readonly stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #thread: PoolThread
  readonly #id: number
  readonly #release: ReleaseSlot
  readonly #files: OwnFileReading | undefined
  #isDropped = false

  constructor(thread: PoolThread, id: number, release: ReleaseSlot, files: OwnFileReading | undefined) {
    this.#files = files
    this.#thread = thread
    this.#id = id
    this.#release = release
    thread.bodies += 1
  }

  async L0(input: BodyWork['L0']['input'], scope: AbortScope): Promise<BodyWork['L0']['output']> {
    return await this.#during(scope).work({ type: 'work', id: this.#id, name: 'L0', input })
  }

  async L1(input: BodyWork['L1']['input'], scope: AbortScope): Promise<BodyWork['L1']['output']> {
    return await this.#during(scope).work({ type: 'work', id: this.#id, name: 'L1', input })
  }

  async L2(
    { codenames, detection, ...rest }: BodyWork['L2']['input'],
    scope: AbortScope,
  ): Promise<BodyWork['L2']['output']> {
    const thread = this.#during(scope)
    const input = {
      ...rest,
      codenames: thread.unsentCodenames(rest.tenant, codenames),
      detection: thread.unsentDetection(detection),
    }
    return await thread.work({ type: 'work', id: this.#id, name: 'L2', input })
  }

  async external(input: BodyWork['external']['input'], scope: AbortScope): Promise<BodyWork['external']['output']> {
    return await this.#during(scope).work({ type: 'work', id: this.#id, name: 'external', input })
  }

  async continue(input: BodyWork['continue']['input'], scope: AbortScope): Promise<BodyWork['continue']['output']> {
    const output = await this.#during(scope).work({ type: 'work', id: this.#id, name: 'continue', input })
    if (output.hasFiles) await abortable(scope, (signal) => this.readFiles(signal))
    return output
  }

  /**
   * Lets the files that it holds be read, one after the other. Rejects with the signal's reason, and with
   * `rate_limit_exceeded` where none of the threads for files becomes free in time.
   */
  async readFiles(signal: AbortSignal): Promise<void> {
    if (this.#files === undefined) return
    const { readers, form, user } = this.#files
    const files = await this.#thread.work({ type: 'work', id: this.#id, name: 'takeFiles', input: undefined })
    const texts: FileText[] = []
    for (const file of files) texts.push(await readers.read(file, user, signal).catch(tooMany))
    await this.#thread.work({ type: 'work', id: this.#id, name: 'readFiles', input: { texts, form } })
  }

  async copy(input: BodyWork['copy']['input'], scope: AbortScope): Promise<BodyWork['copy']['output']> {
    return await this.#during(scope).work({ type: 'work', id: this.#id, name: 'copy', input })
  }

  async L3(input: BodyWork['L3']['input'], scope: AbortScope): Promise<BodyWork['L3']['output']> {
    const output = await this.#during(scope).work({ type: 'work', id: this.#id, name: 'L3', input })
    // What may leave is here now, and nobody reads the rest again.
    this.drop()
    return output
  }

  drop(): void {
    if (this.#isDropped) return
    this.#isDropped = true
    Atomics.store(this.stop, 0, 1)
    this.#thread.drop(this.#id)
    this.#thread.bodies -= 1
    this.#release()
  }

  /** The thread, for as long as the work is wanted. */
  #during(scope: AbortScope): PoolThread {
    if (scope.isStopped) throw scope.stopReason
    scope.onStop(() => this.drop())
    return this.#thread
  }
}

function isOfKind<Kind extends ModelRequestKind>(
  request: RemoteRequest,
  kind: Kind,
): request is RemoteRequest & { readonly kind: Kind } {
  return request.kind === kind
}

/** The bytes in memory of their own, which can move to a thread: small buffers share theirs. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : Uint8Array.from(bytes)
}

/** TypeScript while the sources run, JavaScript once they are built. */
function threadUrl(moduleUrl: string): URL {
  return new URL(`./body-thread.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl)
}
