import { randomUUID } from 'node:crypto'
import { type ControlRecord, SluiceError } from '@sluice/contracts'
import { createApprovalsRepository, type Database, openDatabase } from '@sluice/db'
import { MIGRATED } from '@sluice/db/testing'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Approvals, createApprovals, type NewApproval } from './approvals.ts'
import { approvalForTests, TIMES } from './testing/approval-for-tests.ts'

let server: PostgresServer
let database: Database
let records: ControlRecord[] = []
let nowMs = 1_700_000_000_000
let outboxFails = false
let approvals: Approvals

beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
  approvals = createApprovals({
    repository: createApprovalsRepository(database),
    outbox: {
      append: async (record) => {
        if (outboxFails) throw new SluiceError('audit_unavailable')
        records.push(record)
      },
    },
    clock: { nowMs: () => nowMs },
    times: TIMES,
    maxOpenPerUser: 5,
    service: 'test',
    newId: randomUUID,
  })
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})
beforeEach(() => {
  records = []
  sealings = 0
  outboxFails = false
})

function held(changes: Partial<NewApproval> = {}): NewApproval {
  const { tenant, username, departments, sessionId, subject, thresholds } = approvalForTests()
  const fresh = { id: randomUUID(), requestDigest: randomUUID(), orderDigest: randomUUID() }
  return { tenant, username, departments, sessionId, subject, thresholds, sub: randomUUID(), ...fresh, ...changes }
}

