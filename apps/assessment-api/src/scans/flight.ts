import type { AssessedProject, AssessmentProgress } from '../engine.ts'

/** One scan and all who wait for it or work with what it found. */
export interface Flight {
  readonly key: string
  /** Of the project, as it was asked for. */
  readonly path: string
  /** When it was asked for first, in milliseconds since the Unix epoch. */
  readonly askedAtMs: number
  /** As the scan last said. */
  progress: AssessmentProgress
  /** Ends the scan. */
  readonly controller: AbortController
  readonly assessed: Promise<AssessedProject>
  users: number
  state: FlightState
  /** Lets go of what is kept for reuse. */
  expiry?: NodeJS.Timeout
}

type FlightState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'scanning' }
  | { readonly kind: 'done'; readonly assessed: AssessedProject; readonly endedMs: number }
  | { readonly kind: 'failed' }

/** Waits for the promise, but no longer than the signal lets it. Throws the signal's reason when it aborts. */
export function waitFor<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
