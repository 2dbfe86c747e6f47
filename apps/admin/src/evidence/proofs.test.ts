import { type ClearanceRecord, SluiceError, type TrailRecord } from '@sluice/contracts'
import {
  createAuditTrail,
  createEvidenceChallengesRepository,
  createEvidenceProofsRepository,
  type Database,
  type EvidenceProofsRepository,
  openDatabase,
} from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { auditEntryOf } from '@sluice/events'
import { hashLeaf, type LevelStatement, readEvidence, verifyStatement } from '@sluice/evidence'
import { type PostgresServer, type RedisLease, startPostgres, startRedis } from '@sluice/testkit'
import { createKeyRing } from '@sluice/token-vault'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openEvidenceRecords } from '../testing/evidence-records.ts'
import { createClearanceFinder } from './find-clearance.ts'
import { planProof } from './plan-proof.ts'
import { startProofQueue } from './proof-queue.ts'
import { createProofSchedule } from './proof-schedule.ts'
import { ProofThreads } from './proof-threads.ts'
import { type ProofMade, proveRecord } from './prove-record.ts'
import { createRecordEvidence } from './record-evidence.ts'

const TENANT = 'default'
const clock = { nowMs: Date.now, monotonicMs: () => performance.now() }
const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')
const context = { keyRing, logOrigin: 'example.org/log' }

let server: PostgresServer
let redis: RedisLease
let database: Database
let proofs: EvidenceProofsRepository
let records: Awaited<ReturnType<typeof openEvidenceRecords>>
let threads: ProofThreads
beforeAll(async () => {
  ;[server, redis] = await Promise.all([startPostgres(MIGRATED), startRedis()])
  database = openDatabase(server.url)
  proofs = createEvidenceProofsRepository(database)
  records = await openEvidenceRecords(keyRing, TENANT)
  threads = new ProofThreads(2)
}, 300_000)
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(async () => {
  await threads?.close()
  await database?.close()
  await server?.stop()
  await redis?.stop()
})

let sequence = 0
/** Enters records as the audit writer does, and gives their rows. */
async function enter(...all: readonly TrailRecord[]) {
  const trail = createAuditTrail(database)
  const evidenceOf = createRecordEvidence(keyRing, () => undefined)
  await trail.enter(
    all.map((record) => {
      sequence += 1
      const { evidenceAt, proves } = evidenceOf(record, TENANT, sequence)
      return { ...auditEntryOf(record), sequence, evidenceAt, isProofDue: proves !== undefined }
    }),
  )
  const rows = await trail.list({ filter: { tenant: TENANT }, first: 'newest', limit: all.length })
  return rows.toReversed()
}

const finder = () => createClearanceFinder(createAuditTrail(database))
const planOptions = () => ({ ...context, findClearance: finder() })

function startQueue(onMade: (made: ProofMade | 'failed') => void = () => undefined) {
  const queue = startProofQueue({
    ...{ redisUrl: redis.url, proofs, clock, concurrency: 2, onMade, onError: () => undefined },
    prove: (number) => proveRecord(number, { proofs, threads, plan: planOptions(), clock }),
  })
  closers.push(() => queue.close())
  return queue
}

/** What puts a challenge on record. */
const onRecord = async () => undefined

const stateOf = async (number: number) => (await proofs.find([number]))[0]

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const pairOf = ({ masked, shift }: { masked: string; shift: string }) => ({
  masked: bytes(masked),
  shift: bytes(shift),
})

/** What a verifier reads of an evidence part. */
function statementOf(part: ReturnType<typeof readEvidence>, clearance: ClearanceRecord): LevelStatement {
  switch (part.kind) {
    case 'clearance':
      return { kind: part.kind, ...pairOf(part.basis) }
    case 'refused':
      return { kind: part.kind, permittedLevel: part.permitted ?? 7, ...pairOf(part) }
    case 'answered': {
      const request = { kind: part.kind, permittedLevel: part.permitted ?? 7, ...pairOf(part) } as const
      return { ...request, clearance: pairOf(clearance.basis) }
    }
    default:
      throw new Error('There is nothing to prove.')
  }
}

