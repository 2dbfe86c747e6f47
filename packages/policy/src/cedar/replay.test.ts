import type { PolicyViolation } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import type { PolicyConfig } from '../policy-config.ts'
import { CLOCK } from '../testing/engines.ts'
import { callerForTests, tileForTests } from '../testing/questions.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'
import { replayPolicy } from './replay-policy.ts'
import { type RecordedRequest, replayRequest } from './replay-request.ts'

const TENANT = 't'
const config: PolicyConfig = {
  clearances: { '*': { level: 3 } },
  modelsByGroup: { '*': ['small'], finance: ['large'] },
  toolsByGroup: { '*': ['crm/find'] },
  quotas: { default: { requestsPerMinute: 7 } },
}
const own = [
  {
    ...{ id: 'no-health-abroad', immutable: true, enabled: true, version: 3 },
    text: 'forbid (principal, action == Action::"route", resource) when { context.tile.level >= 6 && !(resource has region) };',
  },
  {
    ...{ id: 'look-twice', immutable: false, enabled: true, version: 1 },
    text: `forbid (principal, action == Action::"invokeWithoutApproval", resource)
      when { context has tile && context.tile.level == 5 };`,
  },
  {
    ...{ id: 'say-why', immutable: false, enabled: true, version: 1 },
    text: `forbid (principal, action == Action::"invokeWithReason", resource)
      when { context.category == Category::"D" && !context.reasonGiven };`,
  },
]

function snapshot(changes: Partial<PolicyConfig> = {}, policies = own) {
  const source = createCedarPolicies({ ...config, ...changes }, { clock: CLOCK })
  expect(source.replace(TENANT, policies)).toEqual([])
  return source.current(TENANT)
}

const textsOf = (policy = snapshot()) => {
  const { policies, schema, entities } = policy.documents()
  return { policies: policies.text, schema: schema.text, entities: entities.text }
}

describe('the documents of a policy', () => {
  it('make the same policy again', () => {
    const again = replayPolicy(textsOf(), TENANT, CLOCK)
    expect(again?.digests).toEqual(snapshot().digests)
    const principal = callerForTests()
    const question = {
      principal,
      action: 'route-to-endpoint',
      resource: { endpoint: 'e', permittedLevel: 7 },
      context: { tile: tileForTests(6) },
    } as const
    expect(again?.decide(question)).toEqual({ effect: 'forbid', policyIds: ['no-health-abroad'] })
  })

  it('have other digests where a decision could be another one, and only there', () => {
    const { digests } = snapshot()
    expect(snapshot({ quotas: {} }).digests).toEqual(digests)
    expect(snapshot({ clearances: { '*': { level: 4 } } }).digests).toMatchObject({ policies: digests.policies })
    expect(snapshot({ clearances: { '*': { level: 4 } } }).digests.entities).not.toBe(digests.entities)
    expect(snapshot({ heldActions: ['G'] }).digests.entities).not.toBe(digests.entities)
    const changed = own.map((policy) => ({ ...policy, immutable: true }))
    expect(snapshot({}, changed).digests.policies).not.toBe(digests.policies)
    expect(snapshot({}, own.slice(1)).digests.policies).not.toBe(digests.policies)
  })

  it.each([
    [
      'other policies built in',
      { policies: JSON.stringify({ built_in: ['permit (principal, action, resource);'], tenant: [] }) },
    ],
    ['another schema', { schema: 'entity User;' }],
    ['no policies', { policies: 'nothing' }],
    ['other types of data', { entities: '{"clearances":{},"types":["NONE"]}' }],
    ['a configuration that cannot be', { entities: textsOf().entities.replace('"observe":0.3', '"observe":5') }],
    ['a configuration in another form', { entities: ` ${textsOf().entities}` }],
  ])('make none of %s', (_what, changes) => {
    expect(replayPolicy({ ...textsOf(), ...changes }, TENANT, CLOCK)).toBeUndefined()
  })
})

const violation = (layer: PolicyViolation['layer'], policy_id: string, action: PolicyViolation['action']) =>
  ({ layer, policy_id, action, severity: 'high', message: 'm' }) as const

