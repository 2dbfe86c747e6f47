import type { LayerId } from '@sluice/contracts'
import type { RequestLayerId } from './facts.ts'
import type { InspectorId } from './layer.ts'
import type { ModelRequest } from './request/model-request.ts'

/** Layers that run side by side, which only inspectors may, because none of them changes the request. */
type InspectorRow = readonly [InspectorId, InspectorId, ...InspectorId[]]

/**
 * Waits until every write that an earlier layer began is stored: what the model sees can always be restored. An
 * approved request is durably marked as begun, so that it leaves once at most.
 */
export const AWAIT_PENDING_WRITES = 'await pending writes'

/**
 * Asks the policy about the action once more, now with the tile. A request that waits for a human ends here: L0 or this
 * question holds it, and neither inspector refuses it. One that humans have approved goes on.
 */
export const DECIDE_ON_HOLD = 'decide on hold'

/**
 * L2 looks once more, at what L3 passes on: is there anything left? L3 replaces what it is sure of, or the request is
 * refused, where a setting says so.
 */
export const LOOK_AGAIN = 'look again'

/**
 * L1 asks guard models about a request of which it is not sure, where any are configured. They are asked when it is
 * known how sensitive the request is: one that may not see it reads tokens, or nothing.
 */
export const ASK_GUARDS = 'ask guards'

/**
 * Asks the policy about the calls of tools that the model makes, where a setting says so: before the caller's
 * application sees one, and before the answer is remembered. It is L0's work, and no second run of L0.
 */
export const DECIDE_ON_CALLS = 'decide on calls'

type Step =
  | readonly [RequestLayerId]
  | InspectorRow
  | typeof AWAIT_PENDING_WRITES
  | typeof DECIDE_ON_HOLD
  | typeof LOOK_AGAIN
  | typeof ASK_GUARDS

interface Order {
  readonly request: readonly Step[]
  readonly response: readonly (LayerId | typeof DECIDE_ON_CALLS)[]
}

/** Conversations take one way, whatever their wire. */
const CONVERSATION = {
  request: [
    ['L0'], //       who acts, and what do they want done? Risky actions are to wait for a human.
    ['L1', 'L2'], // is it a jailbreak? | what sensitive data does it carry, and how sensitive is the whole?
    DECIDE_ON_HOLD,
    ['L3'], //       tokens replace sensitive values; the mapping is sealed and its write begins
    LOOK_AGAIN,
    ASK_GUARDS,
    ['L7'], //       was this answered before?
    AWAIT_PENDING_WRITES,
    ['L5'], //       which endpoint may see it? The answer streams from there.
  ],
  // Each layer reads what the one before passes on. A cached answer passes the same layers as a fresh one.
  response: [
    DECIDE_ON_CALLS,
    'L7', // remember a fresh answer, still tokenized
    'L4', // restore real values, as far as the caller's clearance allows
    'L6', // leave evidence before the last byte leaves
  ],
} as const

/** START HERE. Every request takes the steps of its kind, from top to bottom, and there is no other way. */
export const ORDER = {
  chat: CONVERSATION,
  responses: CONVERSATION,
  messages: CONVERSATION,
  'token-count': {
    request: [
      ['L0'], //       who acts? What is only counted orders nothing.
      ['L1', 'L2'], // does it carry an injection? | what sensitive data does it carry?
      DECIDE_ON_HOLD,
      ['L3'], //       the tokens of the session replace sensitive values: what is counted is what would be sent
      LOOK_AGAIN,
      AWAIT_PENDING_WRITES,
      ['L5'], //       which endpoint may see it?
    ],
    response: [
      'L6', // leave evidence before the number leaves
    ],
  },
  'tool-call': {
    request: [
      ['L0'], //       who acts, and what does this tool do? Risky calls are to wait for a human.
      ['L1', 'L2'], // does it carry an injection? | what sensitive data does it carry?
      ['L3'], //       tokens replace the values that the server may not see
      LOOK_AGAIN,
      ASK_GUARDS,
      ['L4'], //       tokens of the session become values, as far as both the caller and the server may see them
      DECIDE_ON_HOLD,
      AWAIT_PENDING_WRITES,
      ['L5'], //       the tool server, if the policy lets it see the rest. Its answer comes in as a `tool-result`.
    ],
    response: [
      'L4', // restore real values, as far as the caller's clearance allows
      'L6', // leave evidence before the last byte leaves
    ],
  },
  /** What a tool server has answered comes in like a request of a stranger, before the way back of its call. */
  'tool-result': {
    request: [
      ['L1', 'L2'], // does it carry an injection? | what sensitive data does it carry?
      ['L3'], //       the tokens of the session replace sensitive values
      ASK_GUARDS,
      AWAIT_PENDING_WRITES,
    ],
    response: [],
  },
  embeddings: {
    request: [
      ['L0'], //       who acts? A document is no order.
      ['L1', 'L2'], // does it carry an injection? | what sensitive data does it carry?
      DECIDE_ON_HOLD,
      ['L3'], //       type names replace sensitive values; nothing is stored
      LOOK_AGAIN,
      ['L5'], //       which endpoint may see it?
    ],
    response: [
      'L6', // leave evidence before the answer leaves
    ],
  },
} as const satisfies Readonly<Record<ModelRequest['kind'], Order>>

/** The step that sends the request out of the deployment. An answer from an earlier step is a cache hit. */
export const EGRESS_STEP = 'L5' satisfies LayerId

/** Gateway specification, section 2: `layers_executed` names this layer only when it answered. */
export const LISTED_WHEN_IT_ANSWERS = 'L7' satisfies LayerId