describe('the proofs of records', () => {
  it('are made for what is due, and verify for what the evidence says', async () => {
    const clearance = records.clearance(4, 1)
    const rows = await enter(
      clearance,
      records.request({ kind: 'answered', sensitivity: 3, restored: 2, endpoints: [['eu', 5]] }, clearance),
      records.request({ kind: 'answered', sensitivity: 7, restored: 4 }, clearance),
      records.request({ kind: 'refused', sensitivity: 6 }, undefined),
    )
    const made: string[] = []
    startQueue((one) => made.push(one))
    for (const { number, evidence, commitment } of rows) {
      await expect.poll(() => stateOf(number), { timeout: 20_000 }).toMatchObject({ state: 'proved' })
      const statement = statementOf(readEvidence(evidence!), clearance)
      const leaf = { logOrigin: context.logOrigin, leafHash: hashLeaf(new Uint8Array(commitment)) }
      const { proof } = (await stateOf(number))!
      expect(verifyStatement(statement, leaf, new Uint8Array(proof!))).toBe(true)
    }
    expect(made.filter((one) => one === 'proved')).toHaveLength(rows.length)
  }, 60_000)

  it('are made once, by however many workers, and again where one ends over them', async () => {
    const all = await enter(
      ...Array.from({ length: 20 }, () => records.request({ kind: 'refused', sensitivity: 1 }, undefined)),
    )
    const made: string[] = []
    const first = startQueue((one) => made.push(one))
    startQueue((one) => made.push(one))
    await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(3)
    await first.close()
    await expect
      .poll(
        async () =>
          (await proofs.find(all.map(({ number }) => number))).filter(({ state }) => state === 'proved').length,
        {
          timeout: 30_000,
        },
      )
      .toBe(20)
    expect(made.filter((one) => one === 'proved')).toHaveLength(20)
  }, 60_000)

  it('come at once where somebody waits for them', async () => {
    const [row] = await enter(records.request({ kind: 'refused', sensitivity: 1 }, undefined))
    await proofs.keep(row!.number, new Uint8Array(1), new Date())
    await database.pool.query('DELETE FROM evidence_proofs WHERE number = $1', [row!.number])
    const queue = startQueue()
    await proofs.request([row!])
    await queue.hurry(row!.number)
    await expect.poll(() => stateOf(row!.number), { timeout: 20_000 }).toMatchObject({ state: 'proved' })
    // What is proved stays so.
    await proofs.request([row!])
    expect(await stateOf(row!.number)).toMatchObject({ state: 'proved' })
  }, 60_000)

  it('come first for what an auditor has named, also where the queue has it already', async () => {
    const rows = await enter(
      ...Array.from({ length: 4 }, () => records.request({ kind: 'refused', sensitivity: 1 }, undefined)),
    )
    const numbers = rows.map(({ number }) => number)
    const last = rows.at(-1)!
    const unqueued = async () =>
      (await proofs.unqueuedSince(new Date(Date.now() - 60_000))).filter((one) => numbers.includes(one.number))
    expect(await unqueued()).toEqual(numbers.map((number) => ({ number, isNamed: false })))
    await proofs.markQueued(numbers, new Date())
    const challenges = createEvidenceChallengesRepository(database)
    const soon = new Date(Date.now() + 60_000)
    const challenge = {
      ...{
        tenant: TENANT,
        by: 'leaf' as const,
        numbers: [last.number - 1],
        choice: undefined,
        size: 100,
        askedBy: 'user:grace',
      },
      ...{ askedAt: new Date(), answerBy: soon },
    }
    const [one = '', other = '', third = ''] = Array.from(
      { length: 3 },
      (_, n) => `00000000-0000-4000-8000-00000000000${n}`,
    )
    await challenges.add({ ...challenge, id: one }, [last], onRecord)
    expect(await unqueued()).toEqual([{ number: last.number, isNamed: true }])
    expect((await proofs.count()).overdue).toBe(0)
    // The earlier of two ends counts, in either order.
    await challenges.add({ ...challenge, id: other, answerBy: new Date(0) }, [last], onRecord)
    expect((await proofs.count()).overdue).toBe(1)
    expect(await challenges.find(TENANT, one)).toEqual({ ...challenge, id: one })
    expect(await challenges.find('other', one)).toBeUndefined()
    // Neither the challenge nor what it needs, where one of them cannot be.
    await expect(challenges.add({ ...challenge, id: one, answerBy: new Date(9) }, rows, onRecord)).rejects.toThrow()
    const unrecorded = () => Promise.reject(new SluiceError('audit_unavailable'))
    await expect(challenges.add({ ...challenge, id: third }, rows, unrecorded)).rejects.toThrow()
    expect(await challenges.find(TENANT, third)).toBeUndefined()
    expect(await unqueued()).toHaveLength(1)
    const made: string[] = []
    startQueue((result) => made.push(result))
    await expect.poll(() => stateOf(last.number), { timeout: 20_000 }).toMatchObject({ state: 'proved' })
    expect((await proofs.count()).overdue).toBe(0)
  }, 60_000)

  it('of a named record are made before those that the queue had earlier', async () => {
    const rows = await enter(
      ...Array.from({ length: 12 }, () => records.request({ kind: 'refused', sensitivity: 1 }, undefined)),
    )
    const last = rows.at(-1)!
    const order: number[] = []
    const release = Promise.withResolvers<void>()
    const queue = startProofQueue({
      ...{ redisUrl: redis.url, proofs, clock, concurrency: 1, onMade: () => undefined, onError: () => undefined },
      prove: async (number) => {
        order.push(number)
        await release.promise
        return await proveRecord(number, { proofs, threads, plan: planOptions(), clock })
      },
    })
    closers.push(() => queue.close())
    const unqueued = async () => (await proofs.unqueuedSince(new Date(Date.now() - 60_000))).length
    await expect.poll(unqueued, { timeout: 20_000 }).toBe(0)
    await expect.poll(() => order.length, { timeout: 20_000 }).toBe(1)
    const at = new Date()
    const challenge = {
      ...{
        id: crypto.randomUUID(),
        tenant: TENANT,
        by: 'leaf' as const,
        numbers: [last.number - 1],
        choice: undefined,
      },
      ...{ size: 100, askedBy: 'user:grace', askedAt: at, answerBy: new Date(at.getTime() + 60_000) },
    }
    await createEvidenceChallengesRepository(database).add(challenge, [last], onRecord)
    expect(await unqueued()).toBe(1)
    await expect.poll(unqueued, { timeout: 20_000 }).toBe(0)
    release.resolve()
    await expect.poll(() => order.length, { timeout: 30_000 }).toBe(rows.length)
    expect(order[1]).toBe(last.number)
  }, 60_000)

  it('wait in PostgreSQL where the queue has enough, but for those that an auditor has named', async () => {
    const rows = await enter(
      ...Array.from({ length: 12 }, () => records.request({ kind: 'refused', sensitivity: 1 }, undefined)),
    )
    const last = rows.at(-1)!
    const release = Promise.withResolvers<void>()
    const begun: number[] = []
    const queue = startProofQueue({
      ...{ redisUrl: redis.url, proofs, clock, concurrency: 1, maxQueued: 5 },
      ...{ onMade: () => undefined, onError: () => undefined },
      prove: async (number) => {
        begun.push(number)
        await release.promise
        return await proveRecord(number, { proofs, threads, plan: planOptions(), clock })
      },
    })
    closers.push(() => queue.close())
    const unqueued = async () => (await proofs.unqueuedSince(new Date(Date.now() - 60_000))).length
    // One is under way, and five wait behind it.
    await expect.poll(unqueued, { timeout: 20_000 }).toBe(6)
    const [askedAt, answerBy] = [new Date(), new Date(Date.now() + 60_000)]
    const challenge = {
      ...{ id: crypto.randomUUID(), tenant: TENANT, by: 'leaf' as const, numbers: [last.number - 1] },
      ...{ choice: undefined, size: 100, askedBy: 'user:grace', askedAt, answerBy },
    }
    await createEvidenceChallengesRepository(database).add(challenge, [last], onRecord)
    await expect.poll(unqueued, { timeout: 20_000 }).toBe(5)
    expect(begun).toHaveLength(1)
    release.resolve()
    for (const { number } of rows) {
      await expect.poll(() => stateOf(number), { timeout: 20_000 }).toMatchObject({ state: 'proved' })
    }
    expect(begun.indexOf(last.number)).toBe(1)
  }, 60_000)

  it.each<[string, () => TrailRecord[], string]>([
    [
      'that broke the rule of endpoints',
      () => [records.request({ kind: 'refused', sensitivity: 6, endpoints: [['us', 3]] }, undefined)],
      'levels',
    ],
    [
      'whose answer may hold more than the caller may see',
      () => {
        const clearance = records.clearance(1, 2)
        return [clearance, records.request({ kind: 'answered', sensitivity: 1, restored: 2 }, clearance)]
      },
      'levels',
    ],
    [
      'of which nothing left, and something was restored',
      () => [records.request({ kind: 'refused', sensitivity: 1, restored: 1 }, undefined)],
      'levels',
    ],
    [
      'whose clearance is not there',
      () => [records.request({ kind: 'answered', sensitivity: 1 }, records.clearance(4, 3))],
      'no_clearance',
    ],
    [
      'whose opening is of another key',
      () => [records.request({ kind: 'refused', sensitivity: 1 }, undefined, { sealed_opening: 'k2.a.b.c' })],
      'not_opened',
    ],
    [
      'whose clearance is another one than its record says',
      () => [{ ...records.clearance(4, 4), clearance: 5 } satisfies ClearanceRecord],
      'levels',
    ],
  ])('cannot be made of a request %s', async (_what, make, why) => {
    const rows = await enter(...make())
    expect(await planProof(rows.at(-1)!, planOptions())).toBe(why)
  })

  it('cannot be made of what was erased', async () => {
    const [row] = await enter(records.request({ kind: 'refused', sensitivity: 1 }, undefined))
    const { record: _record, salt: _salt, ...left } = row!
    expect(await planProof(left, planOptions())).toBe('erased')
  })
})

