/** Milliseconds since some moment; never runs backwards. */
export function monotonicMs(): number {
  return performance.now()
}
