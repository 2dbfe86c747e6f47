/** Tokens of a window: about 45 words with their signs, and a small one that no long text around it dilutes. */
const LENGTHS = [50, 24]

/** A stretch of tokens; `to` is behind the last. */
type TakeWindow = (from: number, to: number) => void

/** Every window of a text of so many tokens: whole where it is short, else overlapping by more than half. */
export function eachWindow(count: number, take: TakeWindow): void {
  for (const length of LENGTHS) {
    if (count <= length) {
      take(0, count)
      // Without a longer text around it a small window says no more.
      return
    }
    const step = length >> 1
    for (let from = 0; from + step < count; from += step) take(from, Math.min(count, from + length))
  }
}