let sealings = 0
const seal = async () => {
  sealings += 1
  return { request: 'sealed' }
}
const by = (sub: string, ...roles: string[]) => ({ sub, username: sub, roles })
const events = () => records.map(({ event }) => event)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('approvals in PostgreSQL', () => {
  it('take a request from held to done, and record each act', async () => {
    const waiting = await approvals.request(held(), async () => ({ request: 'sealed request' }))
    expect(await approvals.contentOf(waiting)).toEqual({ request: 'sealed request' })
    await approvals.vote({ ...waiting, voter: by('bob'), decision: 'approve', comment: 'fine' })
    expect(await approvals.approved(100)).toContainEqual({ tenant: waiting.tenant, id: waiting.id, run: 0 })
    const run = await approvals.start(waiting, { requestId: 'request-1' })
    await approvals.renew(waiting, run)
    await approvals.finish(waiting, run, 'sealed answer')
    const done = await approvals.get(waiting)
    expect(done).toMatchObject({ state: 'done', run: 1, votes: [{ sub: 'bob' }] })
    const steps = ['approved', 'started', 'done'].map((state) => ({ state, atMs: nowMs }))
    expect(done.subject.steps).toEqual(steps)
    expect(await approvals.contentOf(waiting)).toEqual({ request: 'sealed request', answer: 'sealed answer' })
    expect(events()).toEqual(['approval.requested', 'approval.approved', 'approval.started', 'approval.done'])
    expect(records[1]).toMatchObject({ actor: 'user:bob', reason: 'fine', tenant: 'acme' })
  })

  it('give the same order the same approval while it is open, also when many requests come at once', async () => {
    const first = held()
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        approvals.request({ ...first, id: randomUUID(), requestDigest: randomUUID() }, seal),
      ),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(events()).toEqual(['approval.requested'])
    sealings = 0
    expect((await approvals.request({ ...first, id: randomUUID() }, seal)).id).toBe(all[0]?.id)
    expect(sealings).toBe(0)
  })

  it('say that an order was denied for as long as that is known, and then let it wait anew', async () => {
    const one = await approvals.request(held(), seal)
    await approvals.vote({ ...one, voter: by('bob'), decision: 'deny', comment: '' })
    const again = () => approvals.request({ ...one, id: randomUUID(), requestDigest: randomUUID() }, seal)
    await expect(again()).rejects.toMatchObject({ code: 'approval_denied', refusal: { approvalId: one.id } })
    nowMs += TIMES.contentMs - 1
    await expect(again()).rejects.toMatchObject({ code: 'approval_denied' })
    nowMs += 1
    const next = await again()
    expect([next.state, next.id === one.id]).toEqual(['pending', false])
  })

  it('let an order wait anew once it was carried out, and while another of the same request is denied', async () => {
    const one = await approvals.request(held(), seal)
    await approvals.vote({ ...one, voter: by('bob'), decision: 'approve', comment: '' })
    const run = await approvals.start(one, { requestId: 'request-1' })
    expect((await approvals.request({ ...one, id: randomUUID() }, seal)).id).toBe(one.id)
    await approvals.finish(one, run, 'sealed answer')
    const next = await approvals.request({ ...one, id: randomUUID() }, seal)
    expect(next.id).not.toBe(one.id)
    await approvals.vote({ ...next, voter: by('bob'), decision: 'deny', comment: '' })
    const other = await approvals.request({ ...one, id: randomUUID(), orderDigest: randomUUID() }, seal)
    expect(other.state).toBe('pending')
  })

  it('give another user another approval', async () => {
    const first = held()
    const mine = await approvals.request(first, seal)
    const yours = await approvals.request({ ...first, id: randomUUID(), sub: 'bob' }, seal)
    expect(yours.id).not.toBe(mine.id)
  })

  it('are bounded for each user', async () => {
    const sub = randomUUID()
    for (let n = 0; n < 5; n += 1) await approvals.request(held({ sub }), seal)
    const last = held({ sub })
    expect(await codeOf(approvals.request(last, seal))).toBe('rate_limit_exceeded')
    expect(await codeOf(approvals.get(last))).toBe('not_found')
    await approvals.request(held({ sub: randomUUID() }), seal)
  })

  it('store nothing that cannot be recorded', async () => {
    const request = held()
    outboxFails = true
    expect(await codeOf(approvals.request(request, seal))).toBe('audit_unavailable')
    outboxFails = false
    expect(await codeOf(approvals.get(request))).toBe('not_found')
    await approvals.request(request, seal)
    outboxFails = true
    const vote = approvals.vote({ ...request, voter: by('bob'), decision: 'approve', comment: '' })
    expect(await codeOf(vote)).toBe('audit_unavailable')
    outboxFails = false
    expect((await approvals.get(request)).state).toBe('pending')
  })

  it('expire, and let the same request wait anew', async () => {
    const first = await approvals.request(held(), seal)
    nowMs += TIMES.pendingMs
    const again = await approvals.request({ ...first, id: randomUUID() }, seal)
    expect(again.id).not.toBe(first.id)
    expect((await approvals.get(first)).state).toBe('expired')
    const late = approvals.vote({ ...first, voter: by('bob'), decision: 'approve', comment: '' })
    expect(await codeOf(late)).toBe('conflict')
    expect(events()).toEqual(['approval.requested', 'approval.expired', 'approval.requested'])
  })

  it('end a run without a sign of life as uncertain, refuse its late answer, and can be approved anew', async () => {
    const request = await approvals.request(held(), seal)
    await approvals.vote({ ...request, voter: by('bob'), decision: 'approve', comment: '' })
    const run = await approvals.start(request, { requestId: 'request-1' })
    nowMs += TIMES.startedMs
    expect(await approvals.lapseDue(100)).toBeGreaterThan(0)
    const lost = await approvals.get(request)
    expect(lost).toMatchObject({ state: 'failed', failure: 'execution_uncertain' })
    expect(lost.subject.steps?.at(-1)).toEqual({ state: 'failed', atMs: nowMs, code: 'execution_uncertain' })
    expect(await codeOf(approvals.finish(request, run, 'late'))).toBe('conflict')
    await approvals.vote({ ...request, voter: by('bob'), decision: 'approve', comment: '' })
    expect(await approvals.start(request, { requestId: 'request-1' })).toBe(run + 1)
    expect(await codeOf(approvals.finish(request, run, 'late'))).toBe('conflict')
  })

  it('cannot be approved anew while the same request waits already', async () => {
    const request = await approvals.request(held(), seal)
    await approvals.vote({ ...request, voter: by('bob'), decision: 'approve', comment: '' })
    await approvals.fail(request, undefined, 'session_frozen')
    await approvals.request({ ...request, id: randomUUID() }, seal)
    const anew = approvals.vote({ ...request, voter: by('bob'), decision: 'approve', comment: '' })
    expect(await codeOf(anew)).toBe('conflict')
  })

  it('delete request and answer a day after the end, and the rest later', async () => {
    const request = await approvals.request(held(), seal)
    await approvals.vote({ ...request, voter: by('bob'), decision: 'deny', comment: '' })
    nowMs += TIMES.contentMs
    expect(await approvals.get(request)).toMatchObject({ state: 'denied', hasContent: false })
    expect(await codeOf(approvals.contentOf(request))).toBe('not_found')
    nowMs += TIMES.subjectMs
    expect(await codeOf(approvals.get(request))).toBe('not_found')
  })

  it('are listed the newest first, a page at a time, by tenant, state and department', async () => {
    const tenant = `tenant-${randomUUID()}`
    const made: string[] = []
    for (const department of ['finance', 'sales', 'finance']) {
      nowMs += 1
      made.unshift((await approvals.request(held({ tenant, departments: [department] }), seal)).id)
    }
    const page = await approvals.list({ tenant, limit: 2 })
    expect(page.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const rest = await approvals.list({ tenant, limit: 2, after: page[1]!.id })
    expect(rest.map(({ id }) => id)).toEqual(made.slice(2))
    expect(await approvals.list({ tenant, limit: 9, departments: ['sales'] })).toHaveLength(1)
    expect(await approvals.list({ tenant, limit: 9, states: ['done'] })).toHaveLength(0)
    expect(await codeOf(approvals.get({ tenant: 'other', id: made[0]! }))).toBe('not_found')
  })

  it('are started once, whatever votes, workers and lapses come together', async () => {
    const act = fc.constantFrom('bob', 'carol', 'start', 'lapse')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { maxLength: 5 }), async (rounds) => {
        const request = await approvals.request(held(), seal)
        let starts = 0
        const take = async (what: string) => {
          if (what === 'lapse') return void (await approvals.lapseDue(100))
          if (what === 'start') {
            await approvals.start(request, { requestId: 'request-1' })
            starts += 1
            return
          }
          await approvals.vote({ ...request, voter: by(what), decision: 'approve', comment: '' })
        }
        for (const together of rounds) await Promise.allSettled(together.map(take))
        const { state, run, votes } = await approvals.get(request)
        expect(starts).toBeLessThanOrEqual(1)
        expect(run).toBe(starts)
        expect(votes.length).toBeLessThanOrEqual(1)
        if (starts > 0) expect(state).toBe('started')
      }),
      { numRuns: 20 },
    )
  })
})
