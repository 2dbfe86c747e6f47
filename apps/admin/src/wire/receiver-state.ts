import { z } from '@hono/zod-openapi'
import type { ReceiverState } from '@sluice/contracts'
import type { SeenService } from '@sluice/redis'
import { defined } from '@sluice/service-kit/async'
import { isoTime } from './freeze-view.ts'

export const receiverName = z.string().describe('Its address, as logs and metrics name it.')
export const receiverId = z.string().max(64).describe('Tells receivers of one address apart.')

/** How a receiver does, by the word of the process that sent to it last. */
export const receiverStateShape = {
  state: z
    .enum(['taking', 'failing', 'untried'])
    .describe(
      '`failing` while it takes nothing that it is sent, which waits then; `untried` where no process that is alive has sent it anything.',
    ),
  taken_at: z.iso
    .datetime()
    .optional()
    .describe('When it last took something, as far as processes that are alive know.'),
  failing_since: z.iso.datetime().optional(),
  last_status: z.int().optional().describe('What it last failed with; absent where it did not answer.'),
} as const

type ViewedState = z.output<z.ZodObject<typeof receiverStateShape>>

/** What a process has said of a receiver, and how long ago it said so. */
interface Said extends ReceiverState {
  readonly saidMsAgo: number
}

/** What processes have said of receivers, by the id of the receiver: of each the one that tried it last. */
export function receiversSaid(states: readonly SeenService[], service: string): ReadonlyMap<string, Said> {
  const said = new Map<string, Said>()
  for (const { service: name, receivers = [], seenMsAgo } of states) {
    if (name !== service) continue
    for (const receiver of receivers) {
      const one = { ...receiver, saidMsAgo: seenMsAgo }
      const known = said.get(receiver.digest)
      if (known === undefined || triedMsAgo(one) < triedMsAgo(known)) said.set(receiver.digest, one)
    }
  }
  return said
}

function triedMsAgo({ triedMsAgo: ago = Number.POSITIVE_INFINITY, saidMsAgo }: Said): number {
  return ago + saidMsAgo
}

export function viewReceiverState(said: Said | undefined, nowMs: number): ViewedState {
  if (said?.triedMsAgo === undefined) return { state: 'untried' }
  const { saidMsAgo, takenMsAgo, failingForMs, status } = said
  const at = (msAgo: number | undefined) => (msAgo === undefined ? undefined : isoTime(nowMs - saidMsAgo - msAgo))
  return {
    state: failingForMs === undefined ? 'taking' : 'failing',
    ...defined({ taken_at: at(takenMsAgo), failing_since: at(failingForMs), last_status: status }),
  }
}
