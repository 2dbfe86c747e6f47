import { createHash } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import type { CodenamesRepository } from '@sluice/db'
import { type CodenameRegistry, type CodenameTerm, compileCodenames } from '@sluice/pipeline/ports'
import type { IndexWorker } from './index-worker.ts'

type Snapshot = ReturnType<CodenameRegistry['current']>

interface StoredCodenamesOptions {
  readonly repository: Pick<CodenamesRepository, 'versions' | 'blocksAfter'>
  /** The codenames of the configuration, which every tenant has. */
  readonly configured: readonly CodenameTerm[]
  readonly startWorker: () => IndexWorker
  /** Called where the codenames of a tenant cannot be used: all its requests are refused until they can. */
  readonly onUnusable: (tenant: string, error: unknown) => void
}

/**
 * The codenames of a gateway: those of the configuration, and what tenants have uploaded. A new version is compiled in
 * a thread and takes the place of the old one at once.
 */
export class StoredCodenames implements CodenameRegistry {
  readonly #options: StoredCodenamesOptions
  /** What tenants without codenames of their own have. */
  readonly #base: Snapshot
  readonly #versions = new Map<string, number>()
  readonly #snapshots = new Map<string, Snapshot>()
  readonly #unusable = new Set<string>()
  #worker: IndexWorker | undefined
  #isRead = false

  /** Throws a `RangeError` where the configured codenames cannot be compiled. */
  constructor(options: StoredCodenamesOptions) {
    this.#options = options
    const version = createHash('sha256').update(JSON.stringify(options.configured)).digest('hex').slice(0, 16)
    this.#base = { version, index: compileCodenames(options.configured) }
  }

  current(tenant: string): Snapshot {
    if (!this.#isRead || this.#unusable.has(tenant)) throw new SluiceError('dependency_unavailable')
    return this.#snapshots.get(tenant) ?? this.#base
  }

  /** The version of each tenant that is in use. */
  get versions(): ReadonlyMap<string, number> {
    return this.#versions
  }

  /** What all indexes take. */
  get bytes(): number {
    let bytes = this.#base.index.byteLength
    for (const { index } of this.#snapshots.values()) bytes += index.byteLength
    return bytes
  }

  /** Reads what has changed since the last time, and compiles it. Throws `dependency_unavailable`. */
  async read(): Promise<void> {
    const { repository } = this.#options
    for (const [tenant, version] of await repository.versions()) {
      const known = this.#knownVersion(tenant)
      if (version === 0 || (version <= known && !this.#unusable.has(tenant))) continue
      const changed = await repository.blocksAfter(tenant, known)
      // A block may be newer than the version that was read before.
      const newest = changed.reduce((highest, block) => Math.max(highest, block.version), version)
      await this.#take(tenant, newest, changed)
    }
    this.#isRead = true
  }

  async close(): Promise<void> {
    await this.#worker?.end()
  }

  /** Of the blocks that the thread has: none after it was lost, or could not compile them. */
  #knownVersion(tenant: string): number {
    if (this.#worker?.isLost !== false) return 0
    return this.#unusable.has(tenant) ? 0 : (this.#versions.get(tenant) ?? 0)
  }

  async #take(
    tenant: string,
    version: number,
    changed: Awaited<ReturnType<CodenamesRepository['blocksAfter']>>,
  ): Promise<void> {
    if (this.#worker?.isLost !== false) this.#worker = this.#options.startWorker()
    try {
      const index = await this.#worker.compile(tenant, changed)
      this.#snapshots.set(tenant, { version: `${this.#base.version}-${version}`, index })
      this.#versions.set(tenant, version)
      this.#unusable.delete(tenant)
    } catch (error) {
      // Old codenames would let the new ones through.
      if (!this.#unusable.has(tenant)) this.#options.onUnusable(tenant, error)
      this.#unusable.add(tenant)
    }
  }
}
