import type { AuditEntry } from '@sluice/contracts'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import { createSiemReceivers } from './siem-receivers.ts'
import { MIGRATED } from './testing/index.ts'

let server: PostgresServer
let database: Database
let trail: AuditTrail
let receivers: ReturnType<typeof createSiemReceivers>
let entered = 0

beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
  trail = createAuditTrail(database)
  receivers = createSiemReceivers(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

async function enter(count: number): Promise<void> {
  const entries = Array.from({ length: count }, (): AuditEntry => {
    entered += 1
    const record = { n: entered }
    return {
      ...{ id: `e-${entered}`, tenant: 't', timeMs: 1, type: 'request.answered', severity: 1, record },
      ...{ layers: [], policyIds: [] },
    }
  })
  await trail.enter(entries)
}

const START = new Date(0)
const LATER = new Date(60_000)

/** Sends everything that is new, as the push does. */
async function pushAll(receiver: string, before: () => Promise<void> = async () => undefined): Promise<number[]> {
  const sent: number[] = []
  await receivers.takeTurn(receiver, START, async ({ progress, newest, events }) => {
    await before()
    const rows = await events({ are: 'others', beyond: progress.othersUpTo, upTo: newest, limit: 1_000 })
    sent.push(...rows.map(({ number }) => number))
    return { ...progress, othersUpTo: newest, batchSentAt: LATER }
  })
  return sent
}

describe('the progress of a receiver', () => {
  it('begins with what is entered after it is first seen', async () => {
    await enter(3)
    expect(await pushAll('new')).toEqual([])
    await enter(2)
    expect(await pushAll('new')).toEqual([entered - 1, entered])
  })

  it('never goes back, whoever takes turns meanwhile', async () => {
    await pushAll('shared')
    await enter(5)
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const first = pushAll('shared', () => held)
    // Another process that asks while the first one sends gets no turn, and none of its events.
    await expect.poll(() => receivers.takeTurn('shared', START, async ({ progress }) => progress)).toBe(false)
    await enter(5)
    finish()
    const sent = [await first, await pushAll('shared'), await pushAll('shared')].flat()
    expect(sent).toEqual(Array.from({ length: 10 }, (_, index) => entered - 9 + index))
  })

  it('is written only where it has changed', async () => {
    await pushAll('quiet')
    const version = async () =>
      (await database.pool.query("SELECT xmin::text AS v FROM siem_receivers WHERE receiver = 'quiet'")).rows[0]?.v
    const before = await version()
    await receivers.takeTurn('quiet', START, async ({ progress }) => progress)
    expect(await version()).toBe(before)
  })

  it('is not kept where sending rejects', async () => {
    await pushAll('failing')
    await enter(1)
    const failing = receivers.takeTurn('failing', START, () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(await pushAll('failing')).toEqual([entered])
  })
})
