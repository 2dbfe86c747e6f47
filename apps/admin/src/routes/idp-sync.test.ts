import { createDirectorySyncRepository, type DirectorySyncCounts } from '@sluice/db'
import { DIRECTORY_SYNC_QUEUE, JOB_KEY_PREFIX } from '@sluice/directory-sync'
import { Queue } from 'bullmq'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack
let queue: Queue
beforeAll(async () => {
  stack = await startAdminStack()
  queue = new Queue(DIRECTORY_SYNC_QUEUE, { connection: stack.redisClient, prefix: JOB_KEY_PREFIX })
})
afterAll(async () => {
  await queue.close()
  await stack.stop()
})

const counts: DirectorySyncCounts = {
  ...{ known: 900, seen: 500, created: 0, updated: 0, renamed: 0, deactivated: 0, deleted: 400, reactivated: 0 },
  ...{ unchanged: 500, ignored: 0, revocations: 400 },
}
const fault = { code: 'too_many_revocations', message: '400 of 900 users would lose their access.' }
const subs = Array.from({ length: 400 }, (_, n) => `u-${n}`)

async function hold({ tenant = 'default', holdMs = 60_000 } = {}) {
  const syncs = createDirectorySyncRepository(stack.database)
  const runId = await syncs.begin({ directory: 'corp', tenant, trigger: 'schedule' })
  await syncs.hold(runId, { pull: 'snapshot', counts, fault, subs, digest: 'd'.repeat(64), holdMs })
  return runId
}
const confirm = (body: object) => stack.call('carol', 'POST', '/admin/idp-sync/confirm', body)

describe('GET /admin/idp-sync', () => {
  it('is empty where nothing was pulled', async () => {
    const response = await stack.call(
      { sub: 'office', groups: ['role:auditor'], tid: 'default' },
      'GET',
      '/admin/idp-sync',
    )
    expect(await response.json()).toEqual({ directories: [], runs: [], held_plans: [] })
  })

  it('shows the last pulls and what waits, with few subjects', async () => {
    const syncs = createDirectorySyncRepository(stack.database)
    const failed = await syncs.begin({ directory: 'corp', tenant: 'default', trigger: 'start' })
    await syncs.fail(failed, { fault: { code: 'timeout', message: 'The directory did not answer.' } })
    const held = await hold()
    const elsewhere = await hold({ tenant: 'other' })
    const text = await (await stack.call('grace', 'GET', '/admin/idp-sync')).text()
    expect(text).not.toContain(elsewhere)
    const run = { run_id: held, directory: 'corp', trigger: 'schedule', outcome: 'held', pull: 'snapshot' }
    expect(JSON.parse(text)).toEqual({
      directories: [{ directory: 'corp', last_run: expect.objectContaining(run) }],
      runs: [
        { ...run, started_at: TIME, finished_at: TIME, counts, fault },
        {
          ...{ run_id: failed, directory: 'corp', trigger: 'start', outcome: 'failed', started_at: TIME },
          ...{ finished_at: TIME, fault: { code: 'timeout', message: 'The directory did not answer.' } },
        },
      ],
      held_plans: [
        {
          ...{ run_id: held, directory: 'corp', started_at: TIME, until: TIME, revocations: 400 },
          ...{ digest: 'd'.repeat(64), subjects: subs.slice(0, 100) },
        },
      ],
    })
  })
})

describe('POST /admin/idp-sync/confirm', () => {
  it('is on record, hastens the next pull, and counts once', async () => {
    const runId = await hold()
    const response = await confirm({ run_id: runId, reason: 'the merger' })
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ run_id: runId, directory: 'corp', revocations: 400, hastened: true })
    expect((await stack.records()).at(-1)).toMatchObject({
      ...{ kind: 'control', event: 'directory.confirmed', severity: 'critical', service: 'admin', actor: 'user:carol' },
      ...{ tenant: 'default', reason: 'the merger', request_id: response.headers.get('x-request-id') },
      details: { run_id: runId, directory: 'corp', revocations: 400, digest: 'd'.repeat(64) },
    })
    expect(await queue.getJob(`confirm-${runId}`)).toMatchObject({ name: 'confirm', data: { runId } })
    const shown = await (await stack.call('carol', 'GET', '/admin/idp-sync')).json()
    expect(shown).toMatchObject({
      held_plans: expect.arrayContaining([
        expect.objectContaining({ run_id: runId, confirmed_by: 'user:carol', confirmed_at: TIME }),
      ]),
    })
    const records = (await stack.records()).length
    expect(await problemOf(await confirm({ run_id: runId }))).toMatchObject({ status: 409, code: 'conflict' })
    expect(await stack.records()).toHaveLength(records)
  })

  it('takes one of two that come at once', async () => {
    const runId = await hold()
    const answers = await Promise.all([1, 2, 3].map(() => confirm({ run_id: runId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  })

  it.each<[string, () => Promise<string>, number, RegExp]>([
    ['that has expired', () => hold({ holdMs: -1 }), 409, /expired/],
    ['of another tenant', () => hold({ tenant: 'other' }), 404, /no such run/],
    ['that nobody knows', async () => crypto.randomUUID(), 404, /no such run/],
    [
      'that was not held',
      () =>
        createDirectorySyncRepository(stack.database).begin({ directory: 'x', tenant: 'default', trigger: 'schedule' }),
      409,
      /not held/,
    ],
  ])('refuses a run %s, and leaves no record', async (_what, make, status, detail) => {
    const runId = await make()
    const records = (await stack.records()).length
    const problem = await problemOf(await confirm({ run_id: runId }))
    expect(problem).toMatchObject({ status, detail: expect.stringMatching(detail) })
    expect(await stack.records()).toHaveLength(records)
    expect(await queue.getJob(`confirm-${runId}`)).toBeUndefined()
  })

  it.each([[{}], [{ run_id: '7' }], [{ run_id: null }], [{ run_id: "x' OR true" }], [{ run_id: [] }]])(
    'refuses %j',
    async (body) => {
      const problem = await problemOf(await confirm(body))
      expect(problem).toMatchObject({ status: 400, errors: [expect.objectContaining({ path: 'body.run_id' })] })
    },
  )
})
