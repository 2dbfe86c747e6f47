import {
  type Clock,
  type ControlEvent,
  type ControlRecord,
  createControlRecord,
  type Principal,
} from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { LRUCache } from 'lru-cache'

interface ReadRecordsOptions {
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
}

interface Reading {
  readonly tenant: string
  readonly sub: string
  readonly requestId: string
}

type ReadEvent = Extract<ControlEvent, `${string}.read`> | 'audit_log.exported'

/** Whoever reads page after page, or asks every few seconds, reads once. */
const ONE_READ_MS = 60_000
const MAX_READERS = 10_000

/** Puts on record who has read what: once a minute for each person and kind of reading. */
export class ReadRecords {
  readonly #options: ReadRecordsOptions
  /** The end of the minute that the last record stands for, on the monotonic clock, by reader. */
  readonly #recordedUntilMs = new LRUCache<string, number>({ max: MAX_READERS })
  /** Records that are being appended: whoever reads many times at once waits for one. */
  readonly #pending = new Map<string, Promise<void>>()

  constructor(options: ReadRecordsOptions) {
    this.#options = options
  }

  /** Resolves when the reading is on record. Throws `audit_unavailable`: then nothing may be shown. */
  async note(event: ReadEvent, { tenant, sub }: Principal, requestId: string): Promise<void> {
    const reader = JSON.stringify([event, tenant, sub])
    const nowMs = this.#options.clock.monotonicMs()
    if ((this.#recordedUntilMs.get(reader) ?? Number.NEGATIVE_INFINITY) > nowMs) return
    const pending = this.#pending.get(reader) ?? this.#record(reader, event, { tenant, sub, requestId })
    this.#pending.set(reader, pending)
    await pending
  }

  async #record(reader: string, event: ReadEvent, { tenant, sub, requestId }: Reading): Promise<void> {
    const { clock, outbox } = this.#options
    const nowMs = clock.monotonicMs()
    try {
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event, severity: 'low', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${sub}`, tenant, requestId },
        }),
      )
      this.#recordedUntilMs.set(reader, nowMs + ONE_READ_MS)
    } finally {
      this.#pending.delete(reader)
    }
  }
}
