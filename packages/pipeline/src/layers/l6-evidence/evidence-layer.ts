import { SluiceError } from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import { createRandomPool, type KeyRing } from '@sluice/token-vault'
import { type AnswerItem, eventShapeOf, isChunk, isTerminal, isWireEvent } from '../../answer/index.ts'
import type { Ending, EvidenceGuard, EvidenceLayer, Exchange } from '../../layer.ts'
import type { MaskPool } from '../../ports/mask-pool.ts'
import type { Outbox } from '../../ports/outbox.ts'
import type { RefusalFolds } from '../../ports/refusal-folds.ts'
import type { RegistryDocument } from '../../ports/registry-document.ts'
import type { SessionSuspicions } from '../../ports/session-suspicions.ts'
import { makeAlertRecords } from './alert-records.ts'
import { DeliveredAnswer } from './delivered-answer.ts'
import { mayHaveLeft } from './foldable.ts'
import { type HiddenLevels, levelsOf } from './hidden-levels.ts'
import { recordedModels } from './recorded-model.ts'
import { KEY_BYTES, makeRequestRecord, type RecordedRequest } from './request-record.ts'
import { digestOfTokens } from './restored-digest.ts'
import { SessionClearances } from './session-clearances.ts'

/** Told of what the decisions of a tenant follow from. */
export type PolicyObserver = (tenant: string, policy: PolicySnapshot, registry: RegistryDocument) => void

interface EvidenceOptions {
  readonly outbox: Outbox
  readonly refusals: RefusalFolds
  readonly keyRing: KeyRing
  readonly timeoutMs: number
  /** Commitments that are made ahead. */
  readonly masks: MaskPool
  /** Told with each record of what L1 has seen; nobody is told where it is left out. */
  readonly suspicions?: Pick<SessionSuspicions, 'note'> | undefined
  /** Gives an alert, or the clearance of a session, its id: a UUIDv7. */
  readonly newId: () => string
  /** Told of the policy and of the endpoints behind each clearance that is put on record. */
  readonly onPolicy?: PolicyObserver | undefined
  readonly randomKey?: () => Uint8Array
}

/**
 * L6: leaves exactly one record of each request in the outbox, with commitments to its facts and its hidden levels,
 * and before the first of a session the clearance of its caller. Proofs are made of them later. Chunks pass at once,
 * but the last one waits until the record is accepted: an answer without evidence is never complete. A whole answer
 * waits likewise.
 *
 * An answer that breaks off is recorded as `failed`, one that its reader leaves or that is cut off (the caller is gone,
 * the session is frozen) as `aborted`, each with the digests of what was delivered up to then.
 *
 * A grave violation of a request that goes on leaves an alert before it goes on. What L1 has seen of the user's texts
 * goes with the record to what is known of the session.
 *
 * A refusal that a user repeats is counted instead; `refusals` records the count.
 *
 * A commitment needs a mask that is made ahead. Where none is there the record waits, and with it the answer; where
 * none comes in time there is no record, and no complete answer. A request that no proof could be made of is broken off
 * before its answer begins, and recorded as a critical violation: the policies forbid that there is one.
 *
 * It cannot tell what the client really received: "delivered" means handed to the connection.
 *
 * The guard rejects with `audit_unavailable` in place of the last item where the record is not accepted.
 */
export function createEvidenceLayer(options: EvidenceOptions): EvidenceLayer {
  const { outbox, keyRing, timeoutMs } = options
  const modelOf = recordedModels(keyRing)
  const append = recordAppender(options, modelOf)
  return {
    id: 'L6',
    timeoutMs,
    onError: 'deny',
    alert(violations, exchange) {
      const records = makeAlertRecords(exchange, violations, modelOf(exchange), options.newId)
      return {
        alerts: records.map(({ layer, id }) => ({ layer, id })),
        work: Promise.all(records.map((record) => outbox.append(record))).then(
          () => undefined,
          (cause: unknown) => Promise.reject(notAccepted(cause)),
        ),
      }
    },
    async seal(ending, exchange) {
      if (!(await getsOwnRecord(options.refusals, ending, exchange))) return
      const levels = levelsOf(exchange, 'refused')
      await append({ exchange, ending, delivered: [], levels })
      requireProvable(levels)
    },
    openGuard: <Item extends AnswerItem>(exchange: Exchange) => new AnswerEvidence<Item>(exchange, append),
  }
}

type Append = (ended: Omit<RecordedRequest, 'model' | 'basis' | 'restored'>) => Promise<void>

