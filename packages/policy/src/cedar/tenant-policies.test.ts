import {
  ACTION_CATEGORIES,
  ADMIN_ROLES,
  ENTITY_CLASSES,
  ENTITY_TYPES,
  type Level,
  levelSchema,
} from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ADMIN_ACTIONS, EMERGENCY_ACTIONS, isSoarAction } from '../actions.ts'
import { createLevelPolicy } from '../level/level-policy.ts'
import type { PolicyConfig } from '../policy-config.ts'
import type { AdminResource, PolicyQuestion } from '../question.ts'
import { CLOCK } from '../testing/engines.ts'
import { ask, callerForTests, tileForTests } from '../testing/questions.ts'
import { createCedarPolicies } from './create-cedar-policies.ts'

const CONFIG: PolicyConfig = {
  clearances: { '*': { level: 1 }, finance: { level: 4, reveal: ['CREDIT_CARD'] } },
  modelsByGroup: { '*': ['small'], finance: ['large'] },
  toolsByGroup: { finance: ['crm/find'] },
  forbiddenActions: ['E'],
  soar: { scope: 'soar', clients: ['splunk'], allowUnfreeze: false },
}
const alice = callerForTests({ sub: 'alice', groups: ['finance'], departments: ['finance'] })
const bob = callerForTests({ sub: 'bob', groups: ['finance'], departments: ['finance'] })

function policiesWith(...texts: string[]) {
  const policies = createCedarPolicies(CONFIG, { clock: CLOCK })
  const faults = policies.replace('t', stored(...texts))
  return { policies, faults, snapshot: policies.current('t') }
}

function stored(...texts: string[]) {
  return texts.map((text, index) => ({ id: `own-${index}`, text, immutable: false, enabled: true, version: 1 }))
}

const LEVELS: readonly Level[] = Array.from({ length: 8 }, (_, level) => levelSchema.parse(level))
const RESOURCES: readonly (AdminResource | undefined)[] = [
  undefined,
  { type: 'session', tenant: 't', departments: ['finance'], view: 'full' },
  { type: 'session', tenant: 't', departments: ['hr'], view: 'full' },
  { type: 'session', tenant: 't', departments: [], view: 'state' },
  { type: 'session', tenant: 'other', departments: ['finance'], view: 'full' },
  { type: 'policy', tenant: 't', isMutable: true },
  { type: 'policy', tenant: 't', isMutable: false },
  { type: 'approval', tenant: 't', departments: ['finance'] },
  { type: 'approval', tenant: 't', departments: ['hr'] },
]

/** With every level: one that callers list, one that they do not, and one whose level depends on the value. */
const SOME_TYPES = ['US_SSN', 'PERSON', 'CODENAME'] as const

/** Every cell of the role table, every clearance, every hold. */
function everyQuestion(): PolicyQuestion[] {
  const callers = Object.keys(ADMIN_ROLES).map((role) => callerForTests({ roles: [role], departments: ['finance'] }))
  const signed = { credential: 'signature' } as const
  const machine = { credential: 'token', scopes: [], isPerson: false, client: 'other' } as const
  return [
    ...[callerForTests(), ...callers].flatMap((principal) =>
      ADMIN_ACTIONS.flatMap((action) =>
        RESOURCES.map((resource) => ({ principal, action, ...(resource && { resource }) })),
      ),
    ),
    ...[callerForTests(), alice].flatMap((caller) => [
      ...ENTITY_TYPES.map((type) => ask.reveal(caller, type, ENTITY_CLASSES[type].level)),
      ...SOME_TYPES.flatMap((type) => LEVELS.map((level) => ask.reveal(caller, type, level))),
      ...LEVELS.flatMap((level) => LEVELS.map((permitted) => ask.route(caller, tileForTests(level), permitted))),
      ...ACTION_CATEGORIES.map((category) => ask.perform(caller, category)),
      ...['small', 'large', 'none'].map((model) => ask.useModel(caller, model)),
      ...['web_search', 'mcp'].map((tool) => ask.useProviderTool(caller, tool)),
      ...['', 'find', 'send'].map((tool) => ask.callTool(caller, 'crm', tool)),
      ask.useCache(caller),
    ]),
    ...([signed, machine] as const).flatMap((context) => [
      { principal: alice, action: 'soar-freeze-user' as const, context },
      { principal: alice, action: 'soar-unfreeze-user' as const, context },
    ]),
  ]
}

