import { MAX_TOKENS } from './token-signs.ts'

/** The tokens that the second stage reads: those around the window that the first stage found worst. */
export function secondWindow(count: number, from: number, to: number): readonly [from: number, to: number] {
  const middle = (from + to) >> 1
  const first = Math.max(0, Math.min(middle - (MAX_TOKENS >> 1), count - MAX_TOKENS))
  return [first, Math.min(count, first + MAX_TOKENS)]
}
