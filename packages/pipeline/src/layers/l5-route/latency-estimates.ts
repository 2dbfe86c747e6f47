/** The weight of a new sample in the moving estimate. */
const ALPHA = 0.1
/** Fewer samples say nothing. */
const MIN_SAMPLES = 10
/** An estimate that is older says nothing, so that whoever was slow is asked again. */
const STALE_AFTER_MS = 60_000
/** Slow is what takes more than twice as long as the fastest, and this much longer, in milliseconds. */
const SLOW_FACTOR = 2
const SLOW_FLOOR_MS = 50
/** Models that are remembered. */
const MAX_MODELS = 256

interface Estimate {
  ms: number
  samples: number
  atMs: number
}

/** How long an endpoint takes to begin a streamed answer, by model: a moving estimate over its last answers. */
export class LatencyEstimates {
  readonly #byModel = new Map<string, Estimate>()

  add(model: string, ms: number, nowMs: number): void {
    const known = this.#byModel.get(model)
    if (known === undefined || nowMs - known.atMs > STALE_AFTER_MS) {
      if (known === undefined && this.#byModel.size >= MAX_MODELS) return
      this.#byModel.set(model, { ms, samples: 1, atMs: nowMs })
      return
    }
    known.ms += ALPHA * (ms - known.ms)
    known.samples += 1
    known.atMs = nowMs
  }

  /** In milliseconds; undefined where too little is known of now. */
  of(model: string, nowMs: number): number | undefined {
    const known = this.#byModel.get(model)
    if (known === undefined || known.samples < MIN_SAMPLES || nowMs - known.atMs > STALE_AFTER_MS) return undefined
    return known.ms
  }
}

/** Whether something is slow beside the fastest of its like. What is not known is not slow. */
export function isSlow(ms: number | undefined, fastestMs: number): boolean {
  return ms !== undefined && ms > fastestMs * SLOW_FACTOR && ms > fastestMs + SLOW_FLOOR_MS
}
