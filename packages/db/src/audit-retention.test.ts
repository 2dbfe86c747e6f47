import { type AuditEntry, SluiceError } from '@sluice/contracts'
import { hashLeaf, TileTree, verifyInclusion } from '@sluice/evidence'
import { type PostgresServer, startOwnPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuditRetention, createAuditRetention, type LateSession } from './audit-retention.ts'
import { type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import { createEvidenceChallengesRepository } from './evidence-challenges-repository.ts'
import { createEvidenceProofsRepository } from './evidence-proofs-repository.ts'
import { createLegalHoldsRepository, type LegalHoldsRepository } from './legal-holds-repository.ts'
import { createLogTiles } from './log-tiles.ts'
import { migrate } from './migrate.ts'

let server: PostgresServer
let database: Database
let trail: AuditTrail
let retention: AuditRetention
let holds: LegalHoldsRepository
/** Each test has one of its own. */
let tenant: string
let made = 0

beforeAll(async () => {
  // It drops months of everybody.
  server = await startOwnPostgres()
  database = openDatabase(server.url)
  await migrate(database)
  trail = createAuditTrail(database)
  retention = createAuditRetention(database)
  holds = createLegalHoldsRepository(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

beforeEach(() => {
  tenant = crypto.randomUUID()
})

function entry(sub: string, timeMs = Date.now(), changes: Partial<AuditEntry> = {}): AuditEntry {
  made += 1
  return {
    ...{ id: `e-${made}`, tenant, timeMs, type: 'request.answered', severity: 1, sub, actor: `user:${sub}` },
    ...{ sessionId: 7, requestId: `r-${made}`, layers: [], policyIds: [], record: { sub, secret: `of ${sub}` } },
    ...changes,
  }
}

const all = () => trail.list({ filter: { tenant }, first: 'oldest', limit: 1_000 })

async function hold(what: { sub: string } | { sessionId: number }, ofTenant = tenant): Promise<string> {
  const id = crypto.randomUUID()
  await holds.open({
    ...{ id, tenant: ofTenant, sub: undefined, sessionId: undefined, ...what },
    ...{ reason: 'A case.', openedBy: 'user:counsel', openedAt: new Date() },
  })
  return id
}

let records = 0
const record = async () => {
  records += 1
}
const unrecorded = new SluiceError('audit_unavailable')
const unrecordable = { erasureId: 'erasure-x', sessions: [], record: () => Promise.reject(unrecorded) }

const release = (id: string) => holds.release({ tenant, id, by: 'user:counsel', at: new Date() })

/** Every row is still the leaf that the log has at its number. */
async function expectProvable(): Promise<void> {
  const { rows } = await database.pool.query<{ size: string }>('SELECT size FROM log_head')
  const size = Number(rows[0]?.size)
  const tree = new TileTree(size, createLogTiles(database).read)
  const head = { size, root: await tree.root() }
  for (const { number, commitment } of await all()) {
    const path = await tree.inclusionProof(number - 1)
    expect(verifyInclusion(hashLeaf(new Uint8Array(commitment)), number - 1, head, path)).toBe(true)
  }
}

describe('erasing what was recorded about a person', () => {
  it('waits for a hold that is being opened, and then destroys nothing', async () => {
    await trail.enter([entry('racing'), entry('racing')])
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(
        `INSERT INTO legal_holds (id, tenant, sub, reason, opened_by, opened_at)
         VALUES (gen_random_uuid(), $1, 'racing', 'A case.', 'user:counsel', now())`,
        [tenant],
      )
      const erasing = retention.erase({ tenant, sub: 'racing' }, { erasureId: 'erasure-0', sessions: [], record })
      const waits = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
      await expect.poll(async () => (await database.pool.query(waits)).rows[0]?.n).toBe(1)
      await client.query('COMMIT')
      expect(await erasing).toEqual({ type: 'held' })
    } finally {
      client.release()
    }
    const kept = await trail.list({ filter: { tenant, sub: 'racing' }, first: 'oldest', limit: 10 })
    expect(kept.map(({ record }) => record !== null)).toEqual([true, true])
  })

  it('destroys records, salts and names, and leaves rows that can be proved', async () => {
    await trail.enter([
      entry('maria'),
      entry('other'),
      entry('maria', undefined, { tenant: `${tenant}-other` }),
      entry('maria'),
    ])
    // What cannot be recorded is not done.
    await expect(retention.erase({ tenant, sub: 'maria' }, unrecordable)).rejects.toBe(unrecorded)
    expect((await all()).filter(({ sub }) => sub === 'maria')).toHaveLength(2)
    expect(await retention.erase({ tenant, sub: 'maria' }, { erasureId: 'erasure-1', sessions: [], record })).toEqual({
      type: 'erased',
      rows: 2,
      keys: 0,
      approvals: 0,
    })
    const rows = await all()
    expect(rows.map(({ salt, record }) => [salt !== undefined, record !== null])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    const { rows: stored } = await database.pool.query('SELECT * FROM audit_events WHERE tenant = $1', [tenant])
    expect(JSON.stringify(stored)).not.toContain('maria')
    expect(await trail.list({ filter: { tenant: `${tenant}-other` }, first: 'oldest', limit: 9 })).toMatchObject([
      { sub: 'maria' },
    ])
    await expectProvable()
  })

  it('is refused while a hold stands on the person or on one of her sessions', async () => {
    await trail.enter([entry('held'), entry('held', undefined, { sessionId: 71 })])
    for (const what of [{ sub: 'held' }, { sessionId: 71 }]) {
      const id = await hold(what)
      expect(await retention.erase({ tenant, sub: 'held' }, unrecordable)).toEqual({ type: 'held' })
      expect(await release(id)).toBe(true)
      expect(await release(id)).toBe(false)
    }
    // A hold of another tenant holds nothing here, and cannot be released from here.
    const foreign = await hold({ sub: 'held' }, 'elsewhere')
    expect(await release(foreign)).toBe(false)
    expect(await retention.erase({ tenant, sub: 'held' }, { erasureId: 'erasure-1', sessions: [], record })).toEqual({
      type: 'erased',
      rows: 2,
      keys: 0,
      approvals: 0,
    })
  })
})

describe('erasing one session', () => {
  it('leaves the others, and takes what comes behind it but under a hold', async () => {
    const subject = { tenant, sub: 'paul', sessionId: 41 }
    await trail.enter([entry('paul', undefined, { sessionId: 41 }), entry('paul', undefined, { sessionId: 42 })])
    const erasure = { erasureId: 'erasure-41', sessions: [41], record }
    const before = records
    const recorded = () => records - before
    expect(await retention.erase(subject, erasure)).toMatchObject({ type: 'erased', rows: 1 })
    const ofPaul = async () => (await all()).filter(({ sub }) => sub === 'paul').map(({ sessionId }) => sessionId)
    expect(await ofPaul()).toEqual([42])
    await trail.enter([entry('paul', undefined, { sessionId: 41 })])
    const held = await hold({ sessionId: 41 })
    // What is late has a record of its own, behind it.
    const begun: unknown[] = []
    const begin = (session: LateSession) => {
      begun.push(session)
      return { erasureId: 'late-41', record }
    }
    expect([await retention.eraseLate(begin), await ofPaul()]).toEqual([0, [42, 41]])
    expect(await retention.erase(subject, erasure)).toEqual({ type: 'held' })
    expect([begun, recorded()]).toEqual([[], 1])
    await release(held)
    const failing = () => ({ erasureId: 'late-41', record: () => Promise.reject(unrecorded) })
    await expect(retention.eraseLate(failing)).rejects.toBe(unrecorded)
    expect(await ofPaul()).toEqual([42, 41])
    expect([await retention.eraseLate(begin), await ofPaul()]).toEqual([1, [42]])
    expect(begun).toEqual([{ tenant, sessionId: 41, behind: 'erasure-41' }])
    expect((await all()).map(({ erasedBy }) => erasedBy)).toEqual(expect.arrayContaining(['erasure-41', 'late-41']))
    expect([await retention.eraseLate(begin), recorded()]).toEqual([0, 2])
    await expectProvable()
  })

  it('is refused under a hold on a person of whom nothing is recorded', async () => {
    const held = await hold({ sub: 'nobody' })
    expect(await retention.isHeld({ tenant, sub: 'nobody' })).toBe(true)
    expect(await retention.isHeld({ tenant: 'other', sub: 'nobody' })).toBe(false)
    await release(held)
    expect(await retention.isHeld({ tenant, sub: 'nobody' })).toBe(false)
  })
})

describe('taking old months out of the trail', () => {
  const now = new Date()
  const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const lastMonth = new Date(begin.getTime() - 86_400_000)

  // Nothing is left of the month, and a trail that has seen nothing yet makes a partition for it.
  beforeEach(async () => {
    await retention.dropBefore(begin)
    trail = createAuditTrail(database)
  })

  it('keeps what is newer, and what is under a hold, and what is left can be proved', async () => {
    await trail.enter([entry('old', lastMonth.getTime()), entry('kept', lastMonth.getTime()), entry('new')])
    const id = await hold({ sub: 'kept' })
    expect(await retention.dropBefore(new Date(begin.getTime() - 1))).toBe(0)
    expect(await retention.dropBefore(begin)).toBe(1)
    const subs = (await all()).map(({ sub }) => sub)
    expect(subs).toEqual(expect.arrayContaining(['kept', 'new']))
    expect(subs).not.toContain('old')
    await expectProvable()

    await release(id)
    expect(await retention.dropBefore(begin)).toBe(1)
    expect((await all()).map(({ sub }) => sub)).not.toContain('kept')
    await expectProvable()
    // A record of such a month that comes late has a place all the same.
    await trail.enter([entry('late', lastMonth.getTime())])
    expect((await all()).map(({ sub }) => sub)).toContain('late')
  })

  it('takes proofs without their records, and challenges of such a time', async () => {
    const proofs = createEvidenceProofsRepository(database)
    const challenges = createEvidenceChallengesRepository(database)
    await trail.enter([entry('proved-old', lastMonth.getTime()), entry('proved-new')])
    const rows = (await all()).filter(({ sub }) => sub?.startsWith('proved-'))
    expect(rows).toHaveLength(2)
    const [old, young] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
    const onRecord = async () => undefined
    const challenge = {
      ...{ tenant, by: 'leaf' as const, numbers: [0], choice: { seed: 'dice', from: 0, to: 1 }, size: 1 },
      ...{ askedBy: 'user:grace', askedAt: lastMonth },
    }
    await challenges.add({ ...challenge, id: old, answerBy: new Date(lastMonth.getTime() + 1) }, rows, onRecord)
    await challenges.add({ ...challenge, id: young, answerBy: new Date() }, [], onRecord)
    await retention.dropBefore(begin)
    expect(await challenges.find(tenant, old)).toBeUndefined()
    expect(await challenges.find(tenant, young)).toMatchObject({ choice: { seed: 'dice', from: 0, to: 1 } })
    const left = rows.filter(({ sub }) => sub === 'proved-new').map(({ number }) => number)
    const found = await proofs.find(rows.map(({ number }) => number))
    expect(found.map(({ number }) => number)).toEqual(left)
  })
})