describe('a permit of everything', () => {
  const level = createLevelPolicy(CONFIG).current('t')
  const { snapshot } = policiesWith('permit (principal, action, resource);')

  it('changes no cell of the role table, no clearance and no hold', () => {
    const questions = everyQuestion()
    expect(questions.length).toBeGreaterThan(1_000)
    for (const question of questions) {
      const { effect } = snapshot.decide(question)
      expect([question, effect]).toEqual([question, level.decide(question).effect])
    }
    // Four thousand evaluations of Cedar.
  }, 60_000)
})

it('opens no tool, however clearly a permit of the tenant names it, and a forbid closes one', () => {
  const named = 'permit (principal, action == Action::"callTool", resource == Tool::"crm/send");'
  const closing = 'forbid (principal, action == Action::"callTool", resource in ToolServer::"crm");'
  const call = (text: string, tool: string) => policiesWith(text).snapshot.decide(ask.callTool(alice, 'crm', tool))
  expect(call(named, 'send')).toEqual({ effect: 'forbid', policyIds: ['tool-by-group'] })
  expect(call(named, 'find').effect).toBe('permit')
  expect(call(closing, 'find')).toEqual({ effect: 'forbid', policyIds: ['own-0'] })
})

describe('a forbid of the tenant', () => {
  it('narrows what the tenant may do, names itself, and leaves other tenants alone', () => {
    const { policies, faults, snapshot } = policiesWith(
      'forbid (principal, action == Action::"reveal", resource) when { resource.type == EntityType::"US_SSN" };',
    )
    expect(faults).toEqual([])
    const question = ask.reveal(alice, 'US_SSN', 4)
    expect(snapshot.decide(question)).toEqual({ effect: 'forbid', policyIds: ['own-0'] })
    expect(policies.current('other').decide(question).effect).toBe('permit')
    expect(snapshot.decide(ask.reveal(alice, 'PERSON', 2)).effect).toBe('permit')
  })

  it('can hold by data, once the data is known', () => {
    const { snapshot } = policiesWith(
      `forbid (principal, action == Action::"invokeWithoutApproval", resource)
       when { context has tile && context.tile.level >= 5 };`,
    )
    expect(snapshot.decide(ask.perform(alice, 'A')).effect).toBe('permit')
    expect(snapshot.decide(ask.perform(alice, 'A', { tile: tileForTests(4) })).effect).toBe('permit')
    const held = { effect: 'hold', policyIds: ['own-0'] }
    expect(snapshot.decide(ask.perform(alice, 'A', { tile: tileForTests(5) }))).toEqual(held)
    expect(snapshot.decide(ask.perform(alice, 'E', { tile: tileForTests(5) })).effect).toBe('forbid')
  })

  it('can ask for a reason, before it holds', () => {
    const { snapshot } = policiesWith(
      'forbid (principal, action == Action::"invokeWithReason", resource) unless { context.reasonGiven };',
    )
    expect(snapshot.decide(ask.perform(alice, 'A'))).toEqual({ effect: 'require-reason', policyIds: ['own-0'] })
    expect(snapshot.decide(ask.perform(alice, 'F'))).toEqual({ effect: 'require-reason', policyIds: ['own-0'] })
    expect(snapshot.decide(ask.perform(alice, 'A', { reasonGiven: true })).effect).toBe('permit')
    expect(snapshot.decide(ask.perform(alice, 'F', { reasonGiven: true })).effect).toBe('hold')
  })

  it('forbids where no reason satisfies it', () => {
    const { snapshot } = policiesWith('forbid (principal, action == Action::"invokeWithReason", resource);')
    expect(snapshot.decide(ask.perform(alice, 'A', { reasonGiven: true })).effect).toBe('forbid')
  })

  it('can look at what is known of an endpoint', () => {
    const { snapshot } = policiesWith(
      `forbid (principal, action == Action::"route", resource) when { context.tile.level >= 3 }
       unless { resource has retentionDays && resource.retentionDays == 0 };`,
      `forbid (principal, action == Action::"route", resource)
       unless { resource has region && resource.region == "eu" &&
                resource has providerKind && resource.providerKind == ProviderKind::"byok" };`,
    )
    const route = (level: Level, facts: object) => snapshot.decide(ask.route(alice, tileForTests(level), 7, facts))
    const good = { region: 'eu', providerKind: 'byok', retentionDays: 0 }
    expect(route(3, good).effect).toBe('permit')
    expect(route(3, { ...good, retentionDays: 30 }).policyIds).toEqual(['own-0'])
    expect(route(2, { ...good, retentionDays: 30 }).effect).toBe('permit')
    expect(route(0, { ...good, region: 'us' }).policyIds).toEqual(['own-1'])
    expect(route(0, {}).policyIds).toEqual(['own-1'])
  })

  it('can name acts of administrators by group', () => {
    const { snapshot } = policiesWith('forbid (principal, action in Action::"turnKey", resource);')
    const ciso = callerForTests({ roles: ['ciso'] })
    expect(snapshot.decide({ principal: ciso, action: 'open-break-glass' }).effect).toBe('forbid')
    expect(snapshot.decide({ principal: ciso, action: 'list-sessions' }).effect).toBe('permit')
  })
})

