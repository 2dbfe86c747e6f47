import { type Clock, type ControlRecord, createControlRecord, DEFAULT_TENANT } from '@sluice/contracts'
import type { Logger, Metrics } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'

interface Refused {
  /** A code of the error table, or of RFC 8935. */
  readonly code: string
  /** The actor, where the sender is proven. */
  readonly actor?: string | undefined
  readonly tenant?: string | undefined
  readonly requestId: string
}

export interface RefusalLogOptions {
  readonly event: 'soar.refused' | 'signal.refused'
  /** The actor of senders that are not proven: `soar:unknown`. */
  readonly unknownActor: string
  /** The service's name in the records. */
  readonly service: string
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly counter: ReturnType<typeof refusalCounter>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** The bound for proven senders and for all others each, so that strangers cannot hide refusals of proven senders. */
  readonly recordsPerMinute: number
}

export interface RefusalLog {
  /** Counts a refusal and leaves a record of it while there is room. Never rejects. */
  record(refused: Refused): Promise<void>
  /** Records how many refusals have no record yet. Never rejects. */
  close(): Promise<void>
}

const WINDOW_MS = 60_000

/** The one metric of everything refused. */
export function refusalCounter(metrics: Metrics) {
  return metrics.counter({
    name: 'sluice_soar_refused_total',
    help: 'Commands and signals that were refused.',
    labelNames: ['event', 'code'],
  })
}

/** Stands for refusals of several codes, or of several proven senders, that are told by their number only. */
const SEVERAL = 'several'

/**
 * Records refusals without letting a flood of them fill the outbox or the log: those beyond the bound are told by their
 * number, in the next record or a minute later. A crash loses that number.
 */
export function createRefusalLog(options: RefusalLogOptions): RefusalLog {
  const { event, unknownActor, service, outbox, counter, clock, logger, recordsPerMinute } = options
  const proven = new RecordWindow(recordsPerMinute)
  const unknown = new RecordWindow(recordsPerMinute)
  let timer: NodeJS.Timeout | undefined
  async function append({ code, actor, tenant, requestId }: Partial<Refused>, suppressed: number): Promise<void> {
    try {
      const record = createControlRecord({
        ...{ id: newId(), event, severity: 'medium', timeMs: clock.nowMs(), service, requestId },
        ...{ actor: actor ?? unknownActor, tenant: tenant ?? DEFAULT_TENANT },
        details: { code: code ?? SEVERAL, suppressed },
      })
      await outbox.append(record)
    } catch (err) {
      logger.warn({ requestId, err }, 'a refusal could not be recorded')
    }
  }
  async function recordRest(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [ofProven, ofUnknown] = [proven.takeSuppressed(), unknown.takeSuppressed()]
    if (ofProven > 0) await append({ actor: unknownActor.replace(/[^:]*$/, SEVERAL) }, ofProven)
    if (ofUnknown > 0) await append({}, ofUnknown)
  }
  return {
    close: recordRest,
    async record({ code, actor, tenant, requestId }) {
      counter.inc({ event, code })
      const suppressed = (actor === undefined ? unknown : proven).take(clock.monotonicMs())
      if (suppressed === undefined) {
        timer ??= setTimeout(recordRest, WINDOW_MS).unref()
        return
      }
      logger.warn({ requestId, code, event, suppressed }, 'refused')
      await append({ code, actor, tenant, requestId }, suppressed)
    },
  }
}

/** Bounds the records of a minute, and counts the refusals that get none. */
class RecordWindow {
  readonly #maxRecords: number
  #startedMs = Number.NEGATIVE_INFINITY
  #records = 0
  #suppressed = 0

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords
  }

  /** Gives the number of refusals without a record since the last record; undefined where this one gets none either. */
  take(nowMs: number): number | undefined {
    if (nowMs - this.#startedMs >= WINDOW_MS) {
      this.#startedMs = nowMs
      this.#records = 0
    }
    if (this.#records >= this.#maxRecords) {
      this.#suppressed += 1
      return undefined
    }
    this.#records += 1
    const suppressed = this.#suppressed
    this.#suppressed = 0
    return suppressed
  }
  /** The refusals without a record, which the caller now records. */
  takeSuppressed(): number {
    const suppressed = this.#suppressed
    this.#suppressed = 0
    return suppressed
  }
}
