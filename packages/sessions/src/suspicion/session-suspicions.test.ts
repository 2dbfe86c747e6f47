import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis } from '@sluice/testkit'
import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import { newPrincipal } from '../testing/new-principal.ts'
import { SessionSuspicions } from './session-suspicions.ts'

/** A day, so that the time a test takes is nothing. */
const DAY_MS = 86_400_000
const GROWTH = { messages: 5, halfLifeMs: DAY_MS }

let lease: RedisLease
let redis: Redis
beforeAll(async () => {
  lease = await startRedis()
  redis = createRedis(lease.url)
  await waitForRedis(redis, 5_000)
})
afterAll(async () => {
  redis?.disconnect()
  await lease?.stop()
})

/** What a gateway knows, with a clock of its own. */
function gateway() {
  const clock = { at: 1_000_000, nowMs: () => 0, monotonicMs: () => clock.at }
  const suspicions = new SessionSuspicions(new CommandBatcher(redis), { clock })
  const sessions = createRedisSessionStore({ redis, suspicions })
  return { clock, suspicions, resolve: sessions.resolve }
}

const keyOf = (id: number) => createSessionKeys().session(id)

/** Lets time pass for what Redis knows of a session. */
async function age(id: number, ms: number): Promise<void> {
  const field = await redis.hget(keyOf(id), 'suspicion')
  if (field === null) return
  const [score, at, marks] = field.split(' ')
  await redis.hset(keyOf(id), 'suspicion', `${score} ${Number(at) - ms} ${marks}`)
}

async function begin() {
  const one = gateway()
  const principal = newPrincipal()
  const { id, tenant, sub } = await one.resolve({ principal })
  return { ...one, principal, ref: { tenant, sub, sessionId: id } }
}

const mark = fc.integer({ min: 0, max: 40 }).map((number) => `mark-${number}`)
const step = fc.oneof(
  fc.record({ kind: fc.constant('note'), marks: fc.array(mark, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 0, max: 5 * DAY_MS }) }),
)
type Step = { readonly kind: string; readonly marks?: readonly string[]; readonly ms?: number }

/** The same in a few lines: the score, and the newest marks. */
class Model {
  score = 0
  marks: string[] = []

  take({ kind, marks = [], ms = 0 }: Step): void {
    if (kind === 'wait') {
      this.score *= 0.5 ** (ms / GROWTH.halfLifeMs)
      return
    }
    const before = this.marks.length
    let fresh = false
    for (const one of marks) {
      if (this.marks.includes(one)) continue
      fresh = true
      this.marks.push(one)
    }
    this.marks = this.marks.slice(-32)
    if (fresh) this.score = Math.min(GROWTH.messages, this.score + 1)
    else if (marks.length === 0 && (before > 0 || this.score > 0)) this.score = Math.max(0, this.score - 0.2)
  }
}

describe('the suspicion of a session', () => {
  it('grows, fades and forgets as its model does, and never beyond its bound', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps: readonly Step[]) => {
        const { clock, suspicions, ref } = await begin()
        const model = new Model()
        for (const one of steps) {
          if (one.kind === 'wait') {
            clock.at += one.ms ?? 0
            await age(ref.sessionId, one.ms ?? 0)
          } else await suspicions.note(ref, one.marks ?? [], GROWTH)
          model.take(one)
          const score = suspicions.scoreOf(ref.sessionId, GROWTH)
          // Redis keeps thousandths, rounded down, and reads a clock of its own.
          expect(Math.abs(score - model.score)).toBeLessThan(0.05)
          expect(score).toBeLessThanOrEqual(GROWTH.messages)
        }
        expect((await redis.hget(keyOf(ref.sessionId), 'suspicion'))?.split(' ')[2] ?? '').toBe(model.marks.join(','))
      }),
      { numRuns: 25 },
    )
  })

  it('is known to another gateway when that looks the session up', async () => {
    const { suspicions, ref, principal } = await begin()
    for (const one of ['a', 'b', 'c']) await suspicions.note(ref, [one], GROWTH)
    const other = gateway()
    expect(other.suspicions.scoreOf(ref.sessionId, GROWTH)).toBe(0)
    await other.resolve({ principal })
    expect(other.suspicions.scoreOf(ref.sessionId, GROWTH)).toBeCloseTo(3, 1)
    await other.suspicions.note(ref, ['d'], GROWTH)
    expect(other.suspicions.scoreOf(ref.sessionId, GROWTH)).toBeCloseTo(4, 1)
  })

  it('is nothing that a text adds to twice, nor another user, nor another session', async () => {
    const { suspicions, ref, resolve, principal } = await begin()
    for (let sent = 0; sent < 4; sent += 1) await suspicions.note(ref, ['same'], GROWTH)
    expect(suspicions.scoreOf(ref.sessionId, GROWTH)).toBeCloseTo(1, 1)
    const stranger = gateway()
    await stranger.suspicions.note({ ...ref, sub: 'mallory' }, ['x'], GROWTH)
    await stranger.suspicions.note({ ...ref, tenant: 'other' }, ['y'], GROWTH)
    expect(await redis.hget(keyOf(ref.sessionId), 'suspicion')).toMatch(/^(?:9\d\d|1000) \d+ same$/)
    const second = await resolve({ principal, requested: 'second' })
    expect(suspicions.scoreOf(second.id, GROWTH)).toBe(0)
  })

  it('fades by itself', async () => {
    const { clock, suspicions, ref, resolve, principal } = await begin()
    for (let sent = 0; sent < 20; sent += 1) await suspicions.note(ref, [`${sent}`], GROWTH)
    expect(suspicions.scoreOf(ref.sessionId, GROWTH)).toBeCloseTo(5, 1)
    clock.at += 10 * GROWTH.halfLifeMs
    expect(suspicions.scoreOf(ref.sessionId, GROWTH)).toBeLessThan(0.01)
    await age(ref.sessionId, 10 * GROWTH.halfLifeMs)
    await resolve({ principal })
    expect(suspicions.scoreOf(ref.sessionId, GROWTH)).toBeLessThan(0.01)
  })

  it('ends with the session, and begins no record of its own', async () => {
    const { suspicions, ref } = await begin()
    await suspicions.note(ref, ['a'], GROWTH)
    expect(await redis.pttl(keyOf(ref.sessionId))).toBeGreaterThan(0)
    await redis.del(keyOf(ref.sessionId))
    await suspicions.note(ref, ['b'], GROWTH)
    expect(await redis.exists(keyOf(ref.sessionId))).toBe(0)
    expect(suspicions.scoreOf(ref.sessionId, GROWTH)).toBe(0)
  })

  it('sends nothing for a request without signs in a session without any', async () => {
    const { suspicions, ref } = await begin()
    await suspicions.note(ref, [], GROWTH)
    expect(await redis.hget(keyOf(ref.sessionId), 'suspicion')).toBeNull()
  })
})
