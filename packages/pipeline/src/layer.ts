import type {
  Clock,
  CompletionChunk,
  EntityFinding,
  Finding,
  LayerEvent,
  LayerId,
  PolicyViolation,
  Principal,
  Refusal,
  RequestOutcome,
  SensitivityTile,
  WireEvent,
} from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { Answer, AnswerItem } from './answer/index.ts'
import type { ExchangeSession } from './exchange-session.ts'
import type { Facts, FactsByLayer, RequestLayerId } from './facts.ts'
import type { ApprovalReason, HeldAnswer, HoldAnswer } from './held-answer.ts'
import type { EndpointSnapshot } from './ports/endpoint-snapshot.ts'
import type { ExchangeTrace } from './ports/exchange-trace.ts'
import type { Spending } from './ports/spending.ts'
import type { ItemNames } from './request/item-names.ts'
import type { LocalRequest, ModelRequest } from './request/model-request.ts'
import type { ShiftedDates } from './request/remote-body.ts'
import type { AbortScope } from './run/abort-scope.ts'
import type { Disclosed, ReceivedText } from './run/disclosed.ts'

export type { ApprovalReason, HeldAnswer, HoldAnswer }
/** A value, or a promise of it where the work needs I/O or more than one slice. A value costs no promise. */
export type Awaitable<T> = T | Promise<T>

/** What every decision may report beside its type. */
interface Observations<Id extends RequestLayerId> {
  readonly findings?: readonly Finding[]
  /** How many findings there are, where not all of them are here. */
  readonly findingCount?: number
  readonly violations?: readonly PolicyViolation[]
  readonly facts?: FactsByLayer[Id]
}

interface Allow {
  readonly type: 'allow'
}

interface Hold {
  readonly type: 'hold'
  readonly reason: ApprovalReason
}

interface Deny {
  readonly type: 'deny'
  readonly refusal: Refusal
}

interface Transform {
  readonly type: 'transform'
  readonly request: ModelRequest
  /**
   * A write that no later layer reads and that the request need not wait for. `order.ts` says where it is awaited. Its
   * failure refuses the request as the layer's own would.
   */
  readonly pendingWrite?: Promise<void>
}

interface Respond {
  readonly type: 'answer'
  readonly answer: Answer
}

export type InspectorDecision<Id extends RequestLayerId> = Observations<Id> & (Allow | Hold | Deny)
export type RewriterDecision<Id extends RequestLayerId> = Observations<Id> & (Allow | Transform | Deny)
export type ResponderDecision<Id extends RequestLayerId> = Observations<Id> & (Allow | Respond | Deny)

/** What a layer of the request side decides. */
export type Decision =
  | InspectorDecision<RequestLayerId>
  | RewriterDecision<RequestLayerId>
  | ResponderDecision<RequestLayerId>

/** What has happened to a request so far; L6 turns it into evidence. */
export interface Account {
  readonly events: readonly LayerEvent[]
  readonly violations: readonly PolicyViolation[]
  readonly cacheHit: boolean
  /** The alerts that tell of violations before the record does. */
  readonly alerts: readonly Alert[]
  /** Present where the rest of the answer waits for a human. */
  readonly holdsAnswer?: true
}

/** An alert that L6 has begun to append. */
export interface Alert {
  readonly layer: LayerId
  readonly id: string
}

/** Who asks for what. It can be written as JSON and read again: a held request keeps nothing else. */
export interface ExchangeOrigin {
  readonly requestId: string
  /** The request as the caller sent it. */
  readonly request: ModelRequest
  readonly principal: Principal
  readonly session: ExchangeSession
  /** Why the caller asks, where it says so. The values that L2 finds in it are replaced by the names of their types. */
  readonly reason?: string
  /**
   * Headers that may go on to an endpoint as they came, by name in small letters: the trace context, and what chooses a
   * version of the wire.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** What is known of the history that stands in the request. */
  readonly history?: {
    /** How sensitive it is: it stands there with tokens, whose levels L2 does not see. */
    readonly tile: SensitivityTile
    readonly names: ItemNames
    /** How many items at the beginning of the input were sent before; 0 where it is left out. */
    readonly count?: number | undefined
  }
  /** The dates that were shifted when they were sent: those of the history, or of an answer that was kept. */
  readonly shifted?: ShiftedDates
  /** What the caller allows the cache: look and remember, remember only, or neither. */
  readonly cacheUse: 'full' | 'refresh' | 'none'
}

