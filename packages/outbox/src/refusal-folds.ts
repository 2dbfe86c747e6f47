import { type Clock, type RefusalsRecord, SluiceError } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'

/** Who was refused, and why. */
export interface Refused {
  readonly tenant: string
  /** A code of the error table. */
  readonly code: string
  /** The user. */
  readonly sub?: string
  /** In the place of the user: the network of a caller who could not be identified. */
  readonly peer?: string
}

export interface RefusalFoldsOptions {
  readonly outbox: { append(record: RefusalsRecord): Promise<void> }
  readonly clock: Clock
  /** How long refusals are counted before their counts are recorded, in milliseconds. */
  readonly windowMs: number
  /** Refusals by layers that get records of their own before the others are counted. */
  readonly ownRecords: number
  /** Users and codes that are counted at a time, each in at most 3 KB. Refusals beyond them get their own records. */
  readonly maxFolds: number
  /** The service that refuses, where it is not the gateway. */
  readonly service?: string
  /** Receives why a count could not be recorded; it is tried again. */
  readonly onFailure: (cause: unknown) => void
}

/** Networks of strangers that are counted apart at a time; all others are counted as one. */
const MAX_PEERS = 256
const OTHER_PEERS = 'other'

/** The refusals of one user, or of one network of strangers, with one code. */
interface Fold {
  readonly refused: Refused
  /** Records of their own since the fold was opened. */
  ownRecords: number
  /** Refusals that no record tells of yet. */
  count: number
  firstMs: number
  lastMs: number
  /** Nothing was refused since the last round. */
  isQuiet: boolean
  /** Records of its counts that are on their way. */
  writes: number
  /** The count could not be recorded in the last try. */
  hasFailed: boolean
}

/**
 * Folds the refusals of a user with a code: the first ones get records of their own, the others are counted, and the
 * counts are recorded once in a window. Refusals that go on get no own record again until a window was quiet.
 *
 * A count that cannot be recorded is kept and tried again; until then the refusals of that user and code fail closed.
 * A crash loses the counts of one window, and no own record.
 */
export class RefusalFolds {
  readonly #options: RefusalFoldsOptions
  readonly #folds = new Map<string, Fold>()
  readonly #writes = new Set<Promise<void>>()
  #peers = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: RefusalFoldsOptions) {
    this.#options = options
  }

  /**
   * Tells whether a refusal gets a record of its own, which the caller then leaves. Counts it otherwise.
   *
   * @param byLayer a layer refused what the request holds; of all others, only the first gets its own.
   * @throws SluiceError `audit_unavailable` where earlier counts cannot be recorded.
   */
  async getsOwnRecord(refused: Refused, byLayer: boolean): Promise<boolean> {
    const fold = this.#find(refused) ?? this.#open(refused)
    if (fold === undefined) return true
    fold.isQuiet = false
    if (fold.ownRecords < (byLayer ? this.#options.ownRecords : 1)) {
      fold.ownRecords += 1
      return true
    }
    if (fold.hasFailed) await this.#record(fold)
    this.#count(fold)
    return false
  }

  /**
   * Records a refusal that has no exchange: the first one of a user at once, the others with the counts. Where too many
   * are counted, one that cannot be recorded is lost and reported. Refusals of strangers are all counted, those of at
   * most 256 networks apart, so that a flood of addresses leaves that many records in a window.
   */
  count(refused: Refused): void {
    const isStranger = refused.peer !== undefined
    const counted = isStranger ? this.#bounded(refused) : refused
    const known = this.#find(counted)
    const fold = known ?? this.#open(counted) ?? newFold(counted)
    fold.isQuiet = false
    this.#count(fold)
    if (known === undefined && !isStranger) this.#record(fold).catch(this.#options.onFailure)
  }

  /** Records all counts. Rejects where one could not be. Refusals that come later are counted and recorded again. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await Promise.allSettled(this.#writes)
    const settled = await Promise.allSettled([...this.#folds.values()].map((fold) => this.#record(fold)))
    const lost = settled.find((result) => result.status === 'rejected')
    if (lost !== undefined) throw lost.reason
  }

  #find(refused: Refused): Fold | undefined {
    return this.#folds.get(keyOf(refused))
  }

  #bounded(refused: Refused): Refused {
    const isKnown = this.#find(refused) !== undefined
    return isKnown || this.#peers < MAX_PEERS ? refused : { ...refused, peer: OTHER_PEERS }
  }

  /** Undefined where there are too many users; strangers have a bound of their own. */
  #open(refused: Refused): Fold | undefined {
    if (refused.peer !== undefined) this.#peers += 1
    else if (this.#folds.size - this.#peers >= this.#options.maxFolds) return undefined
    const fold = newFold(refused)
    this.#folds.set(keyOf(refused), fold)
    this.#timer ??= setTimeout(() => this.#endWindow(), this.#options.windowMs).unref()
    return fold
  }

  #count(fold: Fold): void {
    fold.lastMs = Math.trunc(this.#options.clock.nowMs())
    if (fold.count === 0) fold.firstMs = fold.lastMs
    fold.count += 1
  }

  #endWindow(): void {
    this.#timer = undefined
    for (const [key, fold] of this.#folds) {
      if (fold.isQuiet && fold.count === 0 && fold.writes === 0) this.#drop(key, fold)
      fold.isQuiet = true
      this.#record(fold).catch(this.#options.onFailure)
    }
    if (this.#folds.size > 0) this.#timer = setTimeout(() => this.#endWindow(), this.#options.windowMs).unref()
  }

  #drop(key: string, { refused }: Fold): void {
    this.#folds.delete(key)
    if (refused.peer !== undefined) this.#peers -= 1
  }

  async #record(fold: Fold): Promise<void> {
    if (fold.count === 0) return
    const write = this.#write(fold)
    this.#writes.add(write)
    fold.writes += 1
    try {
      await write
    } finally {
      this.#writes.delete(write)
      fold.writes -= 1
    }
  }

  async #write(fold: Fold): Promise<void> {
    const { refused, count, firstMs, lastMs } = fold
    const { service } = this.#options
    // What is refused meanwhile is counted anew.
    fold.count = 0
    try {
      await this.#options.outbox.append({
        ...{ kind: 'refusals', version: 1, id: newId(), ...refused, count },
        ...(service === undefined ? {} : { service }),
        ...{ first_ms: firstMs, time_ms: lastMs },
      })
      fold.hasFailed = false
    } catch (cause) {
      fold.count += count
      fold.firstMs = firstMs
      fold.lastMs = Math.max(fold.lastMs, lastMs)
      fold.hasFailed = true
      throw cause instanceof SluiceError ? cause : new SluiceError('audit_unavailable', { cause })
    }
  }
}

function newFold({ tenant, sub, peer, code }: Refused): Fold {
  return {
    refused: { tenant, code, ...(sub === undefined ? {} : { sub }), ...(peer === undefined ? {} : { peer }) },
    ownRecords: 0,
    count: 0,
    firstMs: 0,
    lastMs: 0,
    isQuiet: false,
    writes: 0,
    hasFailed: false,
  }
}

function keyOf({ tenant, sub, peer, code }: Refused): string {
  return JSON.stringify([tenant, sub ?? null, code, peer ?? null])
}
