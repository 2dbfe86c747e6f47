import type { PolicyTest } from '@sluice/policy'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createPolicyTests } from '../policies/test-policies.ts'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

// The first test waits for the thread to start.
vi.setConfig({ testTimeout: 120_000 })

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({ MODELS_BY_GROUP: '{"*":["gpt-test"]}' })
}, 300_000)
afterAll(() => stack?.stop())
beforeEach(async () => void (await stack.database.pool.query('DELETE FROM policies; DELETE FROM policy_versions')))

const TEXT = `forbid (principal, action == Action::"invokeWithoutApproval", resource)
when { context has tile && context.tile.level >= 5 };`
const HOLD = { id: 'hold-payments', text: TEXT }
const waits = {
  ...{ name: 'Payment data waits', groups: ['dept:finance'], action: 'invoke', resource: 'A', tile: 5 },
  ...{ effect: 'hold', by: ['hold-payments'] },
}
const passes = { groups: [], action: 'invoke', resource: 'A', tile: 4, effect: 'permit' }

const reportSchema = z.object({
  ...{ passed: z.number(), failed: z.number(), not_run: z.number() },
  suites: z.array(z.looseObject({ policy_id: z.string(), results: z.array(z.looseObject({ outcome: z.string() })) })),
  ...{ untested: z.array(z.string()), unreadable: z.array(z.string()) },
})
const run = (body: object, caller: 'erin' | 'carol' | 'grace' = 'erin') =>
  stack.call(caller, 'POST', '/admin/policies/test', body)
const reportOf = async (body: object, caller?: 'erin' | 'carol') =>
  reportSchema.parse(await okJson(await run(body, caller)))
const save = (body: object) => stack.call('erin', 'POST', '/admin/policies', { description: 'For a test.', ...body })