/** The approval of a request that was held. */
export interface GrantedApproval {
  /** The answer is called by it, as the held request was. */
  readonly id: string
  /** Marks the request as begun, durably, before it leaves; a rejection refuses it with the code of the error. */
  begin(): Promise<void>
}

/** What a request runs with. */
export interface ExchangeRuntime {
  /** The id of the record that this run leaves, and of its completion: a UUID of the gateway's own. */
  readonly recordId: string
  /** The policy as it stood when the request came in. */
  readonly policy: PolicySnapshot
  /** The endpoints that serve the caller's tenant, as they stood when the request came in. */
  readonly endpoints: EndpointSnapshot
  readonly clock: Clock
  /** Aborts when the client leaves, the session is frozen or the service stops; reaches the upstream socket. */
  readonly signal: AbortSignal
  /** Resolves when a stopped exchange may make its record: once all that are stopped with it have been told. */
  readonly recordTurn?: () => Promise<void>
  /** Charges memory that the request holds until its last byte has left; throws a `SluiceError` for too much. */
  readonly holdBytes: (bytes: number) => void
  /** The budgets of the caller. */
  readonly spending: Spending
  /** Gets each text of an answer that has ended well. Present where the caller is shown them. Never throws. */
  readonly onReceived?: (received: ReceivedText) => void
  /** Present where humans have approved the request. No policy holds it again, and its answer keeps its tokens. */
  readonly approval?: GrantedApproval
  /** Present where the exchange is traced. */
  readonly trace?: ExchangeTrace | undefined
}

/** One request on its way. Layers read it and return results; only the runner writes it. */
export interface Exchange {
  readonly origin: ExchangeOrigin
  readonly runtime: ExchangeRuntime
  /** Ends when nobody waits for the request any more. Text work looks at it before each slice. */
  readonly scope: AbortScope
  readonly facts: Facts
  readonly findings: readonly Finding[]
  /** What a tool has answered, as it came in, and what the layers have established of it. */
  readonly arrived?: { readonly request: ModelRequest; readonly facts: Facts } | undefined
  /** What has gone to whom. Layers add to it at the moment at which it goes. */
  readonly disclosed: Disclosed
  account(): Account
}

export interface Layer<Id extends LayerId = LayerId> {
  readonly id: Id
  /** The longest that one promise of this layer may take, in milliseconds; waiting for the model is not counted. */
  readonly timeoutMs: number
  /** What a throw, a time-out or nonsense means. There is no other choice and no default. */
  readonly onError: 'deny'
}

interface RequestLayer<Id extends RequestLayerId, D extends Decision> extends Layer<Id> {
  /** Decides on a request. It may return at once; a throw or a rejection denies, and a `SluiceError` keeps its code. */
  decide(request: ModelRequest, exchange: Exchange): Awaitable<D>
}

/** Looks at a request and never changes it, so several may run side by side. */
export type Inspector<Id extends InspectorId> = RequestLayer<Id, InspectorDecision<Id>>
/** What a second look decides. L3 is to replace the values of `replace` as well. */
export type SecondLookDecision = InspectorDecision<'L2'> & { readonly replace?: readonly EntityFinding[] }

/** Finds the values in an answer that people will read, told as a request. Nobody has told it, so none counts. */
interface AnswerReader {
  findInAnswer(told: LocalRequest, exchange: Exchange): Awaitable<readonly EntityFinding[]>
}

/** Looks once more at a request, as L3 passes it on. Fails as `decide` does. */
interface SecondLooker {
  lookAgain(request: ModelRequest, exchange: Exchange): Awaitable<SecondLookDecision>
}

/** Has others judge a request of which it is not sure, as L3 passes it on. Fails as `decide` does. */
interface OpinionSeeker {
  readonly opinionTimeoutMs: number
  askGuards(request: ModelRequest, exchange: Exchange): Awaitable<InspectorDecision<'L1'>>
}

/** Replaces values that were found in a request which it has passed on. Fails as `decide` does. */
interface SecondReplacer {
  replaceMore(
    request: LocalRequest,
    findings: readonly EntityFinding[],
    exchange: Exchange,
  ): Awaitable<RewriterDecision<'L3'>>
}

