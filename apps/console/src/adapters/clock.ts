/** Milliseconds since 1970 by the browser's clock. */
export function now(): number {
  return Date.now()
}
