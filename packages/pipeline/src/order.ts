import type { LayerId } from '@sluice/contracts'

/**
 * START HERE. Every chat request goes this way, and there is no other.
 *
 * The way to the model. A row is one step; the layers of a row run side by side because neither changes the request.
 */
export const WAY_TO_THE_MODEL = [
  ['L0'], //       who acts, and what is being set out to do? Risky actions wait for a human.
  ['L1', 'L2'], // is it a jailbreak? | what sensitive data does it carry, and how sensitive is the whole?
  ['L3'], //       sensitive values become tokens; the mapping is stored encrypted
  ['L7'], //       has this been answered before?
  ['L5'], //       which endpoint may see it? Stream from there.
] as const satisfies readonly (readonly LayerId[])[]

/** The step at which a request leaves the house: whatever earlier layers began is done by then. */
export const EGRESS_STEP = 'L5' satisfies LayerId

/** The way back. Each layer reads the stream of the one before; a cached answer passes the same layers as a fresh one. */
export const WAY_BACK = [
  'L7', // remember a fresh answer, still tokenized
  'L4', // real values again, as far as the caller's clearance allows
  'L6', // leave evidence before the last byte leaves
] as const satisfies readonly LayerId[]
