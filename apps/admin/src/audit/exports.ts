import type { Principal } from '@sluice/contracts'
import { FairSlots, type ReleaseSlot } from '@sluice/service-kit/async'
import { takeTurn } from '../take-turn.ts'

type Bytes = ReadableStream<Uint8Array>

type Person = Pick<Principal, 'tenant' | 'sub'>

interface ExportsOptions {
  /** How many are open at once, and how many wait for how many milliseconds; 8, 40 and 2,000 by default. */
  readonly slots?: ConstructorParameters<typeof FairSlots>[0]
  /** How long a reader may take nothing, in milliseconds; a minute by default. */
  readonly maxPauseMs?: number
}

/** Exports at once, of which one person alone gets three. Each holds a page, a megabyte or so, for its reader. */
const SLOTS = { slots: 8, maxWaiting: 40, maxWaitMs: 2_000 }
const MAX_PAUSE_MS = 60_000
const RETRY_SECONDS = 5

/** The reader has not taken anything for too long. */
class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

/** Bounds how many exports are open, shares them among people, and ends those that nobody reads. */
export class Exports {
  readonly #slots: FairSlots
  readonly #maxPauseMs: number

  constructor({ slots = SLOTS, maxPauseMs = MAX_PAUSE_MS }: ExportsOptions = {}) {
    this.#slots = new FairSlots(slots)
    this.#maxPauseMs = maxPauseMs
  }

  /** How many are open. */
  get open(): number {
    return this.#slots.inUse
  }

  /** Opens an export when it is this person's turn. Throws `overloaded`, and what `begin` throws. */
  async stream({ tenant, sub }: Person, signal: AbortSignal, begin: () => Bytes | Promise<Bytes>): Promise<Bytes> {
    const release = await this.#acquire(JSON.stringify([tenant, sub]), signal)
    try {
      return whileRead(await begin(), release, this.#maxPauseMs)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Does something else that reads as much, in the same turns. Throws `overloaded`, and what the work throws. */
  async run<Result>({ tenant, sub }: Person, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const release = await this.#acquire(JSON.stringify([tenant, sub]), signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  async #acquire(person: string, signal: AbortSignal): Promise<ReleaseSlot> {
    return await takeTurn(this.#slots, person, signal, RETRY_SECONDS)
  }
}

/** The same stream. It errors where its reader pauses for too long, and gives its slot back when it is over. */
function whileRead(source: Bytes, release: ReleaseSlot, maxPauseMs: number): Bytes {
  const reader = source.getReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    release()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(timer)
      try {
        const { done, value } = await reader.read()
        if (done) {
          end()
          return controller.close()
        }
        controller.enqueue(value)
      } catch (error) {
        end()
        throw error
      }
      timer = setTimeout(() => {
        end()
        const gone = new ReaderGone(`Nobody has read for ${maxPauseMs} ms.`)
        controller.error(gone)
        void reader.cancel(gone).catch(() => undefined)
      }, maxPauseMs)
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
}
