import { newApiKey } from '@sluice/auth'
import {
  createApiKeysRepository,
  createAuditTrail,
  createEvidenceChallengesRepository,
  createLegalHoldsRepository,
  createSoarDeliveriesRepository,
  USAGE_DIMENSIONS,
} from '@sluice/db'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATIONS } from '../add-routes.ts'
import { type AdminStack, startAdminStack } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
/** Stands in everything that the first tenant has. The other one never sends it, and must never see it. */
const MARK = 'mark-of-the-first'
/** What both tenants may name. */
const USER = 'maria'
const POLICY = 'shared-name'
const ROLES = ['ciso', 'soc-analyst', 'auditor', 'legal-counsel', 'aigo', 'dept-admin', 'key-holder']
const KEY = newApiKey()
const THIS_YEAR = String(new Date().getUTCFullYear())
const UUID = '019a0000-0000-7000-8000-000000000001'

let stack: AdminStack
let sessionId: number
let recordId: string

beforeAll(async () => {
  stack = await startAdminStack({
    AUDIT_WRITER: 'true',
    TLOG_KEY: Buffer.alloc(32, 9).toString('base64'),
    TLOG_CHECKPOINT_MS: '100',
  })
  await stack.database.pool.query(
    "INSERT INTO users (tenant, sub, preferred_username, groups, active) VALUES ('other', 'stranger', 'stranger', '{}', true)",
  )
  sessionId = (await stack.begin('u-alice', { departments: [MARK], name: MARK })).id
  const policy = {
    id: POLICY,
    description: MARK,
    text: 'forbid (principal, action == Action::"route", resource) when { false };',
  }
  await stack.call('erin', 'POST', '/admin/policies', policy)
  await stack.call('carol', 'POST', `/admin/users/${USER}/freeze`, { reason: MARK, force: true })
  await stack.call('carol', 'POST', '/admin/break-glass', { reason: MARK, drill: true })
  const [tenant, at] = ['default', new Date()]
  await createLegalHoldsRepository(stack.database).open({
    ...{ id: UUID, tenant, sub: USER, sessionId: undefined, reason: MARK, openedBy: 'user:office', openedAt: at },
  })
  await createEvidenceChallengesRepository(stack.database).add(
    {
      ...{ id: UUID, tenant, by: 'leaf', numbers: [0], choice: { seed: MARK, from: 0, to: 1 }, size: 1, askedBy: MARK },
      ...{ askedAt: at, answerBy: new Date(at.getTime() + 3_600_000) },
    },
    [],
    async () => undefined,
  )
  // Its owner has the name of the caller of the other tenant, too.
  const key = { id: KEY.id, tenant, sub: 'stranger', name: MARK, groups: [], departments: [MARK], createdAt: at }
  const narrowed = { secretHash: KEY.secretHash, models: [MARK], wires: undefined, requestsPerMinute: undefined }
  const expiresAt = new Date(at.getTime() + 3_600_000)
  const keys = createApiKeysRepository(stack.database)
  await keys.insert({ ...key, ...narrowed, createdBy: MARK, expiresAt }, 10, async () => undefined)
  const body = {
    ...{ type: 'sluice.anomaly.break_glass_used', timestamp: at.toISOString() },
    data: { anomaly: 'break_glass_used', id: UUID, record_id: MARK, tenant },
  }
  const deliveries = createSoarDeliveriesRepository(stack.database)
  await deliveries.add({ id: UUID, tenant, type: body.type, body, createdAt: at })
  await deliveries.note(UUID, { state: 'dead', lastStatus: 500, at })
  await createAuditTrail(stack.database).enter([
    {
      ...{ id: 'of-usage', tenant, timeMs: at.getTime(), type: 'request.answered', severity: 1, sub: MARK },
      ...{ layers: [], policyIds: [], record: {} },
      usage: {
        ...{ model: MARK, endpoint: MARK, departments: [MARK], api_key: MARK, estimated: false, cache_hit: false },
        ...{ input_tokens: 1, output_tokens: 1, cost_micros: 1 },
      },
    },
  ])
  const find = async () =>
    (await stack.database.pool.query<{ id: string }>('SELECT id FROM audit_events WHERE sub = $1', [USER])).rows[0]?.id
  await vi.waitFor(async () => expect(await find()).toBeDefined(), within)
  recordId = (await find()) ?? ''
}, 300_000)
afterAll(() => stack?.stop())

