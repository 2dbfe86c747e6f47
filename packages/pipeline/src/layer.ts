import type {
  ActionCategory,
  ChatRequest,
  Clock,
  CompletionChunk,
  Finding,
  LayerEvent,
  LayerId,
  PolicyViolation,
  Principal,
  Refusal,
  RequestOutcome,
  SensitivityTile,
} from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { SensitiveValue } from '@sluice/token-vault'

/** What layers have established so far and later layers build on. Each member is written by the layer named. */
export interface Facts {
  /** L0 */
  readonly action?: { readonly category: ActionCategory; readonly rule: string }
  /** L2 */
  readonly tile?: SensitivityTile
  /** L3: token to value, for the tokens of this request. */
  readonly restorations?: ReadonlyMap<string, SensitiveValue>
  /** L7, on a miss: the key to remember the answer under. */
  readonly rememberUnder?: string
  /** L5 */
  readonly endpoint?: string
}

/** What every decision may carry beside its verdict. */
interface Notes {
  readonly findings?: readonly Finding[]
  readonly violations?: readonly PolicyViolation[]
  readonly facts?: Facts
  /**
   * Work that may go on beside the next steps, such as a write that none of them reads. It is done before the request
   * leaves the house or an answer comes back, and its failure refuses the request as the layer's own would.
   */
  readonly pendingWrite?: Promise<void>
}

/** Why a request waits for a human. */
export interface ApprovalReason {
  readonly category: ActionCategory
  /** The rule that matched, for the approver; never quotes content. */
  readonly rule: string
}

export type Decision = Notes &
  (
    | { readonly type: 'allow' }
    | { readonly type: 'transform'; readonly request: ChatRequest }
    | { readonly type: 'answer'; readonly chunks: AsyncIterable<CompletionChunk> }
    | { readonly type: 'hold'; readonly reason: ApprovalReason }
    | { readonly type: 'deny'; readonly refusal: Refusal }
  )

export type DecisionType = Decision['type']

/** What has happened to this request up to now; L6 turns it into evidence. */
export interface Account {
  readonly events: readonly LayerEvent[]
  readonly violations: readonly PolicyViolation[]
  readonly cacheHit: boolean
}

/** One request on its way. Readonly: layers return results, they mutate nothing. */
export interface Exchange {
  readonly requestId: string
  /** The model as the caller named it. */
  readonly model: string
  readonly principal: Principal
  readonly session: { readonly id: number }
  readonly policy: PolicySnapshot
  readonly clock: Clock
  /** What the caller lets the cache do: look and remember, remember only, or neither. */
  readonly cacheUse: 'full' | 'refresh' | 'none'
  /** Aborts when the client leaves, the session is frozen or the service stops; reaches the upstream socket. */
  readonly signal: AbortSignal
  readonly facts: Facts
  readonly findings: readonly Finding[]
  account(): Account
}

export interface Layer {
  readonly id: LayerId
  /** The longest that one decision (request side) or one chunk (response side) may take, upstream waiting excluded. */
  readonly timeoutMs: number
  /** What a throw or a time-out means. There is no default. */
  readonly onError: 'deny' | 'allow'
}

export interface RequestLayer extends Layer {
  inspectRequest(request: ChatRequest, exchange: Exchange): Promise<Decision>
}

export interface ResponseLayer extends Layer {
  guardResponse(chunks: AsyncIterable<CompletionChunk>, exchange: Exchange): AsyncIterable<CompletionChunk>
}

/** L6 also leaves evidence of requests that got no answer. */
export interface EvidenceLayer extends ResponseLayer {
  /** Appends the one record of a request that ended without an answer. Rejects with `audit_unavailable`. */
  seal(ending: Ending, exchange: Exchange): Promise<void>
}

/** How a request ended, with the error code where it did not go well. */
export interface Ending {
  readonly outcome: RequestOutcome
  readonly code?: string
}

/** The eight layers, each in the shape that its places in `order.ts` ask for. */
export interface Layers {
  readonly L0: RequestLayer
  readonly L1: RequestLayer
  readonly L2: RequestLayer
  readonly L3: RequestLayer
  readonly L4: ResponseLayer
  readonly L5: RequestLayer
  readonly L6: EvidenceLayer
  readonly L7: RequestLayer & ResponseLayer
}
