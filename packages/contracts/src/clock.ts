/** The only source of the time, so that tests can set it. */
export interface Clock {
  /** Wall-clock time in milliseconds since the Unix epoch. */
  nowMs(): number
  /** Milliseconds from an arbitrary start that never runs backwards; for measuring durations. */
  monotonicMs(): number
}
