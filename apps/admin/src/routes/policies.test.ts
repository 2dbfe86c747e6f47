import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

let stack: AdminStack

beforeAll(async () => {
  stack = await startAdminStack()
})
afterAll(() => stack.stop())

/** Somebody with both roles. */
const BOTH = { sub: 'office', groups: ['role:aigo', 'role:ciso'] }

const TEXT = 'forbid (principal, action == Action::"freeze-user", resource)\nwhen { principal in Group::"interns" };'

let serial = 0
/** A policy that does not exist yet. */
const fresh = (changes: object = {}) => {
  serial += 1
  return { id: `policy-${serial}`, description: 'Interns freeze nobody.', text: TEXT, ...changes }
}
const post = (caller: Parameters<AdminStack['call']>[0], body: object) =>
  stack.call(caller, 'POST', '/admin/policies', body)
const saved = async (response: Response, status = 201) => {
  expect(response.status).toBe(status)
  return savedSchema.parse(await response.json())
}
const savedSchema = z.looseObject({ warnings: z.array(z.unknown()) })
const pageSchema = z.object({
  policy_version: z.string(),
  data: z.array(z.looseObject({ id: z.string(), origin: z.string(), immutable: z.boolean() })),
  next: z.string().optional(),
})

describe('POST /admin/policies', () => {
  it('creates, updates and records, and the history keeps every version', async () => {
    await stack.takeRecords()
    const order = fresh()
    expect(await saved(await post('erin', { ...order, reason: 'A new rule.' }))).toEqual({
      policy: {
        ...order,
        ...{ origin: 'stored', immutable: false, status: 'enabled', version: 1, changed_by: 'user:erin' },
        changed_at: TIME,
      },
      warnings: [],
      announced: true,
    })
    const softer = { ...order, version: 1, enabled: false }
    expect(await saved(await post('erin', softer), 200)).toMatchObject({ policy: { version: 2, status: 'disabled' } })
    expect(await okJson(await stack.call('carol', 'GET', `/admin/policies/${order.id}/history`))).toEqual({
      data: [
        expect.objectContaining({ version: 2, change: 'updated', status: 'disabled', changed_by: 'user:erin' }),
        expect.objectContaining({ version: 1, change: 'created', status: 'enabled', text: TEXT, changed_at: TIME }),
      ],
    })
    expect(await stack.takeRecords()).toMatchObject([
      {
        ...{ event: 'policy.created', severity: 'high', actor: 'user:erin', tenant: 'default', reason: 'A new rule.' },
        details: { policy_id: order.id, policy_version: 1, immutable: false, enabled: true },
      },
      { event: 'policy.updated', details: { policy_version: 2, enabled: false } },
    ])
  })

  it('refuses a bad policy with line, column and message', async () => {
    const bad = fresh({ text: 'forbid (principal, action, resource)\nwhen { principal.shoeSize > 3 };' })
    const problem = await problemOf(await post('erin', bad))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem.errors).toEqual([
      { path: 'body.text', message: expect.stringContaining('shoeSize'), line: 2, column: expect.any(Number) },
    ])
    const cut = await problemOf(await post('erin', fresh({ text: 'forbid (principal' })))
    expect(cut.errors).toEqual([expect.objectContaining({ path: 'body.text', line: 1 })])
  })

  it('refuses the id of a built-in policy', async () => {
    const problem = await problemOf(await post('erin', fresh({ id: 'action-f' })))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('warns of a policy that can never apply, and saves it', async () => {
    const never = fresh({ text: 'forbid (principal, action == Action::"freeze-user", resource) when { false };' })
    const { warnings } = await saved(await post('erin', never))
    expect(warnings).toEqual([{ line: expect.any(Number), column: expect.any(Number), message: expect.any(String) }])
  })

  it.each([
    ['AIGO', 'erin', { immutable: true }],
    ['CISO', 'carol', { immutable: false }],
  ] as const)('keeps %s from policies of the other kind', async (_role, caller, kind) => {
    expect(await problemOf(await post(caller, fresh(kind)))).toMatchObject({
      status: 403,
      code: 'action_not_permitted',
    })
    const other = fresh({ immutable: !kind.immutable })
    const by = caller === 'erin' ? 'erin' : 'carol'
    expect((await post(by, other)).status).toBe(201)
    // Neither may make it one of the other kind, or take one of the other kind over.
    const turned = { ...other, version: 1, ...kind }
    expect((await post('carol', turned)).status).toBe(403)
    expect((await post('erin', turned)).status).toBe(403)
    expect((await post(BOTH, turned)).status).toBe(200)
  })

  it('lets a CISO change immutable policies, which is critical', async () => {
    await stack.takeRecords()
    const order = fresh({ immutable: true })
    await saved(await post('carol', order))
    expect((await post('erin', { ...order, version: 1 })).status).toBe(403)
    const removal = `/admin/policies/${order.id}?version=1`
    expect((await stack.call('erin', 'DELETE', removal)).status).toBe(403)
    expect(await okJson(await stack.call('carol', 'DELETE', removal))).toEqual({
      ...{ id: order.id, version: 2, announced: true },
    })
    expect(await stack.takeRecords()).toMatchObject([
      { event: 'policy.created', severity: 'critical' },
      { event: 'policy.deleted', severity: 'critical', details: { policy_version: 2 } },
    ])
  })

  it('takes as many changes at once as come, one after another', async () => {
    const orders = Array.from({ length: 12 }, () => fresh())
    const statuses = await Promise.all(orders.map(async (order) => (await post('erin', order)).status))
    expect(statuses).toEqual(orders.map(() => 201))
  })

  it('refuses a change of a version that is not the last, and what is not there', async () => {
    const order = fresh()
    await saved(await post('erin', order))
    for (const version of [undefined, 2]) {
      expect(await problemOf(await post('erin', { ...order, version }))).toMatchObject({
        status: 409,
        code: 'conflict',
      })
    }
    const removal = await stack.call('erin', 'DELETE', `/admin/policies/${order.id}?version=2`)
    expect(await problemOf(removal)).toMatchObject({ status: 409, code: 'conflict' })
    expect(await problemOf(await post('erin', { ...fresh(), version: 1 }))).toMatchObject({ status: 404 })
    expect(await problemOf(await stack.call('erin', 'DELETE', '/admin/policies/action-f?version=1'))).toMatchObject({
      ...{ status: 409, code: 'conflict', detail: 'Built-in policies cannot be deleted.' },
    })
  })

  it.each([
    ['everything to everybody', 'forbid (principal, action, resource);'],
    ['policies to everybody', 'forbid (principal, action == Action::"write-policy", resource);'],
    ['policies of its kind', 'forbid (principal, action == Action::"write-policy", resource is Policy);'],
    [
      'policies from next year on',
      'forbid (principal, action == Action::"write-policy", resource) when { context.time > datetime("2027-06-01") };',
    ],
  ])('refuses a policy that forbids %s: nobody could take it back', async (_what, text) => {
    const order = fresh({ text })
    expect(await problemOf(await post('erin', order))).toMatchObject({
      ...{ status: 409, code: 'conflict', detail: expect.stringContaining('nobody could change policies') },
    })
    expect((await stack.call('erin', 'GET', `/admin/policies/${order.id}/history`)).status).toBe(404)
  })

  it('takes effect at once in this service, for the tenant of its author only', async () => {
    const order = fresh({
      text: 'forbid (principal in Role::"soc-analyst", action == Action::"view-idp-sync", resource);',
    })
    const look = () => stack.call('dave', 'GET', '/admin/idp-sync')
    expect((await look()).status).toBe(200)
    await saved(await post('erin', order))
    expect(await problemOf(await look())).toMatchObject({ status: 403, code: 'action_not_permitted' })
    expect((await stack.call('carol', 'GET', '/admin/idp-sync')).status).toBe(200)
    const elsewhere = await stack.call(
      { sub: 'dave', tid: 'other', groups: ['role:soc-analyst'] },
      'GET',
      '/admin/idp-sync',
    )
    expect(await problemOf(elsewhere)).toMatchObject({ code: 'user_not_active' })
    await okJson(await stack.call('erin', 'DELETE', `/admin/policies/${order.id}?version=1`))
    expect((await look()).status).toBe(200)
  })

  it('gives nobody more than the built-in policies do', async () => {
    const order = fresh({ text: 'permit (principal, action, resource);' })
    const { warnings } = await saved(await post('erin', order))
    expect(warnings).not.toEqual([])
    expect((await stack.call('grace', 'GET', '/admin/policies')).status).toBe(403)
    expect((await stack.call('erin', 'POST', '/admin/users/u-bob/freeze', { reason: 'x' })).status).toBe(403)
    await okJson(await stack.call('erin', 'DELETE', `/admin/policies/${order.id}?version=1`))
  })

  it.each<[string, object]>([
    ['an id with capitals', { id: 'Policy' }],
    ['an unknown member', { colour: 'red' }],
    ['an empty text', { text: ' ' }],
    ['version 0', { version: 0 }],
  ])('refuses %s', async (_what, changes) => {
    expect(await problemOf(await post('erin', fresh(changes)))).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('GET /admin/policies', () => {
  it('lists built-in and stored policies in pages', async () => {
    const order = fresh()
    await saved(await post('erin', order))
    const seen: z.output<typeof pageSchema>['data'] = []
    const pageOf = async (response: Response) => pageSchema.parse(await okJson(response))
    let next: string | undefined
    do {
      const page = await pageOf(
        await stack.call('erin', 'GET', `/admin/policies?limit=40${next === undefined ? '' : `&cursor=${next}`}`),
      )
      expect(page.policy_version).toMatch(/^[0-9a-f]{16}$/)
      seen.push(...page.data)
      next = page.next
    } while (next !== undefined)
    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => (one < other ? -1 : 1)))
    expect(seen.find(({ id }) => id === 'write-policy-aigo')).toMatchObject({
      ...{ origin: 'built-in', immutable: true, status: 'enabled', description: expect.stringMatching(/\S/) },
      text: expect.stringContaining('permit'),
    })
    expect(seen.find(({ id }) => id === order.id)).toMatchObject({ origin: 'stored', version: 1 })
    const stored = await pageOf(await stack.call('carol', 'GET', '/admin/policies?origin=stored&limit=100'))
    expect(stored.data.every(({ origin }) => origin === 'stored')).toBe(true)
  })
})

describe('POST /admin/policies/validate', () => {
  const validate = async (body: object) => okJson(await stack.call('erin', 'POST', '/admin/policies/validate', body))

  it('finds what saving would refuse, by line and column, and stores nothing', async () => {
    await stack.takeRecords()
    const broken = 'forbid (principal,\n action == Action::"revael", resource);'
    expect(await validate({ text: broken })).toEqual({
      valid: false,
      errors: [{ line: 2, column: 12, message: expect.stringContaining('did you mean `Action::"reveal"`') }],
      warnings: [],
    })
    expect(await problemOf(await post('erin', fresh({ text: broken })))).toMatchObject({
      errors: [{ line: 2, column: 12 }],
    })
    expect(await stack.takeRecords()).toEqual([])
  })

  it('warns of what it does otherwise, and finds nothing wrong with a good one', async () => {
    expect(await validate({ text: 'permit (principal, action, resource);' })).toMatchObject({
      ...{ valid: true, errors: [] },
      warnings: [{ line: 1, column: 1, message: expect.stringContaining('A permit changes nothing') }],
    })
    expect(await validate({ id: 'mine', text: TEXT })).toEqual({ valid: true, errors: [], warnings: [] })
  })

  it('knows the ids that are taken by built-in policies', async () => {
    expect(await validate({ id: 'default-deny', text: TEXT })).toMatchObject({
      ...{ valid: false, errors: [{ line: 1, message: expect.stringContaining('built-in') }] },
    })
  })
})
