import type { EndpointFault } from '@sluice/contracts'

/** How far back outcomes are counted, in milliseconds, and in how many slices they are forgotten. */
const WINDOW_MS = 300_000
const SLICES = 10
const SLICE_MS = WINDOW_MS / SLICES

/** How the requests of the last five minutes ended. */
interface LateOutcomes {
  readonly seconds: number
  /** Those that were sent and ended. */
  readonly asked: number
  /** Those of them that the endpoint failed, up to all of them. */
  readonly failed: number
}

interface LastFault {
  readonly msAgo: number
  readonly fault: EndpointFault
  /** The HTTP status, where that is the fault. */
  readonly status?: number
}

interface Slice {
  readonly number: number
  asked: number
  failed: number
}

/**
 * Counts how requests to an endpoint end, for those who look after it. Unlike the breaker it forgets nobody's failures
 * and none of before a trial: it decides nothing. Times are monotonic milliseconds.
 */
export class OutcomeCounts {
  #slices: Slice[] = []
  #last: { readonly atMs: number; readonly fault: EndpointFault; readonly status?: number } | undefined

  answered(nowMs: number): void {
    this.#sliceAt(nowMs).asked += 1
  }

  failed(nowMs: number, fault: EndpointFault, status?: number): void {
    this.#sliceAt(nowMs).asked += 1
    this.#fault(nowMs, fault, status)
  }

  /** An answer broke off that had been counted as one. */
  brokeOff(nowMs: number): void {
    this.#fault(nowMs, 'interrupted')
  }

  at(nowMs: number): LateOutcomes {
    const oldest = Math.floor(nowMs / SLICE_MS) - SLICES
    const late = this.#slices.filter(({ number }) => number > oldest)
    const asked = late.reduce((sum, slice) => sum + slice.asked, 0)
    const failed = late.reduce((sum, slice) => sum + slice.failed, 0)
    // What broke off may have been asked for before these minutes.
    return { seconds: WINDOW_MS / 1_000, asked, failed: Math.min(asked, failed) }
  }

  lastFault(nowMs: number): LastFault | undefined {
    if (this.#last === undefined) return undefined
    const { atMs, ...fault } = this.#last
    return { msAgo: Math.max(0, nowMs - atMs), ...fault }
  }

  #fault(nowMs: number, fault: EndpointFault, status?: number): void {
    this.#sliceAt(nowMs).failed += 1
    this.#last = { atMs: nowMs, fault, ...(status === undefined ? {} : { status }) }
  }

  #sliceAt(nowMs: number): Slice {
    const number = Math.floor(nowMs / SLICE_MS)
    const last = this.#slices.at(-1)
    if (last !== undefined && last.number >= number) return last
    const slice = { number, asked: 0, failed: 0 }
    this.#slices = [...this.#slices.filter((one) => one.number > number - SLICES), slice]
    return slice
  }
}
