import { hash } from 'node:crypto'
import { type Clock, type ControlRecord, createControlRecord, type Principal, SluiceError } from '@sluice/contracts'
import { asDependencyError } from '@sluice/redis'
import { newId } from '@sluice/service-kit/environment'
import type { FreezeControl, FreezeOrder, FreezeReport, SessionStore, Unfreezers, UserRef } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { areBothKeys, keysOf } from './dual-key.ts'

/** The two roles of which each must agree, in the person of somebody else. */
const KEYS = ['legal-counsel', 'soc-analyst'] as const

const proposalSchema = z.object({
  sub: z.string(),
  roles: z.array(z.string()),
  /** The version of the freeze that it is about. */
  version: z.number().int(),
  untilMs: z.number(),
})

type Proposal = z.output<typeof proposalSchema>

type JointOutcome =
  | { readonly type: 'proposed'; readonly by: string; readonly untilMs: number }
  | { readonly type: 'unfrozen'; readonly report: FreezeReport }

interface JointUnfreezeOptions {
  readonly redis: Redis
  readonly freezes: Pick<FreezeControl, 'unfreezeUser'>
  readonly sessions: Pick<SessionStore, 'findUser'>
  readonly unfreezers: Unfreezers
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  /** How long a proposal waits for the second person, in milliseconds. */
  readonly waitMs: number
}

/** The way back where the last CISO is frozen: two persons of two roles. */
export interface JointUnfreeze {
  /**
   * Proposes to unfreeze a CISO, or unfreezes where somebody else of the other role has proposed it. Each step is on
   * record before it takes place. Throws `conflict` where a CISO is left who can do it, where the user is no frozen
   * CISO, and where the caller cannot be the second person; `audit_unavailable`, `dependency_unavailable`.
   */
  agree(ref: UserRef, principal: Principal, order: FreezeOrder): Promise<JointOutcome>
}

export function createJointUnfreeze(options: JointUnfreezeOptions): JointUnfreeze {
  return new RedisJointUnfreeze(options)
}

class RedisJointUnfreeze implements JointUnfreeze {
  readonly #options: JointUnfreezeOptions

  constructor(options: JointUnfreezeOptions) {
    this.#options = options
  }

  async agree(ref: UserRef, principal: Principal, order: FreezeOrder): Promise<JointOutcome> {
    // A frozen caller does not pass the gate of this service either.
    if (principal.sub === ref.sub) throw conflict('Nobody unfreezes themselves.')
    const version = await this.#requireLastCiso(ref)
    const known = await this.#read(ref)
    if (known === undefined || known.version !== version) return await this.#propose(ref, principal, order, version)
    if (known.sub === principal.sub) throw conflict('You have proposed this. Somebody of the other role must agree.')
    if (!areBothKeys(KEYS, known.roles, principal.roles)) {
      throw conflict('Legal Counsel and a SOC Analyst must agree, one person of each role.')
    }
    await this.#record('user.unfreeze_confirmed', ref, order, { proposed_by: `user:${known.sub}` })
    const report = await this.#options.freezes.unfreezeUser(ref, order)
    await this.#forget(ref)
    return { type: 'unfrozen', report }
  }

  /** Returns the version of the freeze. */
  async #requireLastCiso(ref: UserRef): Promise<number> {
    const { sessions, unfreezers } = this.#options
    const [{ freezeState }, isCiso] = await Promise.all([
      sessions.findUser(ref),
      unfreezers.includes(ref.tenant, ref.sub),
    ])
    if (freezeState?.state !== 'frozen' || !isCiso) throw conflict('This user is no active CISO who is frozen.')
    if (await unfreezers.isAnyLeft(ref.tenant)) throw conflict('A CISO is left who is not frozen, and can do this.')
    return freezeState.version
  }

  async #propose(ref: UserRef, principal: Principal, order: FreezeOrder, version: number): Promise<JointOutcome> {
    const { redis, clock, waitMs } = this.#options
    await this.#record('user.unfreeze_proposed', ref, order, { version })
    const roles = keysOf(KEYS, principal.roles)
    const proposal: Proposal = { sub: principal.sub, roles, version, untilMs: clock.nowMs() + waitMs }
    await asDependency(redis.set(keyOf(ref), JSON.stringify(proposal), 'PX', waitMs))
    return { type: 'proposed', by: order.actor, untilMs: proposal.untilMs }
  }

  async #read(ref: UserRef): Promise<Proposal | undefined> {
    const text = await asDependency(this.#options.redis.get(keyOf(ref)))
    if (text === null) return undefined
    return proposalSchema.parse(JSON.parse(text))
  }

  /** A proposal that stays is of an earlier version of the freeze from now on. */
  async #forget(ref: UserRef): Promise<void> {
    await this.#options.redis.del(keyOf(ref)).catch(() => 0)
  }

  async #record(
    event: 'user.unfreeze_proposed' | 'user.unfreeze_confirmed',
    ref: UserRef,
    order: FreezeOrder,
    details: ControlRecord['details'],
  ): Promise<void> {
    const timeMs = this.#options.clock.nowMs()
    const act = {
      ...order,
      ...ref,
      id: newId(),
      event,
      severity: 'critical',
      timeMs,
      service: 'admin',
      details,
    } as const
    await this.#options.outbox.append(createControlRecord(act))
  }
}

function keyOf({ tenant, sub }: UserRef): string {
  return `sluice:admin:joint-unfreeze:${hash('sha256', JSON.stringify([tenant, sub]), 'base64url')}`
}

async function asDependency<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    throw asDependencyError(error)
  }
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}
