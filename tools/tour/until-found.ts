import { setTimeout } from 'node:timers/promises'

const LIMIT_MS = 60_000
const PAUSE_MS = 100

/** Looks again until something is there. Throws after a minute. */
export async function untilFound<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const end = Date.now() + LIMIT_MS
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await setTimeout(PAUSE_MS)
  }
  throw new Error('What the tour was to show did not come within a minute.')
}