describe('the public part of a record', () => {
  it('is that of nobody who cannot be opened', async () => {
    const onUnopened = vi.fn()
    const request = records.request({ kind: 'refused', sensitivity: 1 }, undefined)
    for (const ring of [undefined, createKeyRing(new Map([['k1', new Uint8Array(32)]]), 'k1')]) {
      const { evidenceAt, proves } = createRecordEvidence(ring, onUnopened)(request, TENANT, 5)
      expect(readEvidence(evidenceAt(3))).toMatchObject({ kind: 'unopened', position: 3, id: request.id })
      expect(proves).toBeUndefined()
    }
    expect(onUnopened).toHaveBeenCalledTimes(2)
    const { sealed_opening: _sealed, ...rest } = request
    expect(JSON.stringify(onUnopened.mock.calls)).not.toContain(rest.sub)
  })

  it('says where an act stands, and no more', () => {
    const act: TrailRecord = {
      ...{ kind: 'control', version: 1, id: 'act', event: 'session.frozen', severity: 'high', time_ms: 5 },
      ...{ service: 'admin', actor: 'user:carol', tenant: TENANT, sub: 'maria', session_id: 9, reason: 'Leaves.' },
    }
    const { evidenceAt, proves } = createRecordEvidence(keyRing, () => undefined)(act, TENANT, 41)
    expect(evidenceAt(2)).toBe(
      '{"v":1,"kind":"other","tenant":"default","position":2,"id":"act","time":5,"session":9,"sequence":41,"events":1}',
    )
    expect(proves).toBeUndefined()
  })
})

