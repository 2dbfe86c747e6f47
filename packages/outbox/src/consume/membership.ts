import { unexpectedReply } from '@sluice/redis'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { commonKey } from '../shards.ts'
import { JOIN } from './scripts.ts'

interface MembershipOptions {
  readonly redis: Redis
  readonly keyPrefix: string
  readonly group: string
  /** Names this process among the others. */
  readonly holder: string
  readonly shards: number
}

/** How long a process that says nothing still counts. */
const MEMBER_MS = 5_000
const membersSchema = z.array(z.string())

/**
 * Which shards are this process's part: the processes of a group, in the order of their names, take turns. It says only
 * who should serve a shard; the lease says who does.
 */
export class Membership {
  readonly #options: MembershipOptions
  readonly #key: string
  #part: ReadonlySet<number> = new Set()

  constructor(options: MembershipOptions) {
    this.#options = options
    this.#key = commonKey(options.keyPrefix, `members:${options.group}`)
  }

  isMine(shard: number): boolean {
    return this.#part.has(shard)
  }

  /** Says again that this process is there, and looks who else is. Throws `dependency_unavailable`. */
  async renew(): Promise<void> {
    const { redis, holder, shards } = this.#options
    const members = membersSchema.safeParse(await JOIN(redis, [this.#key], [holder, MEMBER_MS]))
    if (!members.success) throw unexpectedReply()
    this.#part = partOf(holder, members.data, shards)
  }

  async leave(): Promise<void> {
    this.#part = new Set()
    await this.#options.redis.zrem(this.#key, this.#options.holder)
  }
}

/** The shards of one of several processes: as many as those of each other, or one more. */
function partOf(holder: string, members: readonly string[], shards: number): ReadonlySet<number> {
  const sorted = [...members].sort()
  const rank = sorted.indexOf(holder)
  const all = Array.from({ length: shards }, (_, shard) => shard)
  return new Set(rank === -1 ? [] : all.filter((shard) => shard % sorted.length === rank))
}
