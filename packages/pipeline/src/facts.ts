import type { ActionCategory, ResidualTypes, SensitivityTile } from '@sluice/contracts'
import type { SensitiveValue } from '@sluice/token-vault'
import type { AnswerKeys } from './ports/semantic-cache.ts'
import type { AnswerUsage } from './ports/spending.ts'
import type { ModelRequest } from './request/model-request.ts'

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
  readonly L1: object
  readonly L2: {
    /** Of a call of a tool it covers what leaves as it is; `wholeTile` covers all. */
    readonly tile?: SensitivityTile
    readonly wholeTile?: SensitivityTile
    /** What its second look still found in what leaves, by type; absent where it has not looked. */
    readonly residual?: ResidualTypes
  }
  /** Token to value, for the tokens of this request. */
  readonly L3: { readonly restorations?: ReadonlyMap<string, SensitiveValue> }
  /** For a call of a tool: the tile with the values that have taken the place of tokens. */
  readonly L4: { readonly tile?: SensitivityTile }
  /** The name of the endpoint that answers, and what its answer has cost until it is asked. */
  readonly L5: { readonly endpoint?: string; readonly usage?: () => AnswerUsage }
  /** On a miss: where the answer is to be remembered. */
  readonly L7: Partial<AnswerKeys> & {
    /** The tokenized request, where its response is to be kept for a later one. */
    readonly toKeep?: ModelRequest & { readonly kind: 'responses' }
  }
}

/** The layers that a request passes on its way to the model. */
export type RequestLayerId = keyof FactsByLayer

export type Facts = FactsByLayer['L0'] &
  FactsByLayer['L2'] &
  FactsByLayer['L3'] &
  FactsByLayer['L4'] &
  FactsByLayer['L5'] &
  FactsByLayer['L7']
