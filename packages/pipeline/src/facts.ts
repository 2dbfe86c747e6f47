import type { ActionCategory, ResidualTypes, SensitivityTile, ThreatFinding } from '@sluice/contracts'
import type { SensitiveValue } from '@sluice/token-vault'
import type { AnswerKeys } from './ports/semantic-cache.ts'
import type { AnswerUsage } from './ports/spending.ts'
import type { ModelRequest } from './request/model-request.ts'
import type { SentBefore } from './sent/index.ts'

/** What each layer of the request side establishes for later layers. Only the layer itself can write its facts. */
export interface FactsByLayer {
  readonly L0: {
    readonly action?: {
      readonly category: ActionCategory
      readonly rule: string
      /** How sure the rule is, 0 to 1. */
      readonly confidence?: number
    }
    /** The highest level that a tool server may see; -1 where it may see nothing. */
    readonly clearLevel?: number
  }
  readonly L1: {
    /** Whether it has seen signs of an attack, and not enough of them. */
    readonly isUnsure?: boolean
    /** The surest signs, in the order of their confidence: one of each technique in each text. */
    readonly threats?: readonly ThreatFinding[]
    /** Keyed digests of the user's texts with signs, as the suspicion of the session counts them. */
    readonly marks?: readonly string[]
  }
  readonly L2: {
    /** Of a call of a tool it covers what leaves as it is; `wholeTile` covers all. */
    readonly tile?: SensitivityTile
    readonly wholeTile?: SensitivityTile
    /** What its second look still found in what leaves, by type; absent where it has not looked. */
    readonly residual?: ResidualTypes
  }
  readonly L3: {
    /** Token to value, for the tokens of this request. */
    readonly restorations?: ReadonlyMap<string, SensitiveValue>
    /** Dates as they leave, shifted, each with its name among `restorations`, or else in the mapping. */
    readonly shifted?: ReadonlyMap<string, string>
    /** Which of its texts the session has sent before; undefined where nobody knows. */
    readonly sentBefore?: SentBefore | undefined
  }
  /** For a call of a tool: the tile with the values that have taken the place of tokens. */
  readonly L4: { readonly tile?: SensitivityTile }
  /**
   * The name of the endpoint that answers, what its answer has cost until it is asked, and whether texts went to it as
   * they had gone before, with values in them that L3 replaces now.
   */
  readonly L5: { readonly endpoint?: string; readonly usage?: () => AnswerUsage; readonly wentAsBefore?: boolean }
  /** On a miss: where the answer is to be remembered. */
  readonly L7: Partial<AnswerKeys> & {
    /** The tokenized request, where its response is to be kept for a later one. */
    readonly toKeep?: ModelRequest & { readonly kind: 'responses' }
  }
}

/** The layers that a request passes on its way to the model. */
export type RequestLayerId = keyof FactsByLayer

export type Facts = FactsByLayer['L0'] &
  FactsByLayer['L1'] &
  FactsByLayer['L2'] &
  FactsByLayer['L3'] &
  FactsByLayer['L4'] &
  FactsByLayer['L5'] &
  FactsByLayer['L7']
