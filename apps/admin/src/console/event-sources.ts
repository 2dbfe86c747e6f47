import type { Approvals } from '@sluice/approvals'
import type { FreezeFeed, FreezeNews } from '@sluice/sessions'
import type { EventStream } from './event-stream.ts'
import type { EventVisibility } from './event-visibility.ts'

interface EventSourcesOptions {
  readonly feed: Pick<FreezeFeed, 'acknowledged' | 'gateways'>
  readonly approvals: Pick<Approvals, 'list'>
  readonly visibility: EventVisibility
  readonly onError: (error: unknown) => void
}

type Entry = FreezeNews['entries'][number]
type Approval = Awaited<ReturnType<Approvals['list']>>[number]

const BEAT_MS = 15_000
const APPROVALS_MS = 1_000
const NEWEST_APPROVALS = 100
/** Gateways have 450 ms to acknowledge a freeze; one that comes back later does so, too. */
const ACKNOWLEDGED_EVERY_MS = 100
const ACKNOWLEDGED_FOR = 30
/** Freezes whose acknowledgements are followed at the same time. */
const MAX_FOLLOWED = 50

/** Tells all streams what happens: one reader for each thing to know, while somebody listens. */
export class EventSources {
  readonly #options: EventSourcesOptions
  readonly #streams = new Set<EventStream>()
  /** What was last known of the newest approvals, by tenant. */
  readonly #known = new Map<string, ReadonlyMap<string, string>>()
  #timers: NodeJS.Timeout[] = []
  #isReading = false
  #followed = 0

  constructor(options: EventSourcesOptions) {
    this.#options = options
  }

  add(stream: EventStream): void {
    this.#streams.add(stream)
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => this.#beat(), BEAT_MS).unref(),
        setInterval(() => this.#readInTurn(), APPROVALS_MS).unref(),
      ]
    }
    stream.beat()
    this.#readInTurn()
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#known.clear()
  }

  /** Sends what was held back. */
  flush(): void {
    for (const stream of this.#streams) stream.flush()
  }

  /** Tells of changes that the freeze log shows. */
  tellFreezes({ entries }: Pick<FreezeNews, 'entries'>): void {
    for (const entry of entries) {
      // Clients of a user are no matter of a screen.
      if (entry.client === undefined) void this.#tellFreeze(entry).catch(this.#options.onError)
    }
  }

  async #tellFreeze(entry: Entry): Promise<void> {
    const gateways = await this.#options.feed.gateways()
    this.#sendFreeze(entry, 0, gateways.length)
    if (entry.state !== 'frozen' || gateways.length === 0 || this.#followed >= MAX_FOLLOWED) return
    this.#followed += 1
    try {
      await this.#followFreeze(entry, gateways)
    } finally {
      this.#followed -= 1
    }
  }

  async #followFreeze(entry: Entry, gateways: readonly string[]): Promise<void> {
    let told = 0
    for (let look = 0; look < ACKNOWLEDGED_FOR && told < gateways.length && this.#streams.size > 0; look += 1) {
      const confirmed = new Set(await this.#options.feed.acknowledged(entry.announcement))
      const count = gateways.filter((gateway) => confirmed.has(gateway)).length
      if (count > told) this.#sendFreeze(entry, count, gateways.length)
      told = count
      await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGED_EVERY_MS).unref())
    }
  }

  #sendFreeze({ state, user, sessionId, announcement }: Entry, acknowledged: number, gateways: number): void {
    const { visibility } = this.#options
    const facts = { state, change: announcement, acknowledged, gateways }
    for (const stream of this.#streams) {
      const { principal } = stream
      if (principal.tenant !== user.tenant) continue
      if (sessionId !== undefined) {
        if (visibility.mayFollowSessions(principal))
          stream.send('freeze', { scope: 'session', id: sessionId, ...facts })
      } else if (visibility.mayFollowUsers(principal)) {
        stream.send('freeze', { scope: 'user', subject: user.sub, ...facts })
      }
    }
  }

  #beat(): void {
    for (const stream of this.#streams) stream.beat()
  }

  #readInTurn(): void {
    if (this.#isReading) return
    this.#isReading = true
    this.#read()
      .catch(this.#options.onError)
      .finally(() => {
        this.#isReading = false
      })
  }

  /** Reads what has no message of its own, once for each tenant that has somebody here who may see it. */
  async #read(): Promise<void> {
    const { visibility, feed } = this.#options
    const gateways = (await feed.gateways()).length
    const listening = [...this.#streams]
    const following = listening.filter(({ principal }) => visibility.mayFollowApprovals(principal))
    const newest = new Map<string, readonly Approval[]>()
    for (const tenant of new Set(following.map(({ principal }) => principal.tenant))) {
      newest.set(tenant, await this.#readApprovals(tenant))
    }
    for (const stream of listening) {
      const { principal } = stream
      const found = newest.get(principal.tenant) ?? []
      const seen = found.filter((one) => visibility.maySeeApproval(principal, one))
      const waiting = seen.filter(({ state }) => state === 'pending').length
      stream.sendOverview({
        ...(visibility.mayFollowUsers(principal) ? { gateways } : {}),
        ...(following.includes(stream) ? { approvals_waiting: waiting } : {}),
      })
    }
  }

  async #readApprovals(tenant: string): Promise<readonly Approval[]> {
    const { approvals, visibility } = this.#options
    const found = await approvals.list({ tenant, limit: NEWEST_APPROVALS })
    const before = this.#known.get(tenant)
    this.#known.set(tenant, new Map(found.map((one) => [one.id, markOf(one)])))
    // The first reading is what the screens have just asked for.
    const changed = before === undefined ? [] : found.filter((one) => before.get(one.id) !== markOf(one))
    for (const one of changed) {
      for (const stream of this.#streams) {
        const isSeen = stream.principal.tenant === tenant && visibility.maySeeApproval(stream.principal, one)
        if (isSeen) stream.send('approval', { id: one.id, state: one.state, votes: one.votes.length })
      }
    }
    return found
  }
}

function markOf({ state, votes, run }: Approval): string {
  return `${state} ${votes.length} ${run}`
}
