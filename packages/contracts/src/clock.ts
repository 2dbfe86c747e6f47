/** The one way to ask for the time, so that tests can move it. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds from an arbitrary start that never runs backwards; for measuring durations. */
  monotonicMs(): number
}
