import { SluiceError } from '@sluice/contracts'
import type { Mask, MaskPool } from '@sluice/pipeline/ports'
import { mayHaveMore } from '@sluice/service-kit/async'
import type { MaskMaker, startMaskMaker } from './mask-maker.ts'
import { MASKS_AT_ONCE } from './mask-messages.ts'
import { MaskStock } from './mask-stock.ts'

interface EvidenceMasksOptions {
  /** How many masks are kept ready, at least `MASKS_AT_ONCE`. */
  readonly capacity: number
  /** The longest wait for a mask, in milliseconds. */
  readonly maxWaitMs: number
  readonly startMaker: (events: Parameters<typeof startMaskMaker>[0]) => MaskMaker
  /** Told when a thread is lost; another one is started. */
  readonly onLost: (cause: Error) => void
}

/** More are ordered once this part of them is gone, so that a thread is not asked for each. */
const REORDER_PART = 1 / 4
/** How many may wait: more than a thread can serve in the longest wait. */
const MAX_WAITING = 4_096
/** How long after it is lost a thread is started again, in milliseconds; twice as long each time it makes nothing. */
const RESTART_MS = { first: 100, last: 5_000 } as const

/**
 * The masks of a gateway. A thread fills a bounded stock, and fills it up again while masks are taken. Where it is
 * empty a request waits: users take turns, so that one user's burst costs another one wait of its own, and not the
 * burst, and leaves others places to wait. A request that waits too long is refused.
 */
export class EvidenceMasks implements MaskPool {
  readonly #options: EvidenceMasksOptions
  readonly #stock = new MaskStock()
  /** Those who wait, by user, in the order of their turns. */
  readonly #turns = new Map<string, Set<Waiter>>()
  #waiting = 0
  #waits = 0
  #maker: MaskMaker | undefined
  /** The thread that runs has made something. */
  #isMaking = false
  #restartMs: number = RESTART_MS.first
  #restart: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: EvidenceMasksOptions) {
    this.#options = options
    this.#startMaker()
  }

  /** Masks that are ready. */
  get ready(): number {
    return this.#stock.size
  }

  /** Requests that wait for one now. */
  get waiting(): number {
    return this.#waiting
  }

  /** Requests that had to wait, since the start. */
  get waits(): number {
    return this.#waits
  }

  /** Rejects where there are no masks and none are being made. */
  async checkReady(): Promise<void> {
    if (this.#stock.size === 0 && !this.#isMaking) throw new Error('No masks of evidence are being made.')
  }

  take(user: string): Mask | Promise<Mask> {
    const mask = this.#stock.take()
    if (mask === undefined) return this.#wait(user)
    this.#reorder()
    return mask
  }

  /** Ends the thread and overwrites what was not used. Those who wait are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restart)
    for (const waiters of this.#turns.values()) for (const waiter of waiters) waiter.refuse()
    await this.#maker?.end()
    this.#stock.clear()
  }

  #wait(user: string): Promise<Mask> {
    const own = this.#turns.get(user)?.size ?? 0
    const mayWait = mayHaveMore(own, MAX_WAITING - this.#waiting, MAX_WAITING)
    if (this.#isClosed || !mayWait) return Promise.reject(noMask())
    this.#waits += 1
    this.#waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting -= 1
        const waiters = this.#turns.get(user)
        waiters?.delete(waiter)
        if (waiters?.size === 0) this.#turns.delete(user)
      }
      const waiter: Waiter = {
        serve: (mask) => {
          leave()
          resolve(mask)
        },
        refuse: () => {
          leave()
          reject(noMask())
        },
      }
      const timer = setTimeout(waiter.refuse, this.#options.maxWaitMs)
      const waiters = this.#turns.get(user)
      if (waiters === undefined) this.#turns.set(user, new Set([waiter]))
      else waiters.add(waiter)
    })
  }

  #receive(masks: Buffer): void {
    this.#isMaking = true
    this.#restartMs = RESTART_MS.first
    this.#stock.add(masks)
    this.#serveWaiting()
    this.#reorder()
  }

  /** Each user gets one mask and goes to the end of the turns. */
  #serveWaiting(): void {
    for (const [user, waiters] of this.#turns) {
      const [next] = waiters
      const mask = next === undefined ? undefined : this.#stock.take()
      if (next === undefined || mask === undefined) return
      next.serve(mask)
      if (!this.#turns.delete(user)) continue
      this.#turns.set(user, waiters)
    }
  }

  #reorder(): void {
    const { capacity } = this.#options
    const maker = this.#maker
    if (maker === undefined) return
    const missing = capacity - this.#stock.size - maker.ordered
    if (missing >= Math.max(MASKS_AT_ONCE, capacity * REORDER_PART)) maker.order(missing)
  }

  #startMaker(): void {
    this.#isMaking = false
    this.#maker = this.#options.startMaker({
      made: (masks) => this.#receive(masks),
      lost: (cause) => this.#lose(cause),
    })
    this.#reorder()
  }

  #lose(cause: Error): void {
    this.#maker = undefined
    this.#isMaking = false
    if (this.#isClosed) return
    this.#options.onLost(cause)
    this.#restart = setTimeout(() => this.#startMaker(), this.#restartMs).unref()
    this.#restartMs = Math.min(2 * this.#restartMs, RESTART_MS.last)
  }
}

/** A request that waits for a mask. */
interface Waiter {
  serve(mask: Mask): void
  refuse(): void
}

function noMask(): SluiceError {
  return new SluiceError('audit_unavailable', { cause: new Error('No mask came in time.') })
}