describe('the schedule', () => {
  const of = (backlogAgeMs: number, random: number) =>
    createProofSchedule({ backlogAgeMs: () => backlogAgeMs, youngMs: 1_000, sample: 0.1, random: () => random })
  const late = () => of(2_000, 0.5)
  const request = (levels: Parameters<typeof records.request>[0], changes: object = {}) =>
    records.request(levels, undefined, changes)

  it('chooses what is public, however long the backlog', () => {
    expect(late()(records.clearance(3, 1))).toBe(true)
    for (const outcome of ['held', 'denied']) {
      expect(late()(request({ kind: 'refused', sensitivity: 1 }, { outcome }))).toBe(true)
    }
    const closely = request({
      kind: 'answered',
      sensitivity: 1,
      endpoints: [
        ['us', 3],
        ['eu', 5],
      ],
    })
    expect(late()(closely)).toBe(true)
  })

  it('chooses all of the rest while the backlog is young, and a part of it afterwards', () => {
    const usual = request({ kind: 'answered', sensitivity: 1, endpoints: [['us', 3]] })
    expect(of(1_000, 0.5)(usual)).toBe(true)
    expect(late()(usual)).toBe(false)
    expect(of(2_000, 0.09)(usual)).toBe(true)
  })

  it('is the same for any hidden level', () => {
    const levels = [0, 3, 7].flatMap((sensitivity) => [0, 7].map((restored) => ({ sensitivity, restored })))
    const chosen = levels.map((one) => late()(request({ kind: 'answered', endpoints: [['us', 3]], ...one })))
    expect(new Set(chosen)).toEqual(new Set([false]))
  })
})
