import type { Clock } from '@sluice/contracts'
import { compileCodenames } from '../ports/codename-registry.ts'
import { maskText } from './mask-text.ts'

/** Stands in the place of a reason that could not be looked at. */
const WITHHELD = '[withheld]'

const NO_CODENAMES = { version: '', index: compileCodenames([]) }

/**
 * Gives the reason of an act of the control plane as it may be stored and sent, as `maskText` does. One that cannot be
 * looked at becomes `[withheld]`: an act of an emergency must not wait for a text. It takes about a millisecond.
 *
 * It does not find codenames, whose index only gateways hold.
 */
export async function maskReason(text: string, clock: Clock): Promise<string> {
  try {
    return await maskText(text, { tenant: '', sub: '', codenames: NO_CODENAMES, clock })
  } catch {
    return WITHHELD
  }
}
