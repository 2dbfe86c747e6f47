import type { Clock, StoredRecord } from '@sluice/contracts'
import { userOf } from './shards.ts'

/** Whose room is meant: that of requests and refusals, or all of it, which acts of the control plane may use. */
export type RoomFor = 'requests' | 'control'

/** Who is about to leave a record; without a session while it is not known yet. */
export interface RoomCaller {
  readonly tenant: string
  readonly sub: string
  readonly sessionId?: number | undefined
}

/** What one shard may hold. */
export interface Bounds {
  readonly records: number
  readonly bytes: number
  /** From how many records on, or bytes, each user has a share only. */
  readonly crowded: { readonly records: number; readonly bytes: number }
  /** That share in records; -1 for no bound. */
  readonly share: number
}

interface BoundsOptions {
  readonly maxRecords: number
  readonly maxBytes: number
  /** The part of both that only acts of the control plane may use. */
  readonly controlReserve: number
  readonly shards: number
}

/** In the fuller half of a shard, a user has so large a part of the whole: it takes eight of them to close it. */
const USER_SHARE = 1 / 16
/** In a smaller shard a share would be a handful of records. */
const LEAST_SHARED_RECORDS = 1_000
const PROBE_EVERY_MS = 1_000
const MAX_CROWDING_USERS = 1_000

/** The bounds of one shard: an equal part of the whole. */
export function boundsOf(options: BoundsOptions): Readonly<Record<RoomFor, Bounds>> {
  const { maxRecords, maxBytes, controlReserve, shards } = options
  const of = (reserve: number, isShared: boolean): Bounds => {
    const part = (whole: number) => Math.max(1, Math.floor((whole - Math.floor(whole * reserve)) / shards))
    const [records, bytes] = [part(maxRecords), part(maxBytes)]
    const share = isShared && records >= LEAST_SHARED_RECORDS ? Math.floor(records * USER_SHARE) : -1
    return { records, bytes, share, crowded: { records: Math.ceil(records / 2), bytes: Math.ceil(bytes / 2) } }
  }
  return { requests: of(controlReserve, true), control: of(0, false) }
}

/** Refusals are written at a stranger's will, so they stay out of the reserve as requests do. */
export function roomOf(record: StoredRecord): RoomFor {
  return record.kind === 'control' && !record.event.endsWith('.refused') ? 'control' : 'requests'
}

type User = Parameters<typeof userOf>[0]

/** When a request may find out again whether there is room. */
interface Probe {
  atMs: number
}

/**
 * What is known to have no room for requests: shards, and users whose share of a shard is used up. It lets one request
 * a second pass for each of them, to find out.
 */
export class KnownFull {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #shards: number
  readonly #full = new Map<number, Probe>()
  readonly #crowding = new Map<string, Probe>()

  constructor(clock: Pick<Clock, 'monotonicMs'>, shards: number) {
    this.#clock = clock
    this.#shards = shards
  }

  /**
   * A request asks twice: before its session is known, and with the shard where its record will stand. Only the second
   * time counts as the one that finds out.
   */
  hasRoom(caller: RoomCaller, shard: number | undefined): boolean {
    const ofUser = this.#crowding.size === 0 ? undefined : this.#crowding.get(userOf(caller))
    if (!this.#mayPass(ofUser)) return false
    if (shard === undefined) {
      return this.#full.size < this.#shards || [...this.#full.values()].some((probe) => this.#mayPass(probe))
    }
    const ofShard = this.#full.get(shard)
    if (!this.#mayPass(ofShard)) return false
    for (const probe of [ofUser, ofShard]) if (probe !== undefined) probe.atMs = this.#nextProbe().atMs
    return true
  }

  shardIsFull(shard: number): void {
    this.#full.set(shard, this.#nextProbe())
  }

  userIsCrowding(user: User): void {
    const [oldest] = this.#crowding.keys()
    if (oldest !== undefined && this.#crowding.size >= MAX_CROWDING_USERS) this.#crowding.delete(oldest)
    this.#crowding.set(userOf(user), this.#nextProbe())
  }

  /** A request of this user has found room in this shard. */
  foundRoom(shard: number, user: User): void {
    if (this.#full.size > 0) this.#full.delete(shard)
    if (this.#crowding.size > 0) this.#crowding.delete(userOf(user))
  }

  #mayPass(probe: Probe | undefined): boolean {
    return probe === undefined || this.#clock.monotonicMs() >= probe.atMs
  }

  #nextProbe(): Probe {
    return { atMs: this.#clock.monotonicMs() + PROBE_EVERY_MS }
  }
}
