import { setImmediate } from 'node:timers/promises'

/** About a millisecond of work at the few microseconds that one finding takes. */
const SLICE = 500

/** Goes through many items without holding the event loop: other work gets its turn after every 500. */
export async function inSlices<T>(items: Iterable<T>, each: (item: T) => void): Promise<void> {
  let done = 0
  for (const item of items) {
    each(item)
    done += 1
    if (done % SLICE === 0) await setImmediate()
  }
}

/** Sorts without holding the event loop: runs of 500 by the engine, then merges in slices. Stable. */
export async function sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for (let start = 0; start < items.length; start += SLICE) {
    runs.push(items.slice(start, start + SLICE).sort(compare))
    if (runs.length % 2 === 0) await setImmediate()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    const a = left[l]
    const b = right[r]
    const takeLeft = r >= right.length || (l < left.length && a !== undefined && b !== undefined && compare(a, b) <= 0)
    const next = takeLeft ? a : b
    if (takeLeft) l += 1
    else r += 1
    if (next !== undefined) merged.push(next)
    if (merged.length % (SLICE * 4) === 0) await setImmediate()
  }
  return merged
}
