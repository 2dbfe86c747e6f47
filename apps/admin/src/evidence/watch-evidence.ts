import {
  type Clock,
  type ControlEvent,
  type ControlRecord,
  createControlRecord,
  DEFAULT_TENANT,
} from '@sluice/contracts'
import type { EvidenceProofsRepository, LogCheckpoints } from '@sluice/db'
import { newId } from '@sluice/service-kit/environment'

interface WatchOptions {
  readonly proofs: Pick<EvidenceProofsRepository, 'count'>
  readonly checkpoints: Pick<LogCheckpoints, 'find' | 'size'>
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  /** A due proof that has waited longer is late, in milliseconds. */
  readonly lateMs: number
  /** Records that wait longer for a published checkpoint are late; undefined where no checkpoint is signed. */
  readonly checkpointLateMs: number | undefined
}

/** What was seen last. */
interface EvidenceState {
  readonly due: number
  /** How long the oldest due proof has waited, in milliseconds; 0 without any. */
  readonly oldestDueMs: number
  /** Due ones that an auditor has named, and whose time is over. */
  readonly overdue: number
}

/** Sees to it that proofs and checkpoints come in time, and records once for each delay that they do not. */
export class EvidenceWatch {
  readonly #options: WatchOptions
  readonly #told = new Set<ControlEvent>()
  /** The log as it was when the wait for a checkpoint began. */
  #awaited: { readonly size: number; readonly sinceMs: number } | undefined
  #oldestDueMs = 0

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** As of the last look. */
  get backlogAgeMs(): number {
    return this.#oldestDueMs
  }

  /** Throws `dependency_unavailable`, and `audit_unavailable` where a delay cannot be recorded. */
  async look(): Promise<EvidenceState> {
    const { proofs, clock, lateMs, checkpointLateMs } = this.#options
    const { due, oldestDueAt, overdue } = await proofs.count()
    this.#oldestDueMs = oldestDueAt === undefined ? 0 : Math.max(0, clock.nowMs() - oldestDueAt.getTime())
    await this.#tell('evidence.late', this.#oldestDueMs > lateMs, { due, oldest_due_ms: this.#oldestDueMs })
    await this.#tell('evidence.challenge_late', overdue > 0, { due: overdue })
    if (checkpointLateMs !== undefined) await this.#lookAtCheckpoint(checkpointLateMs)
    return { due, oldestDueMs: this.#oldestDueMs, overdue }
  }

  async #lookAtCheckpoint(limitMs: number): Promise<void> {
    const { checkpoints, clock } = this.#options
    const [size, published] = await Promise.all([checkpoints.size(), checkpoints.find('published')])
    const publishedSize = published?.size ?? 0
    const nowMs = clock.monotonicMs()
    if (this.#awaited === undefined || publishedSize >= this.#awaited.size) this.#awaited = { size, sinceMs: nowMs }
    const isLate = publishedSize < this.#awaited.size && nowMs - this.#awaited.sinceMs > limitMs
    await this.#tell('checkpoint.late', isLate, { size, published_size: publishedSize })
  }

  async #tell(event: ControlEvent, isSo: boolean, details: NonNullable<ControlRecord['details']>): Promise<void> {
    if (!isSo) this.#told.delete(event)
    if (!isSo || this.#told.has(event)) return
    const { outbox, clock } = this.#options
    await outbox.append(
      createControlRecord({
        ...{ id: newId(), event, severity: 'critical', timeMs: clock.nowMs(), service: 'admin' },
        ...{ actor: 'service:admin', tenant: DEFAULT_TENANT, details },
      }),
    )
    this.#told.add(event)
  }
}