/** Appends records of requests, each behind the clearance of its session. Rejects with `audit_unavailable`. */
function recordAppender(options: EvidenceOptions, modelOf: (exchange: Exchange) => string): Append {
  const { outbox, keyRing, masks, newId, onPolicy = () => undefined } = options
  const random = createRandomPool()
  const randomKey = options.randomKey ?? (() => random(KEY_BYTES))
  const clearances = new SessionClearances({ outbox, keyRing, newId, randomKey, onPolicy })
  return async (ended) => {
    const { exchange, levels } = ended
    try {
      const model = modelOf(exchange)
      const digested = digestOfTokens(levels.kind === 'answered' ? (exchange.disclosed.restored?.tokens() ?? []) : [])
      const restored = digested instanceof Promise ? await digested : digested
      const taken = masks.take(exchange.scope.user)
      const mask = taken instanceof Promise ? await taken : taken
      let clearance = clearances.find(exchange)
      if (clearance === undefined) {
        const another = masks.take(exchange.scope.user)
        const ofSession = another instanceof Promise ? await another : another
        clearance = clearances.find(exchange) ?? clearances.record(exchange, ofSession)
      }
      const secrets = { keyRing, mask, key: randomKey() }
      const record = makeRequestRecord({ ...ended, model, basis: clearance.basis, restored }, secrets)
      // All in one turn: the clearance stands before every request that names it, and one command takes them.
      const appended = outbox.append(record)
      const noted = noteSigns(exchange, options.suspicions)
      const others = [clearance.appended, noted].filter((other) => other !== undefined)
      await (others.length === 0 ? appended : Promise.all([...others, appended]))
    } catch (cause) {
      throw notAccepted(cause)
    }
  }
}

/** Adds what L1 has seen in a request to what is known of its session. */
function noteSigns(
  { origin, runtime, facts: { marks } }: Exchange,
  suspicions: EvidenceOptions['suspicions'],
): Promise<void> | undefined {
  const growth = runtime.policy.jailbreak.session
  if (marks === undefined || growth === undefined) return undefined
  const { tenant, sub } = origin.principal
  return suspicions?.note({ tenant, sub, sessionId: origin.session.id }, marks, growth)
}

/** Throws where no proof could be made: what must not be is refused. */
function requireProvable({ faults: [fault] }: HiddenLevels): void {
  if (fault !== undefined) throw new Error(fault.message)
}

function notAccepted(cause: unknown): SluiceError {
  return cause instanceof SluiceError && cause.code === 'audit_unavailable'
    ? cause
    : new SluiceError('audit_unavailable', { cause })
}

/** Refusals that a user repeats are counted, unless the request may have left the deployment. */
function getsOwnRecord(
  refusals: RefusalFolds,
  { outcome, code }: Ending,
  exchange: Exchange,
): Promise<boolean> | boolean {
  if (outcome !== 'denied' || code === undefined || mayHaveLeft(code)) return true
  if (exchange.disclosed.endpoints.length > 0) return true
  const { tenant, sub } = exchange.origin.principal
  const byLayer = exchange.account().events.some(({ layer }) => layer !== 'L6')
  return refusals.getsOwnRecord({ tenant, sub, code }, byLayer)
}

/** Digests one answer while it passes, and leaves its record when it ends, in whichever way. */
class AnswerEvidence<Item extends AnswerItem> implements EvidenceGuard<Item> {
  readonly #exchange: Exchange
  readonly #append: Append
  readonly #delivered: DeliveredAnswer
  /** The newest item, kept back while it may be the last. */
  #held: Item | undefined
  #isProvable = false
  #hasBegun = false
  #sealed = false

  constructor(exchange: Exchange, append: Append) {
    this.#exchange = exchange
    this.#append = append
    this.#delivered = new DeliveredAnswer(exchange.origin.request.kind)
  }

  take(items: readonly Item[]): readonly Item[] {
    this.#requireProvable()
    const passing = this.#held === undefined ? items : [this.#held, ...items]
    const last = passing.at(-1)
    this.#held = last !== undefined && mayBeLast(last, this.#exchange) ? last : undefined
    const leaving = this.#held === undefined ? passing : passing.slice(0, -1)
    for (const item of leaving) this.#delivered.add(item)
    if (leaving.length > 0) this.#hasBegun = true
    return leaving
  }

  async end(): Promise<readonly Item[]> {
    this.#requireProvable()
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#delivered.add(held)
    this.#hasBegun = true
    await this.seal({ outcome: 'answered' })
    return held === undefined ? [] : [held]
  }

  async seal(ending: Ending): Promise<void> {
    if (this.#sealed) return
    this.#sealed = true
    const exchange = this.#exchange
    const kind = this.#hasBegun ? 'answered' : 'refused'
    const levels = levelsOf(exchange, kind)
    await this.#append({ exchange, ending, delivered: this.#delivered.digests(), levels })
  }

  /** Before anything leaves: who got the request is known by then, and what may be restored. */
  #requireProvable(): void {
    if (this.#isProvable) return
    requireProvable(levelsOf(this.#exchange, 'answered'))
    this.#isProvable = true
  }
}

function mayBeLast(item: AnswerItem, { origin }: Exchange): boolean {
  if (isWireEvent(item)) return eventShapeOf(origin.request.kind).isTerminal(item)
  return !isChunk(item) || isTerminal(item)
}