describe('a policy that errs', () => {
  const OVERFLOW = 'resource.level + 9223372036854775806 == 0'

  it('forbids, although Cedar itself would pass over it', () => {
    const { snapshot } = policiesWith(`forbid (principal, action == Action::"reveal", resource) when { ${OVERFLOW} };`)
    expect(snapshot.decide(ask.reveal(alice, 'EMAIL_ADDRESS', 3))).toEqual({ effect: 'forbid', policyIds: ['own-0'] })
    expect(snapshot.decide(ask.reveal(alice, 'PERSON', 0)).effect).toBe('permit')
  })

  it('forbids instead of holding', () => {
    const { snapshot } = policiesWith(
      `forbid (principal, action == Action::"invokeWithoutApproval", resource)
       when { context has tile && context.tile.level + 9223372036854775806 > 0 };`,
    )
    expect(snapshot.decide(ask.perform(alice, 'A', { tile: tileForTests(2) })).effect).toBe('forbid')
  })
})

describe('a policy that cannot be used', () => {
  it.each(['forbid (principal, action, resource', 'forbid (principal, action == Action::"revael", resource);'])(
    'closes everything but the way to mend it: %s',
    (text) => {
      const { policies, faults, snapshot } = policiesWith('permit (principal, action, resource);', text)
      expect(faults).toMatchObject([{ policyId: 'own-1', severity: 'error', line: 1 }])
      expect(snapshot.decide(ask.useCache(alice))).toEqual({ effect: 'forbid', policyIds: ['own-1'] })
      const aigo = callerForTests({ roles: ['aigo'] })
      expect(snapshot.decide({ principal: aigo, action: 'write-policy' }).effect).toBe('permit')
      expect(snapshot.decide({ principal: alice, action: 'write-policy' }).effect).toBe('forbid')
      expect(snapshot.decide({ principal: aigo, action: 'view-session' }).effect).toBe('forbid')
      expect(policies.current('other').decide(ask.useCache(alice)).effect).toBe('permit')
      expect(policies.replace('t', stored('permit (principal, action, resource);'))).toEqual([])
      expect(policies.current('t').decide(ask.useCache(alice)).effect).toBe('permit')
    },
  )

  it('is the 201st of a tenant', () => {
    const { faults, snapshot } = policiesWith(...Array<string>(201).fill('permit (principal, action, resource);'))
    expect(faults).toMatchObject([{ message: 'A tenant can have 200 policies.' }])
    expect(snapshot.decide(ask.useCache(alice)).effect).toBe('forbid')
  })
})

describe('a request', () => {
  const FORBID = 'forbid (principal, action == Action::"useCache", resource);'

  it('keeps the policies that it came in under, whatever becomes of them', () => {
    const { policies, snapshot: first } = policiesWith()
    policies.replace('t', stored(FORBID))
    const second = policies.current('t')
    policies.replace('t', [])
    const effects = () => [first, second, policies.current('t')].map((one) => one.decide(ask.useCache(alice)).effect)
    expect(effects()).toEqual(['permit', 'forbid', 'permit'])
    expect(effects()).toEqual(['permit', 'forbid', 'permit'])
  })
})

