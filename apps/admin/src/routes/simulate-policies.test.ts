import type { RequestRecord } from '@sluice/contracts'
import { createAuditTrail } from '@sluice/db'
import { auditEntryOf } from '@sluice/events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack

beforeAll(async () => {
  stack = await startAdminStack({ MODELS_BY_GROUP: '{"*":["gpt-test"]}' })
})
afterAll(() => stack.stop())
beforeEach(async () => void (await stack.database.pool.query('TRUNCATE audit_events')))

/** At three in the morning. */
const AT = Date.UTC(2026, 2, 2, 3)

/** A request of Alice, who is in finance, as it was answered. */
const ANSWERED: RequestRecord = {
  ...{ kind: 'request', version: 3, id: 'i', request_id: 'r', time_ms: AT, tenant: 'default', sub: 'u-alice' },
  session_id: 7,
  ...{ model: 'gpt-test', policy_version: 'p', outcome: 'answered', cache_hit: false, action: 'B' },
  layers: [],
  violations: [],
  ...{ commitment: 'c', sealed_opening: 'k.s' },
}

let serial = 0
/** Puts records into the audit trail, as if they had come through the outbox. */
async function record(...changes: Partial<RequestRecord>[]): Promise<void> {
  const entries = changes.map((change) => {
    serial += 1
    return auditEntryOf({ ...ANSWERED, id: `i-${serial}`, request_id: `r-${serial}`, ...change })
  })
  await createAuditTrail(stack.database).enter(entries)
}

const simulate = (body: object, caller: 'erin' | 'carol' = 'erin') =>
  stack.call(caller, 'POST', '/admin/policies/simulate', body)
const forbid = (condition: string, action = 'invoke') => ({
  id: 'proposed',
  text: `forbid (principal, action == Action::"${action}", resource) ${condition};`,
})
const reportSchema = z.looseObject({
  differences: z.array(z.object({ recorded: z.string(), simulated: z.string(), count: z.number() })),
  examples: z.array(z.unknown()),
})
const reportOf = async (response: Response) => reportSchema.parse(await okJson(response))
const NONE = { user: 0, action: 0, model: 0, time: 0, form: 0 }