/** What the first tenant has, where others could change it. */
async function stateOfTheFirst(): Promise<unknown> {
  const ask = async (text: string) => (await stack.database.pool.query(text)).rows
  return [
    await ask("SELECT id, version, text FROM policies WHERE tenant = 'default'"),
    await ask("SELECT id, released_at FROM legal_holds WHERE tenant = 'default'"),
    await ask("SELECT id, state FROM soar_deliveries WHERE tenant = 'default'"),
    await ask("SELECT id, revoked_by FROM api_keys WHERE tenant = 'default'"),
    await ask("SELECT id, confirmed_by, revoked_by FROM break_glass_grants WHERE tenant = 'default'"),
    await ask("SELECT id, numbers FROM evidence_challenges WHERE tenant = 'default'"),
    await ask("SELECT requests, sub, endpoint FROM usage_sums WHERE tenant = 'default'"),
    await ask("SELECT count(*)::int AS proofs FROM evidence_proofs WHERE tenant = 'default'"),
    await ask("SELECT count(*)::int AS records FROM audit_events WHERE tenant = 'default' AND record IS NULL"),
    await stack.sessions.find(sessionId),
  ]
}

/** Ids of the first tenant in paths, queries and bodies, in any mixture. */
const attempt = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  roles: fc.subarray(ROLES, { minLength: 1 }),
  id: fc.constantFrom('session', 'uuid', 'policy', 'key'),
  query: fc.constantFrom(
    '',
    `?user=${USER}`,
    '?session=SESSION',
    '?id=RECORD',
    '?version=1',
    '?limit=100',
    `?q=${USER}`,
    ...USAGE_DIMENSIONS.map((by) => `?from=2026-01-01&to=2026-12-31&by=${by}`.replaceAll('2026', THIS_YEAR)),
  ),
  body: fc.constantFrom<object>(
    { reason: 'x' },
    { reason: 'x', user: USER },
    { reason: 'x', session_id: 0 },
    { reason: 'x', session_id: 0, user: 'u-alice', entity_types: ['PERSON'], duration_minutes: 5 },
    { decision: 'approve', comment: 'x' },
    { id: POLICY, version: 1, description: 'x', text: 'permit (principal, action, resource);' },
    { run_id: UUID },
    { last: 10 },
    { name: 'x', user: 'u-alice' },
    { name: 'x' },
    { by: 'leaf', numbers: [0, 1, 2, 3] },
  ),
})

describe('a tenant', () => {
  it('sees and changes nothing of another one, by whatever operation, role and id', async () => {
    const before = await stateOfTheFirst()
    const one = expect.arrayContaining([expect.anything()])
    expect(before).toEqual([
      ...Array.from({ length: 6 }, () => one),
      [{ requests: '1', sub: MARK, endpoint: MARK }],
      [{ proofs: 0 }],
      [{ records: 0 }],
      expect.objectContaining({ state: 'active' }),
    ])
    await fc.assert(
      fc.asyncProperty(attempt, async ({ operation, roles, id, query, body }) => {
        const { method, path } = operation.route
        const ids = { session: String(sessionId), uuid: UUID, policy: POLICY, key: KEY.id }
        const address = path.replace('{id}', ids[id]).replace('{sub}', USER)
        const asked = query.replace('SESSION', String(sessionId)).replace('RECORD', recordId)
        const groups = roles.map((role) => `role:${role}`)
        const token = await stack.mint({ sub: 'stranger', tid: 'other', groups })
        const sent = 'session_id' in body ? { ...body, session_id: sessionId } : body
        const response = await fetch(`${stack.url}${address}${asked}`, {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method === 'post' ? { body: JSON.stringify(sent) } : {}),
        })
        const text = await response.text()
        expect(text).not.toContain(MARK)
        if (response.status >= 500) expect([response.status, path]).toEqual([503, path])
      }),
      { numRuns: 400 },
    )
    expect(await stateOfTheFirst()).toEqual(before)
  })
})