describe('a version', () => {
  it('changes with what is in force, and only then', () => {
    const { policies, snapshot: none } = policiesWith()
    const [one] = stored('forbid (principal, action == Action::"useCache", resource);')
    if (one === undefined) throw new Error('one is there')
    const versionOf = (...list: Parameters<typeof policies.replace>[1]) => {
      policies.replace('t', list)
      return policies.current('t').version
    }
    const version = versionOf(one)
    expect(version).not.toBe(none.version)
    expect(version).toMatch(/^[0-9a-f]{16}$/)
    // An immutable policy narrows who may stop users, too.
    expect(versionOf({ ...one, immutable: true })).not.toBe(version)
    expect(versionOf({ ...one, version: 2 })).toBe(version)
    expect(versionOf({ ...one, enabled: false })).toBe(none.version)
    expect(versionOf({ ...one, id: 'other' })).not.toBe(version)
    expect(versionOf({ ...one, text: `${one.text} ` })).not.toBe(version)
    expect(versionOf(one, { ...one, id: 'z' })).toBe(versionOf({ ...one, id: 'z' }, one))
  })
})

describe('what is remembered', () => {
  it('is counted', () => {
    const { policies, snapshot } = policiesWith()
    for (let time = 0; time < 5; time += 1) snapshot.decide(ask.reveal(alice, 'PERSON', 2))
    expect(policies.counts()).toEqual({ remembered: 4, evaluated: 1, failed: 0 })
    snapshot.decide(ask.reveal(bob, 'PERSON', 2))
    expect(policies.counts()).toEqual({ remembered: 5, evaluated: 1, failed: 0 })
  })

  it('is no failure: the next question is evaluated again', () => {
    const { policies, snapshot } = policiesWith()
    const question = ask.perform(alice, 'A', { tile: tileForTests(2, { reidentificationRisk: Number.NaN }) })
    for (const times of [1, 2]) {
      expect(snapshot.decide(question)).toEqual({ effect: 'forbid', policyIds: ['policy-error'] })
      expect(policies.counts()).toEqual({ remembered: 0, evaluated: times, failed: times })
    }
  })

  it('belongs to one user where a policy names one', () => {
    for (const condition of [
      'principal == User::"alice"',
      'principal.sub == "alice"',
      '{Var: principal.sub}.Var == "alice"',
    ]) {
      const { snapshot } = policiesWith(
        `forbid (principal, action == Action::"useCache", resource) when { ${condition} };`,
      )
      const effects = [alice, bob, alice, bob].map((caller) => snapshot.decide(ask.useCache(caller)).effect)
      expect([condition, effects]).toEqual([condition, ['forbid', 'permit', 'forbid', 'permit']])
    }
  })

  it('holds for a minute where a policy looks at the time', () => {
    let nowMs = Date.UTC(2026, 0, 5, 17, 59, 59)
    const policies = createCedarPolicies(CONFIG, { clock: { nowMs: () => nowMs } })
    policies.replace(
      't',
      stored(`forbid (principal, action == Action::"useCache", resource)
              when { context.time.toTime() >= duration("18h") };`),
    )
    const effect = () => policies.current('t').decide(ask.useCache(alice)).effect
    expect(effect()).toBe('permit')
    nowMs += 1_000
    expect(effect()).toBe('forbid')
  })
})

it.each(EMERGENCY_ACTIONS)('lets only an immutable policy of a tenant forbid %s', (action) => {
  const text = 'forbid (principal, action, resource);'
  const policies = createCedarPolicies(CONFIG, { clock: CLOCK })
  const signed = { credential: 'signature' } as const
  const question: PolicyQuestion = isSoarAction(action)
    ? { principal: callerForTests(), action, context: signed }
    : { principal: callerForTests({ roles: ['ciso'] }), action }
  const decide = (immutable: boolean) => {
    policies.replace('t', [{ id: 'own', text, immutable, enabled: true, version: 1 }])
    return policies.current('t').decide(question).effect
  }
  expect(decide(false)).toBe('permit')
  expect(decide(true)).toBe('forbid')
  expect(policies.current('t').decide({ principal: alice, action: 'use-cache', resource: { model: 'x' } }).effect).toBe(
    'forbid',
  )
})