const answered: RecordedRequest = {
  ...{ principal: callerForTests(), model: 'small', reasonGiven: false, category: 'A', tile: tileForTests(2) },
  ...{ outcome: 'answered', violations: [], asked: [{ endpoint: 'cloud', permittedLevel: 5 }] },
}
const held: RecordedRequest = {
  ...{ ...answered, category: 'F', outcome: 'held', asked: [] },
  violations: [violation('L0', 'action-f', 'held')],
}
const heldByData: RecordedRequest = {
  ...{ ...answered, tile: tileForTests(5), outcome: 'held', asked: [] },
  violations: [violation('L2', 'look-twice', 'held')],
}
const asksWhy: RecordedRequest = {
  ...{ ...answered, category: 'D', outcome: 'denied', code: 'reason_required', asked: [] },
  violations: [violation('L0', 'say-why', 'blocked')],
}
const notSent: RecordedRequest = {
  ...{ ...answered, tile: tileForTests(6), outcome: 'denied', code: 'no_compliant_endpoint', asked: [] },
  violations: [violation('L5', 'no-health-abroad', 'blocked'), violation('L5', 'route-permitted-level', 'blocked')],
  serving: [
    { endpoint: 'cloud', permittedLevel: 5 },
    { endpoint: 'abroad', permittedLevel: 7 },
  ],
}

describe('a replay', () => {
  it.each<[string, RecordedRequest, number]>([
    ['was answered', answered, 4],
    ['called a tool', { ...answered, model: 'mcp/crm', tile: tileForTests(2) }, 4],
    ['was held for what it does', held, 3],
    ['was held for its data', heldByData, 3],
    ['was approved and answered', { ...heldByData, outcome: 'answered' }, 3],
    ['gave no reason', asksWhy, 2],
    ['gave a reason', { ...answered, category: 'D', reasonGiven: true }, 4],
    ['no endpoint may see', notSent, 5],
    ['L1 refused', { ...heldByData, outcome: 'denied', code: 'jailbreak_detected', violations: [] }, 3],
    [
      'may not use the model',
      {
        ...answered,
        model: 'large',
        category: undefined,
        tile: undefined,
        outcome: 'denied',
        code: 'model_not_found',
        asked: [],
      },
      1,
    ],
    ['named a model that nobody serves', { ...answered, model: undefined }, 0],
  ])('agrees with the record of a request that %s', (_what, request, decisions) => {
    const replay = replayRequest(snapshot(), request)
    expect(replay.differences).toEqual([])
    expect(replay.decisions).toHaveLength(decisions)
  })

  it.each<[string, RecordedRequest, string | RegExp]>([
    [
      'called a tool that is closed',
      { ...answered, model: 'mcp/closed' },
      'tool-by-group forbid the model, and the request went on.',
    ],
    ['was answered though it is held', { ...held, outcome: 'answered', violations: [] }, /^action-f holds or refuses/],
    ['was held by nobody', { ...answered, outcome: 'held' }, 'The request was held, and no policy holds it.'],
    ['names another policy', { ...held, violations: [violation('L0', 'action-g', 'held')] }, /action-g is on record/],
    ['was answered without its reason', { ...asksWhy, outcome: 'answered', code: undefined }, /refuses the request/],
    ['was refused by no policy', { ...answered, outcome: 'denied', code: 'action_not_permitted' }, /no policy refuses/],
    [
      'was sent where it may not go',
      { ...answered, tile: tileForTests(6) },
      'route-permitted-level forbid cloud, which got the request.',
    ],
    ['was sent nowhere though it may be', { ...notSent, tile: tileForTests(3) }, /^cloud may see the request/],
    ['names too few policies', { ...notSent, violations: [] }, /keeps the request from an endpoint/],
    ['used a model that is not open', { ...answered, model: 'large' }, /forbid the model/],
  ])('tells of a request that %s', (_what, request, difference) => {
    expect(replayRequest(snapshot(), request).differences).toContainEqual(expect.stringMatching(difference))
  })
})