describe('POST /admin/policies/simulate', () => {
  it('says which recorded decisions would have been others, and what would have determined them', async () => {
    await record({}, { sub: 'u-bob' }, { action: 'A' }, { request_id: 'newest' })
    const set = [forbid('when { principal in Department::"finance" && context.category == Category::"B" }')]
    expect(await reportOf(await simulate({ set }))).toEqual({
      ...{ requests: 4, decided: 4, unknown: NONE },
      differences: [{ recorded: 'permit', simulated: 'forbid', count: 2 }],
      examples: [
        {
          ...{ request_id: 'newest', at: '2026-03-02T03:00:00.000Z', sub: 'u-alice', action: 'B', model: 'gpt-test' },
          ...{ recorded: 'permit', simulated: 'forbid', policy_ids: ['proposed'] },
        },
        expect.objectContaining({ sub: 'u-alice', simulated: 'forbid' }),
      ],
    })
    expect(await reportOf(await simulate({ last: 1, set }))).toMatchObject({ requests: 1, differences: [{ count: 1 }] })
    expect(await reportOf(await simulate({}, 'carol'))).toMatchObject({ decided: 4, differences: [], examples: [] })
  })

  it('knows what was decided from the record', async () => {
    await record(
      { action: 'F', outcome: 'held' },
      { action: 'B', outcome: 'denied', code: 'reason_required' },
      { action: 'B', outcome: 'denied', code: 'action_not_permitted' },
      { action: 'B', outcome: 'denied', code: 'jailbreak_detected' },
    )
    expect((await reportOf(await simulate({}))).differences).toEqual([
      { recorded: 'forbid', simulated: 'permit', count: 1 },
      { recorded: 'require-reason', simulated: 'permit', count: 1 },
    ])
  })

  it.each<[string, Partial<RequestRecord>, string, string]>([
    ['its own time', {}, 'when { context.time < datetime("2026-03-02T04:00:00Z") }', 'forbid'],
    ['its time, not now', { time_ms: AT + 7_200_000 }, 'when { context.time < datetime("2026-03-02T04:00:00Z") }', ''],
    ['the reason that it gave', { reason: 'Ticket 12' }, 'when { context.reasonGiven }', 'forbid'],
    ['the caller', {}, 'when { principal.username == "alice" }', 'forbid'],
  ])('decides by %s', async (_what, change, condition, effect) => {
    await record(change)
    const { differences } = await reportOf(await simulate({ set: [forbid(condition)] }))
    expect(differences.map(({ simulated }) => simulated)).toEqual(effect === '' ? [] : [effect])
  })

  it('decides by the tile where the request was inspected', async () => {
    const categories = { PII: 0, PHI: 0, PCI: 1, SECRET: 0, CODENAME: 0 }
    const tile: NonNullable<RequestRecord['tile']> = {
      level: 5,
      categories,
      reidentificationRisk: 0.1,
      flags: [],
      digest: 'd',
    }

    await record({ tile }, {})
    const set = [forbid('when { context has tile && context.tile.level >= 5 }', 'invokeWithoutApproval')]
    expect((await reportOf(await simulate({ set }))).differences).toEqual([
      { recorded: 'permit', simulated: 'hold', count: 1 },
    ])
  })

  it('counts what it cannot decide again as unknown, by reason', async () => {
    const { action: _none, ...early } = ANSWERED
    await record(
      { sub: 'left-long-ago' },
      { model: `hmac-sha256:${'x'.repeat(43)}`, outcome: 'denied', code: 'model_not_found' },
      {},
    )
    await createAuditTrail(stack.database).enter([
      auditEntryOf({ ...early, id: 'early' }),
      { ...auditEntryOf({ ...ANSWERED, id: 'odd' }), record: { kind: 'request', version: 99 } },
    ])
    expect(await reportOf(await simulate({}))).toMatchObject({
      ...{ requests: 4, decided: 1, unknown: { ...NONE, user: 1, action: 1, model: 1, form: 1 } },
    })
  })

  it('decides for the model too', async () => {
    await record({ model: 'gpt-closed' })
    expect((await reportOf(await simulate({}))).differences).toEqual([
      { recorded: 'permit', simulated: 'forbid', count: 1 },
    ])
  })

  it('looks at no other tenant, and changes nothing', async () => {
    await record({ tenant: 'other' })
    const set = [forbid('')]
    expect(await reportOf(await simulate({ set }))).toMatchObject({ requests: 0 })
    expect((await stack.call('erin', 'GET', '/admin/policies/proposed/history')).status).toBe(404)
  })

  it('takes stored policies into account, and leaves out those that would be deleted', async () => {
    await record({})
    const stored = {
      ...forbid('when { principal in Department::"finance" }'),
      id: 'stored',
      description: 'For a test.',
    }
    expect((await stack.call('erin', 'POST', '/admin/policies', stored)).status).toBe(201)
    expect((await reportOf(await simulate({}))).examples).toMatchObject([{ policy_ids: ['stored'] }])
    expect((await reportOf(await simulate({ remove: ['stored'] }))).differences).toEqual([])
    const set = [{ ...forbid('when { principal in Department::"hr" }'), id: 'stored' }]
    expect((await reportOf(await simulate({ set }))).differences).toEqual([])
    await stack.call('erin', 'DELETE', '/admin/policies/stored?version=1')
  })

  it('refuses bad policies with line and column, and numbers out of range', async () => {
    const bad = { id: 'bad', text: 'forbid (principal, action, resource)\nwhen { principal.shoeSize > 1 };' }
    const { errors } = await problemOf(await simulate({ set: [forbid(''), bad] }))
    expect(errors).toEqual([expect.objectContaining({ path: 'body.set.1.text', line: 2 })])
    for (const body of [{ last: 0 }, { last: 10_001 }, { set: Array.from({ length: 21 }, () => bad) }]) {
      expect(await problemOf(await simulate(body))).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })
})
