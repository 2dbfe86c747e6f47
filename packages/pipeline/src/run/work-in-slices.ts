/** Work in steps. Before each step it yields how much the step reads, in UTF-16 code units. */
export type SlicedWork<T> = Generator<number, T, undefined>

interface SliceOptions {
  /** How much is read between two turns of the event loop, in UTF-16 code units: a few milliseconds of work. */
  readonly sliceLength: number
  /** Stops the work between two slices. */
  readonly signal?: AbortSignal
}

/**
 * Does work that must not keep the event loop from other requests. Work that fits one slice is done at once, without a
 * promise. Longer work gives the event loop its turn after each slice; its promise rejects with the signal's reason
 * when the signal has aborted by then. What the work throws is thrown, or rejects the promise.
 */
export function workInSlices<T>(work: SlicedWork<T>, options: SliceOptions): T | Promise<T> {
  let read = 0
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    read += step.value
    if (read > options.sliceLength) return afterNextTurn(work, step.value, options)
  }
}

/** Goes on with work whose next step did not fit the slice before. */
async function afterNextTurn<T>(work: SlicedWork<T>, nextStep: number, options: SliceOptions): Promise<T> {
  let read = options.sliceLength + 1
  for (let step: IteratorResult<number, T> = { done: false, value: nextStep }; ; step = work.next()) {
    if (step.done === true) return step.value
    read += step.value
    if (read <= options.sliceLength) continue
    await new Promise((resolve) => setImmediate(resolve))
    options.signal?.throwIfAborted()
    read = step.value
  }
}
