import { setTimeout as sleep } from 'node:timers/promises'
import { createRedisOutbox } from '@sluice/outbox'
import { storedRequestForTests } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { connectSessions, createFreezeControl, createRedisSessionStore, createSessionGate } from '@sluice/sessions'
import { startOwnRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import type { Keep } from '../services.ts'

/** What Redis itself spends, in microseconds of its core. */
export interface RedisCosts {
  readonly renewUs: number
  readonly touchUs: number
  readonly freezeUs: number
  readonly pushUs: number
  readonly acknowledgeUs: number
  readonly appendUs: number
}

const FEW_GATEWAYS = 2
const MORE_GATEWAYS = 22
const FREEZES = 200
const SESSIONS = 500
const RECORDS = 2_000
const RENEWING_MS = 3_000
const CONNECT_MS = 5_000

/** Time that Redis has spent in scripts, and in the publishing within them. */
interface Spent {
  readonly calls: number
  readonly scriptsUs: number
  readonly publishUs: number
}

/**
 * Asks a Redis of its own what its scripts cost it, by its own count (`INFO commandstats`). The writing to sockets,
 * which Redis does not count, is missing.
 */
export async function measureRedisCosts(keep: Keep): Promise<RedisCosts> {
  const server = await startOwnRedis()
  keep({ value: server, stop: () => server.stop() })
  const redis = createRedis(server.url)
  keep({ value: redis, stop: async () => redis.disconnect() })
  await waitForRedis(redis, CONNECT_MS)
  const connect = () => connectSessions({ redis, redisUrl: server.url, clock: systemClock, onError: () => undefined })
  const sessions = createRedisSessionStore({ redis })
  const control = createFreezeControl({
    ...{ connection: connect(), sessions, service: 'bench' },
    outbox: { append: async () => undefined },
  })
  keep({ value: control, stop: async () => control.close() })
  const openGate = async () => {
    const gate = createSessionGate({ connection: connect(), kind: 'gateway', sessions })
    await gate.start()
    keep({ value: gate, stop: () => gate.stop() })
  }
  let frozen = 0
  const freezeMany = async () => {
    for (let at = 0; at < FREEZES; at += 1) {
      frozen += 1
      await control.freezeUser({ tenant: 'bench', sub: `user-${frozen}` }, { reason: 'bench', actor: 'user:bench' })
    }
  }

  for (let at = 0; at < FEW_GATEWAYS; at += 1) await openGate()
  const few = await spentDuring(redis, freezeMany)
  for (let at = FEW_GATEWAYS; at < MORE_GATEWAYS; at += 1) await openGate()
  const renewals = await spentDuring(redis, () => sleep(RENEWING_MS))
  const many = await spentDuring(redis, freezeMany)
  const touches = await spentDuring(redis, async () => {
    for (let at = 0; at < SESSIONS; at += 1) {
      await sessions.resolve({ principal: principalOf(at) })
    }
  })
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock: systemClock })
  const appends = await spentDuring(redis, async () => {
    for (let at = 0; at < RECORDS; at += 1) {
      await outbox.append(storedRequestForTests({ tenant: 'bench', sub: `user-${at}`, session_id: at + 1 }))
    }
  })

  const renewUs = renewals.scriptsUs / renewals.calls
  const more = MORE_GATEWAYS - FEW_GATEWAYS
  // Renewals that fell into the freezes are those calls that are neither a freeze nor an acknowledgement.
  const ofFreezes = ({ calls, scriptsUs }: Spent, gateways: number) =>
    (scriptsUs - Math.max(0, calls - FREEZES * (1 + gateways)) * renewUs) / FREEZES
  const [fewUs, manyUs] = [ofFreezes(few, FEW_GATEWAYS), ofFreezes(many, MORE_GATEWAYS)]
  const perGatewayUs = Math.max(0, (manyUs - fewUs) / more)
  const pushUs = Math.max(0, (many.publishUs - few.publishUs) / FREEZES / more)
  return {
    ...{ renewUs, pushUs, freezeUs: Math.max(0, fewUs - FEW_GATEWAYS * perGatewayUs) },
    acknowledgeUs: Math.max(0, perGatewayUs - pushUs),
    touchUs: touches.scriptsUs / touches.calls,
    appendUs: appends.scriptsUs / RECORDS,
  }
}

const principalOf = (at: number) => ({
  ...{ tenant: 'bench', sub: `caller-${at}`, username: `caller-${at}`, groups: [], departments: [] },
  ...{ roles: ['employee' as const], client: 'web' },
})

async function spentDuring(redis: Redis, work: () => Promise<unknown>): Promise<Spent> {
  await redis.config('RESETSTAT')
  await work()
  const stats = await redis.info('commandstats')
  const of = (name: string) => {
    const [, calls = '0', us = '0'] = new RegExp(`^cmdstat_${name}:calls=(\\d+),usec=(\\d+)`, 'm').exec(stats) ?? []
    return { calls: Number(calls), us: Number(us) }
  }
  const [evalsha, evaluated, publish] = [of('evalsha'), of('eval'), of('publish')]
  return {
    ...{ calls: evalsha.calls + evaluated.calls, scriptsUs: evalsha.us + evaluated.us, publishUs: publish.us },
  }
}