/** May send another request on in the place of the one it was given. */
export type Rewriter<Id extends RequestLayerId> = RequestLayer<Id, RewriterDecision<Id>>
/** May answer a request. */
export type Responder<Id extends RequestLayerId> = RequestLayer<Id, ResponderDecision<Id>>

export type InspectorId = 'L0' | 'L1' | 'L2'

/** One layer's part in one answer. The runner calls it, one call at a time, with what the layer before passed on. */
export interface AnswerGuard<Item extends AnswerItem = AnswerItem> {
  /** Takes items in their order and returns those that may go on. */
  take(items: readonly Item[]): Awaitable<readonly Item[]>
  /** The answer has ended well. Returns what may still go on. Not called for an answer that broke off. */
  end(): Awaitable<readonly Item[]>
  /** What it has to say of the answer, asked when that has ended, in whichever way. */
  violations?(): readonly PolicyViolation[]
}

/** A layer of the way back to the caller. A guard is undefined where the layer has nothing to do. */
export interface ResponseLayer<Id extends LayerId> extends Layer<Id> {
  /** The layer's guard of one chat answer. */
  openGuard(exchange: Exchange): AnswerGuard<CompletionChunk> | undefined
  /** The layer's guard of one answer in events of another wire. */
  openEventGuard(exchange: Exchange): AnswerGuard<WireEvent> | undefined
}

/** How a request ended, with the error code where it did not go well. */
export interface Ending {
  readonly outcome: RequestOutcome
  readonly code?: string
}

/** L6's guard. Every answer leaves exactly one record, however it ends. */
export interface EvidenceGuard<Item extends AnswerItem = AnswerItem> extends AnswerGuard<Item> {
  /** Appends the record of an answer that did not end well; nothing happens after the first record. */
  seal(ending: Ending): Promise<void>
}

interface BegunAlerts {
  readonly alerts: readonly Alert[]
  readonly work: Promise<void>
}

export interface EvidenceLayer extends Layer<'L6'> {
  openGuard<Item extends AnswerItem>(exchange: Exchange): EvidenceGuard<Item>
  /**
   * Begins to append alerts of grave violations, one for each layer: the request goes on, and its record waits for the
   * end of its answer. `work` resolves when they are accepted, and rejects with `audit_unavailable`.
   */
  alert(violations: readonly PolicyViolation[], exchange: Exchange): BegunAlerts
  /** Appends the record of a request that ended without an answer. Rejects with `audit_unavailable`. */
  seal(ending: Ending, exchange: Exchange): Promise<void>
}

/** Keeps requests that wait for a human. */
export interface HeldRequests {
  /** The longest that keeping one may take, in milliseconds. */
  readonly timeoutMs: number
  /**
   * Keeps a request, sealed, for its approvers. The same order of the same user is kept once while it waits, and
   * refused with `approval_denied` where a human has denied it. A rejection refuses the request; a `SluiceError` keeps
   * its code.
   * @param answer where the request was answered, and it is the answer that waits.
   */
  keep(reason: ApprovalReason, exchange: Exchange, answer?: HeldAnswer): Promise<{ readonly approvalId: string }>
}

/** Decides on the calls of tools in an answer; undefined where it has nothing to decide. */
export interface CallDecider {
  openCallGuard(exchange: Exchange, hold: HoldAnswer): AnswerGuard<CompletionChunk> | undefined
  openEventCallGuard(exchange: Exchange, hold: HoldAnswer): AnswerGuard<WireEvent> | undefined
}

/** The eight layers, each of the kind that its places in `order.ts` ask for. */
export interface Layers {
  readonly L0: Inspector<'L0'> & CallDecider
  readonly L1: Inspector<'L1'> & OpinionSeeker
  readonly L2: Inspector<'L2'> & SecondLooker & AnswerReader
  readonly L3: Rewriter<'L3'> & SecondReplacer
  readonly L4: Rewriter<'L4'> & ResponseLayer<'L4'>
  readonly L5: Responder<'L5'>
  readonly L6: EvidenceLayer
  readonly L7: Responder<'L7'> & ResponseLayer<'L7'>
}
