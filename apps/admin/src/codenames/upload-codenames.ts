import { FaultyUpload, type UploadBody, type UploadCounts, type UploadWorker } from '@sluice/codename-store'
import { type Clock, type ControlRecord, createControlRecord, type Principal, SluiceError } from '@sluice/contracts'
import type { CodenamesRepository } from '@sluice/db'
import { maskReason } from '@sluice/pipeline/mask-text'
import { InvalidRequestError, systemClock } from '@sluice/service-kit'
import { FairSlots, NoFreeSlot } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'

/** Who uploads. */
interface Uploader {
  readonly principal: Principal
  readonly requestId: string
  readonly signal: AbortSignal
}

/** What stands beside the terms of a CSV. JSON says it itself. */
interface UploadTerms {
  /** Of the registry that the author has seen. */
  readonly version?: number | undefined
  readonly reason?: string | undefined
}

/** What has become of an upload. */
interface Uploaded extends UploadCounts {
  readonly version: number
  /** False where the gateways could not be told: they see it when they read codenames anew by the clock. */
  readonly announced: boolean
}

/** What an upload would do, or the rows that keep it from doing anything. */
type CheckedUpload =
  | ({ readonly isRight: true; readonly version: number } & UploadCounts)
  | { readonly isRight: false; readonly faults: FaultyUpload['faults']; readonly more: boolean }

interface UploadOptions {
  readonly repository: Pick<CodenamesRepository, 'change' | 'find' | 'blocksAfter'>
  readonly startWorker: (tenant: string) => UploadWorker
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly announce: () => Promise<void>
  readonly clock: Clock
  /** Called where the upload stands and could not be passed on. */
  readonly onUnannounced: (error: unknown) => void
}

/** Uploads one after another: each may take half a gigabyte while it is read. */
const SLOTS = { slots: 1, maxWaiting: 8, maxWaitMs: 30_000 }

/** Uploads of codenames. Each is on record before it takes effect, and is stored as a whole or not at all. */
export class CodenameUploads {
  readonly #options: UploadOptions
  readonly #slots = new FairSlots(SLOTS)

  constructor(options: UploadOptions) {
    this.#options = options
  }

  /**
   * Stores what a body says. Throws `invalid_request` with the faulty rows, `conflict` where the version is another or
   * there would be too many terms, `rate_limit_exceeded` where others wait already, `audit_unavailable`,
   * `dependency_unavailable`.
   *
   * @param readBody called once it is this upload's turn.
   */
  async upload(uploader: Uploader, beside: UploadTerms, readBody: () => Promise<UploadBody>): Promise<Uploaded> {
    try {
      return await this.#inTurn(uploader, async (worker) => this.#store(uploader, beside, await readBody(), worker))
    } catch (error) {
      throw error instanceof FaultyUpload ? refusalOf(error) : error
    }
  }

  /**
   * Says what {@link upload} would do, as of now, and stores nothing. Throws as that does, but returns faulty rows.
   *
   * @param readBody called once it is this upload's turn.
   */
  async check(
    uploader: Uploader,
    { version: seen }: Pick<UploadTerms, 'version'>,
    readBody: () => Promise<UploadBody>,
  ): Promise<CheckedUpload> {
    const { repository } = this.#options
    const { tenant } = uploader.principal
    try {
      return await this.#inTurn(uploader, async (worker) => {
        const head = await worker.read(await readBody())
        const version = (await repository.find(tenant))?.version ?? 0
        if ((head.version ?? seen ?? version) !== version) throw changedMeanwhile(version)
        const { counts } = await worker.apply(await repository.blocksAfter(tenant, 0), version + 1)
        return { isRight: true, version, ...counts }
      })
    } catch (error) {
      if (error instanceof FaultyUpload) return { isRight: false, faults: error.faults, more: error.more }
      throw error
    }
  }

  async #inTurn<Result>(uploader: Uploader, work: (worker: UploadWorker) => Promise<Result>): Promise<Result> {
    const release = await this.#turnOf(uploader)
    try {
      const worker = this.#options.startWorker(uploader.principal.tenant)
      try {
        return await work(worker)
      } finally {
        await worker.end()
      }
    } finally {
      release()
    }
  }

  async #store(uploader: Uploader, beside: UploadTerms, body: UploadBody, worker: UploadWorker): Promise<Uploaded> {
    const { repository, clock } = this.#options
    const head = await worker.read(body)
    const { tenant, sub } = uploader.principal
    const expected = head.version ?? beside.version
    const order = { tenant, by: `user:${sub}`, at: new Date(clock.nowMs()), expected }
    let counts: UploadCounts = { added: 0, changed: 0, removed: 0, total: 0 }
    const outcome = await repository.change(order, async (before, version) => {
      const applied = await worker.apply(before, version)
      counts = applied.counts
      // What stands in the query is masked already.
      const reason = head.reason === undefined ? beside.reason : await maskReason(head.reason, systemClock)
      if (applied.blocks.length > 0) {
        await this.#options.outbox.append(this.#recordOf(uploader, { mode: head.mode, version, reason }, counts))
      }
      return applied.blocks
    })
    if (outcome.type === 'conflict') throw changedMeanwhile(outcome.version)
    const announced = outcome.type === 'unchanged' || (await this.#passOn())
    return { ...counts, version: outcome.version, announced }
  }

  #recordOf(
    { principal, requestId }: Uploader,
    upload: { readonly mode: string; readonly version: number; readonly reason: string | undefined },
    counts: UploadCounts,
  ): ControlRecord {
    const { mode, version, reason } = upload
    return createControlRecord({
      id: newId(),
      event: 'codenames.changed',
      severity: 'high',
      timeMs: this.#options.clock.nowMs(),
      service: 'admin',
      actor: `user:${principal.sub}`,
      tenant: principal.tenant,
      reason,
      requestId,
      details: { mode, registry_version: version, ...counts },
    })
  }

  async #passOn(): Promise<boolean> {
    try {
      await this.#options.announce()
      return true
    } catch (error) {
      this.#options.onUnannounced(error)
      return false
    }
  }

  async #turnOf({ principal, signal }: Uploader) {
    try {
      return await this.#slots.acquire(principal.sub, signal)
    } catch (error) {
      if (!(error instanceof NoFreeSlot)) throw error
      const message = 'Other uploads wait already. Try again soon.'
      throw new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds: 10 }, { cause: error })
    }
  }
}

function changedMeanwhile(version: number): SluiceError {
  return new SluiceError({ code: 'conflict', message: `The codenames are at version ${version}. Look at them again.` })
}

function refusalOf({ faults, more }: FaultyUpload): InvalidRequestError {
  const issues = faults.map(({ line, message }) => ({ path: 'body', line, message }))
  return new InvalidRequestError(more ? [...issues, { path: 'body', message: 'There are more faulty rows.' }] : issues)
}
