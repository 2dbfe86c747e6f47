import { SluiceError } from '@sluice/contracts'
import { type FairSlots, NoFreeSlot, type ReleaseSlot } from '@sluice/service-kit/async'

/**
 * Takes one of the slots that `name` shares with others, when its turn comes. Throws `overloaded` where none does, and
 * the signal's reason.
 *
 * @param retryAfterSeconds what the caller is told then.
 */
export async function takeTurn(
  slots: FairSlots,
  name: string,
  signal: AbortSignal,
  retryAfterSeconds: number,
): Promise<ReleaseSlot> {
  try {
    return await slots.acquire(name, signal)
  } catch (cause) {
    if (!(cause instanceof NoFreeSlot)) throw cause
    throw new SluiceError({ code: 'overloaded', retryAfterSeconds }, { cause })
  }
}
