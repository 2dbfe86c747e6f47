import { hash } from 'node:crypto'
import { type BatchedCommand, type CommandBatcher, unexpectedReply } from '@sluice/redis'
import { dayAt, isScope, type MosaicOwner, type MosaicScope, type ToldTrait } from '../mosaic-memory.ts'
import { isPrecision } from '../population.ts'
import { ERASE, EXCHANGE } from './mosaic-scripts.ts'

type MosaicUser = Pick<MosaicOwner, 'tenant' | 'sub'>

/** What one gateway tells all of a user. */
interface ToldMosaic extends MosaicUser {
  /** How often the user was erased before, as far as this gateway knows. */
  readonly erasures: number | undefined
  readonly traits: readonly ToldTrait[]
  /** Sessions and days whose mosaic is on record. */
  readonly told: readonly MosaicScope[]
}

/** What all gateways have told of a user. */
interface SharedMosaic {
  readonly erasures: number
  readonly traits: readonly ToldTrait[]
  readonly told: readonly MosaicScope[]
}

/** What gateways tell each other. */
export interface SharedMosaics {
  /**
   * Adds what this gateway has learned, and reads what all have. Undefined where the user was erased meanwhile: nothing
   * is added then. Rejects with `dependency_unavailable`.
   */
  exchange(told: ToldMosaic, nowMs: number): Promise<SharedMosaic | undefined>
  /** Erases what is kept of a user. Rejects with `dependency_unavailable`. */
  erase(user: MosaicUser, nowMs: number): Promise<void>
}

/** So many traits are written at a time. */
const MOST_AT_ONCE = 1_000
const DAY_MS = 86_400_000
/** A day outlives itself a little, for gateways whose clocks differ. */
const GRACE_MS = 300_000
/** Longer than any gateway remembers what it has not read again. */
const ERASURES_KEPT_MS = 2 * DAY_MS
const TOLD = 'told'

/** Mosaics in Redis: digests and shares, never what was said. The keys of one user are in one slot of a cluster. */
export function createRedisMosaics(commands: CommandBatcher, keyPrefix = 'sluice:'): SharedMosaics {
  return new RedisMosaics(commands, keyPrefix)
}

class RedisMosaics implements SharedMosaics {
  readonly #exchange: BatchedCommand
  readonly #erase: BatchedCommand
  readonly #keyPrefix: string

  constructor(commands: CommandBatcher, keyPrefix: string) {
    this.#exchange = commands.define(EXCHANGE)
    this.#erase = commands.define(ERASE)
    this.#keyPrefix = keyPrefix
  }

  async exchange({ erasures, traits, told, ...user }: ToldMosaic, nowMs: number): Promise<SharedMosaic | undefined> {
    const day = dayAt(nowMs)
    const members = [...traits.slice(0, MOST_AT_ONCE).map(memberOf), ...told.map((scope) => `${scope}|${TOLD}`)]
    const ofSessions = members.filter((member) => member.startsWith('s'))
    const ofDay = members.filter((member) => member.startsWith(day))
    const { sessions, dayKey, erasures: erasuresKey } = this.#keys(user, day)
    const reply = await this.#exchange(
      [sessions, dayKey, erasuresKey],
      [erasures ?? -1, DAY_MS - (nowMs % DAY_MS) + GRACE_MS, ofSessions.length, ...ofSessions, ...ofDay],
    )
    return reply === 'erased' ? undefined : parseReply(reply)
  }

  async erase(user: MosaicUser, nowMs: number): Promise<void> {
    const { sessions, erasures } = this.#keys(user, dayAt(nowMs))
    const days = [nowMs - DAY_MS, nowMs, nowMs + DAY_MS].map((ms) => this.#keys(user, dayAt(ms)).dayKey)
    if ((await this.#erase([erasures, sessions, ...days], [ERASURES_KEPT_MS])) !== 'OK') throw unexpectedReply()
  }

  #keys({ tenant, sub }: MosaicUser, day: MosaicScope) {
    const user = `${this.#keyPrefix}{mosaic:${hash('sha256', JSON.stringify([tenant, sub]), 'base64url')}}`
    return { sessions: `${user}:sessions`, dayKey: `${user}:${day}`, erasures: `${user}:erasures` }
  }
}

function memberOf({ scope, subject, precision, share, value }: ToldTrait): string {
  return [scope, subject, precision, share, value].join('|')
}

function parseReply(reply: unknown): SharedMosaic {
  if (!Array.isArray(reply)) throw unexpectedReply()
  const [erasures, ...members]: readonly unknown[] = reply
  const traits: ToldTrait[] = []
  const told: MosaicScope[] = []
  for (const member of members) {
    const [scope = '', subject = '', precision = '', share = '', value = ''] = String(member).split('|')
    if (!isScope(scope)) continue
    if (precision === '' && subject === TOLD) told.push(scope)
    // What a newer version has written is left alone.
    else if (isPrecision(precision)) traits.push({ scope, subject, precision, share: Number(share), value })
  }
  return { erasures: Number(erasures), traits, told }
}
