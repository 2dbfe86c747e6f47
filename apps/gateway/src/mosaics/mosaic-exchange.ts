import { type Clock, type ControlRecord, createControlRecord } from '@sluice/contracts'
import type { MosaicCrossing, MosaicMemory, UserMosaic } from '@sluice/mosaic'
import type { SharedMosaics } from '@sluice/mosaic/redis'

interface MosaicExchangeOptions {
  readonly memory: MosaicMemory
  readonly shared: SharedMosaics
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  /** Fewer people than this are a mosaic; for the record. */
  readonly bound: number
  /** A keyed digest that is the same at all gateways. */
  readonly digest: (tenant: string, text: string) => string
  readonly onFound: (scope: 'session' | 'day') => void
  readonly onFailure: (err: unknown) => void
}

/** How often a gateway tells the others what it has learned, in milliseconds. */
const EVERY_MS = 250
/** A user who tells nothing new is read again no sooner than this, in milliseconds. */
const READ_AGAIN_MS = 1_000
/** Users at a time. */
const MOST_USERS = 200

/**
 * Tells other gateways what the requests of users have told this one, and records a mosaic once for each session and
 * day. All of it happens behind the requests.
 */
export class MosaicExchange {
  readonly #options: MosaicExchangeOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: MosaicExchangeOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.run())
    }, EVERY_MS).unref()
  }

  /** Tells everything that is to be told. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
    await this.run()
  }

  /** Tells of some users what is to be told. */
  async run(): Promise<void> {
    const users = this.#options.memory.takeStale(MOST_USERS)
    await Promise.all(users.map((user) => this.#exchange(user)))
  }

  async #exchange(user: UserMosaic): Promise<void> {
    const { memory, clock } = this.#options
    const nowMs = clock.nowMs()
    const fresh = user.takeFresh()
    if (fresh.length === 0 && user.untold.length === 0 && nowMs - user.readAtMs < READ_AGAIN_MS) return
    let unwritten = fresh
    try {
      if (!(await this.#share(user, fresh, nowMs))) return
      unwritten = []
      for (const crossing of user.untold) await this.#tell(user, crossing, nowMs)
    } catch (err) {
      memory.putBack(user, unwritten)
      this.#options.onFailure(err)
    }
  }

  /** Whether the user is still known. */
  async #share(user: UserMosaic, traits: ReturnType<UserMosaic['takeFresh']>, nowMs: number): Promise<boolean> {
    const { memory, shared } = this.#options
    const { tenant, sub, erasures } = user
    const all = await shared.exchange({ tenant, sub, erasures, traits, told: [] }, nowMs)
    if (all === undefined) {
      memory.forget(user)
      return false
    }
    user.erasures = all.erasures
    user.readAtMs = nowMs
    for (const scope of all.told) user.markTold(scope)
    memory.join(user, all.traits)
    return true
  }

  /** Its record has the same id at each gateway, so consumers take it once. */
  async #tell(user: UserMosaic, { scope, anonymitySet, attributes }: MosaicCrossing, nowMs: number): Promise<void> {
    const { outbox, shared, bound, digest, onFound } = this.#options
    const { tenant, sub, erasures } = user
    const kind = scope.startsWith('s') ? 'session' : 'day'
    const day = new Date(nowMs).toISOString().slice(0, 10)
    await outbox.append(
      createControlRecord({
        ...{ id: uuidOf(digest(tenant, JSON.stringify(['mosaic record', sub, scope, day]))) },
        ...{ event: 'mosaic.found', severity: 'high', timeMs: nowMs, service: 'gateway', actor: `user:${sub}` },
        ...{ tenant, sub, ...(kind === 'session' ? { sessionId: Number(scope.slice(1)) } : {}) },
        details: { scope: kind, anonymity_set: Math.round(anonymitySet), bound, attributes: attributes.join(' ') },
      }),
    )
    await shared.exchange({ tenant, sub, erasures, traits: [], told: [scope] }, nowMs)
    user.markTold(scope)
    onFound(kind)
  }
}

/** RFC 9562, section 5.8: 122 bits of a digest of at least 43 characters of base64url. */
function uuidOf(digest: string): string {
  const hex = Buffer.from(digest, 'base64url').toString('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
