import { SluiceError } from '@sluice/contracts'
import { createRandomPool, type KeyRing } from '@sluice/token-vault'
import { isTerminal } from '../../answer/index.ts'
import type { AnswerItem, Ending, EvidenceGuard, EvidenceLayer, Exchange } from '../../layer.ts'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { Outbox } from '../../ports/outbox.ts'
import type { RefusalFolds } from '../../ports/refusal-folds.ts'
import { makeAlertRecords } from './alert-records.ts'
import { DeliveredAnswer, type DeliveredDigest } from './delivered-answer.ts'
import { mayHaveLeft } from './foldable.ts'
import { recordedModels } from './recorded-model.ts'
import { makeRequestRecord, SALT_BYTES } from './request-record.ts'

interface EvidenceOptions {
  readonly outbox: Outbox
  readonly refusals: RefusalFolds
  /** A record names only models that one of them serves. */
  readonly endpoints: readonly ModelEndpoint[]
  readonly keyRing: KeyRing
  readonly timeoutMs: number
  /** Gives an alert its id: a UUID. */
  readonly newId: () => string
  /** Gives 32 random bytes; the system's own random source unless a test needs to know them. */
  readonly randomSalt?: () => Uint8Array
}

/**
 * L6: leaves exactly one record of each request in the outbox, with a salted commitment to its facts. Chunks pass at
 * once, but the last one waits until the record is accepted: an answer without evidence is never complete. A whole
 * answer waits likewise.
 *
 * An answer that breaks off is recorded as `failed`, one that its reader leaves or that is cut off (the caller is gone,
 * the session is frozen) as `aborted`, each with the digests of what was delivered up to then.
 *
 * A grave violation of a request that goes on leaves an alert before it goes on.
 *
 * A refusal that a user repeats is counted instead; `refusals` records the count.
 *
 * It cannot tell what the client really received: "delivered" means handed to the connection.
 *
 * The guard rejects with `audit_unavailable` in place of the last item where the record is not accepted.
 */
export function createEvidenceLayer(options: EvidenceOptions): EvidenceLayer {
  const { outbox, keyRing, timeoutMs } = options
  const random = createRandomPool()
  const randomSalt = options.randomSalt ?? (() => random(SALT_BYTES))
  const modelOf = recordedModels(options.endpoints, keyRing)
  const append: Append = async (exchange, ending, delivered) => {
    try {
      const model = modelOf(exchange.origin)
      await outbox.append(makeRequestRecord(exchange, ending, delivered, model, keyRing, randomSalt()))
    } catch (cause) {
      throw notAccepted(cause)
    }
  }
  return {
    id: 'L6',
    timeoutMs,
    onError: 'deny',
    alert(violations, exchange) {
      const records = makeAlertRecords(exchange, violations, modelOf(exchange.origin), options.newId)
      return {
        alerts: records.map(({ layer, id }) => ({ layer, id })),
        work: Promise.all(records.map((record) => outbox.append(record))).then(
          () => undefined,
          (cause: unknown) => Promise.reject(notAccepted(cause)),
        ),
      }
    },
    async seal(ending, exchange) {
      if (await getsOwnRecord(options.refusals, ending, exchange)) await append(exchange, ending, [])
    },
    openGuard: <Item extends AnswerItem>(exchange: Exchange) => new AnswerEvidence<Item>(exchange, append),
  }
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
  const { tenant, sub } = exchange.origin.principal
  const byLayer = exchange.account().events.some(({ layer }) => layer !== 'L6')
  return refusals.getsOwnRecord({ tenant, sub, code }, byLayer)
}

type Append = (exchange: Exchange, ending: Ending, delivered: readonly DeliveredDigest[]) => Promise<void>

/** Digests one answer while it passes, and leaves its record when it ends, in whichever way. */
class AnswerEvidence<Item extends AnswerItem> implements EvidenceGuard<Item> {
  readonly #exchange: Exchange
  readonly #append: Append
  readonly #delivered = new DeliveredAnswer()
  /** The newest item, kept back while it may be the last. */
  #held: Item | undefined
  #sealed = false

  constructor(exchange: Exchange, append: Append) {
    this.#exchange = exchange
    this.#append = append
  }

  take(items: readonly Item[]): readonly Item[] {
    const passing = this.#held === undefined ? items : [this.#held, ...items]
    const last = passing.at(-1)
    this.#held = last !== undefined && mayBeLast(last) ? last : undefined
    const leaving = this.#held === undefined ? passing : passing.slice(0, -1)
    for (const item of leaving) this.#delivered.add(item)
    return leaving
  }

  async end(): Promise<readonly Item[]> {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#delivered.add(held)
    await this.seal({ outcome: 'answered' })
    return held === undefined ? [] : [held]
  }

  async seal(ending: Ending): Promise<void> {
    if (this.#sealed) return
    this.#sealed = true
    await this.#append(this.#exchange, ending, this.#delivered.digests())
  }
}

function mayBeLast(item: AnswerItem): boolean {
  return item.object === 'list' || isTerminal(item)
}
