import { getHeapStatistics } from 'node:v8'

/*
 * What threads may take. A thread that runs into the limit of its heap may take the process with it, or hang beyond
 * recall: V8 grants little room between the limit and its end. So the work itself looks at the heap and gives up in
 * time; the limits that the threads are started with only stand behind it.
 */

/** For a thread that parses. */
export const PARSE_HEAP = {
  budgetBytes: 220e6,
  limits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
}
/** For the thread of a scan, which keeps what was found. */
export const SCAN_HEAP = { budgetBytes: 450e6, limits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 } }

/** Bytes that this thread's heap holds, with what is not yet collected. */
export function usedHeapBytes(): number {
  return getHeapStatistics().used_heap_size
}

/** Resolves when something is done or the time is over, in milliseconds. */
export async function atMost(done: Promise<unknown>, timeMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeMs)
    timer.unref()
  })
  await Promise.race([done, late])
  clearTimeout(timer)
}