describe('POST /admin/policies/test', () => {
  it('says of each test of a draft whether it passed, and what was decided', async () => {
    const strict = { ...passes, effect: 'forbid' }
    const report = await reportOf({ set: [{ ...HOLD, tests: [waits, passes, strict] }] })
    expect(report).toMatchObject({ passed: 2, failed: 1, not_run: 0, untested: [], unreadable: [] })
    expect(report.suites).toEqual([
      {
        policy_id: 'hold-payments',
        results: [
          { outcome: 'passed', test: waits, got: { effect: 'hold', policy_ids: ['hold-payments'] } },
          { outcome: 'passed', test: passes, got: { effect: 'permit', policy_ids: ['action-a'] } },
          { outcome: 'failed', test: strict, got: { effect: 'permit', policy_ids: ['action-a'] } },
        ],
      },
    ])
    // Nothing is stored.
    expect((await stack.call('erin', 'GET', '/admin/policies/hold-payments/history')).status).toBe(404)
    expect(await reportOf({ set: [HOLD] }, 'carol')).toMatchObject({ suites: [], untested: ['hold-payments'] })
  })

  it('keeps tests with each version, and runs those of other policies against a draft', async () => {
    const saved = z
      .object({ policy: z.object({ version: z.number(), tests: z.array(z.unknown()).optional() }) })
      .parse(await (await save({ ...HOLD, tests: [waits, passes] })).json())
    expect(saved.policy).toEqual(expect.objectContaining({ version: 1, tests: [waits, passes] }))
    // A client that knows no tests does not lose them.
    expect((await save({ ...HOLD, version: 1, description: 'Another one.' })).status).toBe(200)
    const draft = { id: 'hold-all', text: TEXT.replace('>= 5', '>= 1') }
    const report = await reportOf({ set: [{ ...draft, tests: [] }] })
    expect(report).toMatchObject({ passed: 0, failed: 2, untested: ['hold-all'] })
    expect(report.suites).toMatchObject([
      {
        policy_id: 'hold-payments',
        results: [{ got: { policy_ids: ['hold-all', 'hold-payments'] } }, { got: { effect: 'hold' } }],
      },
    ])
    expect(await reportOf({ remove: ['hold-payments'] })).toMatchObject({ suites: [] })
    expect((await save({ ...HOLD, version: 2, tests: [] })).status).toBe(200)
    const history = await okJson(await stack.call('erin', 'GET', '/admin/policies/hold-payments/history'))
    const versions = z.object({
      data: z.array(z.object({ version: z.number(), tests: z.array(z.unknown()).optional() })),
    })
    expect(versions.parse(history).data.map(({ version, tests }) => [version, tests?.length])).toEqual([
      [3, undefined],
      [2, 2],
      [1, 2],
    ])
  })

  it.each<[string, string, object, string]>([
    [
      'a role, by its group',
      'forbid (principal in Role::"ciso", action == Action::"useModel", resource);',
      { groups: ['role:ciso'], action: 'useModel', resource: 'gpt-test' },
      'forbid',
    ],
    [
      'who asks',
      'forbid (principal, action == Action::"useModel", resource) when { principal.sub == "mallory" };',
      { as: 'mallory', groups: [], action: 'useModel', resource: 'gpt-test' },
      'forbid',
    ],
    [
      'the time',
      'forbid (principal, action == Action::"invoke", resource) when { context.time.toTime() >= duration("22h") };',
      { groups: [], at: '2026-03-02T23:30:00Z', action: 'invoke', resource: 'A' },
      'forbid',
    ],
    [
      'noon, where no time is given',
      'forbid (principal, action == Action::"invoke", resource) when { context.time.toTime() >= duration("22h") };',
      { groups: [], action: 'invoke', resource: 'A' },
      'permit',
    ],
    [
      'the configuration',
      'forbid (principal in Role::"ciso", action == Action::"useModel", resource);',
      { groups: [], action: 'useModel', resource: 'gpt-closed' },
      'forbid',
    ],
  ])('decides by %s', async (_what, text, asked, effect) => {
    const report = await reportOf({ set: [{ id: 'draft', text, tests: [{ ...asked, effect }] }] })
    expect(report).toMatchObject({ passed: 1, failed: 0 })
  })

  it('tests a policy that stops freezes as what it is: immutable or not', async () => {
    const text = 'forbid (principal, action == Action::"freeze-user", resource);'
    const test = { groups: ['role:ciso'], action: 'freeze-user', effect: 'forbid' }
    const outcome = async (immutable: boolean) =>
      (await reportOf({ set: [{ id: 'draft', text, immutable, tests: [test] }] })).passed
    expect([await outcome(true), await outcome(false)]).toEqual([1, 0])
  })

  it('refuses faulty policies and tests, too many of either, and who may not', async () => {
    const bad = { id: 'bad', text: 'forbid (principal, action, resource)\nwhen { principal.shoeSize > 1 };' }
    expect((await problemOf(await run({ set: [HOLD, bad] }))).errors).toEqual([
      expect.objectContaining({ path: 'body.set.1.text', line: 2 }),
    ])
    for (const [test, path] of [
      [{ ...waits, effect: 'maybe' }, 'effect'],
      [{ ...waits, resource: 'Z' }, 'resource'],
      [{ ...waits, action: 'fly' }, 'action'],
      [{ ...waits, colour: 'red' }, ''],
    ] as const) {
      for (const refused of [run({ set: [{ ...HOLD, tests: [test] }] }), save({ ...HOLD, tests: [test] })]) {
        const { status, errors } = await problemOf(await refused)
        expect([status, errors?.[0]?.path]).toEqual([400, expect.stringContaining(path)])
      }
    }
    const many = Array.from({ length: 101 }, () => passes)
    expect((await run({ set: [{ ...HOLD, tests: many }] })).status).toBe(400)
    expect((await run({ set: Array.from({ length: 21 }, (_, at) => ({ ...HOLD, id: `p-${at}` })) })).status).toBe(400)
    expect(await problemOf(await run({}, 'grace'))).toMatchObject({ status: 403, code: 'action_not_permitted' })
  })

  it('records which tests were kept, and not what is in them', async () => {
    await stack.takeRecords()
    await save({ ...HOLD, id: 'on-record', tests: [waits] })
    const [record] = await stack.takeRecords()
    expect(record).toMatchObject({
      event: 'policy.created',
      details: { tests_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(JSON.stringify(record)).not.toContain('Payment data')
  })

  it('of stored policies that cannot be read any more are told as such', async () => {
    await save({ ...HOLD, tests: [waits] })
    await stack.database.pool.query(`UPDATE policies SET tests = '[{"action":"of-another-version"}]'`)
    expect(await reportOf({})).toMatchObject({ suites: [], untested: [], unreadable: ['hold-payments'] })
  })

  it('says what was not reached in time, and counts it as neither passed nor failed', async () => {
    const tests = createPolicyTests({
      ...{ policies: { all: async () => [] }, config: { clearances: {} }, rolesByGroup: {} },
      worker: { run: async ({ suites }) => ({ type: 'run', suites: suites.map(() => [{ outcome: 'not-run' }]) }) },
    })
    const author = { tenant: 't', sub: 's', username: 's', groups: [], roles: [], departments: [], client: 'c' }
    const test: PolicyTest = { groups: [], action: 'useModel', effect: 'permit' }
    const set = [{ ...HOLD, immutable: undefined, tests: [test, test] }]
    const { suites } = await tests.run(author, { set, remove: [] }, new AbortController().signal)
    expect(suites[0]?.results.map(({ outcome }) => outcome)).toEqual(['not-run', 'not-run'])
  })
})
