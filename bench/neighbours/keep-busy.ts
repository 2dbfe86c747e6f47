import type { Running } from '../services.ts'
import type { AliceCall, AliceReply } from './alice-process.ts'
import { startChild } from './child.ts'

interface BusyNeighbours {
  readonly pid: number
  /** How the requests have ended so far, counted. */
  statuses(): AliceReply
}

const SLICE_SECONDS = 5

/** Lets users do what a case says, at one gateway, again and again until it is stopped. */
export async function keepBusy(
  name: string,
  origin: string,
  tokens: readonly string[],
): Promise<Running<BusyNeighbours>> {
  const alice = startChild<AliceCall, AliceReply>('./alice-process.ts')
  await alice.value.call({ do: 'prepare', name, origin, tokens })
  const statuses: Record<string, number> = {}
  let stopped = false
  const playing = async () => {
    while (!stopped) {
      const played = await alice.value.call({ do: 'play', seconds: SLICE_SECONDS })
      for (const [what, count] of Object.entries(played)) statuses[what] = (statuses[what] ?? 0) + count
    }
  }
  // It ends with its process, at the latest.
  playing().catch(() => undefined)
  return {
    value: { pid: alice.value.pid, statuses: () => statuses },
    stop: async () => {
      stopped = true
      await alice.stop()
    },
  }
}
