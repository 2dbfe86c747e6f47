import {
  ACTION_CATEGORIES,
  ENTITY_TYPES,
  type EntityType,
  type Level,
  type Principal,
  policyIdSchema,
} from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_JAILBREAK_THRESHOLDS, type PolicyConfig } from './policy-config.ts'
import type { PolicyQuestion } from './question.ts'
import type { PolicySnapshot } from './snapshot.ts'
import { ENGINES } from './testing/engines.ts'
import { ask } from './testing/questions.ts'

const LEVELS: readonly Level[] = [0, 1, 2, 3, 4, 5, 6, 7]

const principal = (...groups: string[]): Principal => ({
  tenant: 't',
  sub: 's',
  username: 's',
  groups,
  roles: [],
  departments: [],
  client: 'c',
})
const config: PolicyConfig = {
  clearances: {
    '*': { level: 1 },
    staff: { level: 3 },
    finance: { level: 4, reveal: ['CREDIT_CARD'] },
    ciso: { level: 7 },
  },
  modelsByGroup: { '*': ['small'], staff: ['large'] },
  providerToolsByGroup: { '*': ['web_search'], staff: ['mcp'] },
  toolsByGroup: { '*': ['crm/find'], staff: ['crm/send', 'files/*'], admin: ['*'] },
}
describe.each(ENGINES)('the %s engine', (_engine, createPolicy) => {
  const policy = createPolicy(config).current('t')
  const open = createPolicy({ clearances: {} }).current('t')

  const reveal = (groups: readonly string[], entity: EntityType, level: Level) =>
    ({ principal: principal(...groups), action: 'reveal-entity', resource: { entity, level } }) as const
  const route = (tileLevel: Level, permittedLevel: Level): PolicyQuestion => ({
    principal: principal(),
    action: 'route-to-endpoint',
    resource: { endpoint: 'e', permittedLevel },
    context: {
      tile: {
        level: tileLevel,
        categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
        reidentificationRisk: 0,
        flags: [],
        digest: '',
      },
    },
  })
  const perform = (category: (typeof ACTION_CATEGORIES)[number]): PolicyQuestion => ({
    principal: principal(),
    action: 'perform-action',
    resource: { category },
    context: { model: 'm', reasonGiven: false },
  })
  const invoke = (model: string, ...groups: string[]): PolicyQuestion => ({
    principal: principal(...groups),
    action: 'invoke-model',
    resource: { model },
  })

  describe('reveal-entity', () => {
    it.each([
      [[], 'PERSON', 2, 'forbid', 'reveal-clearance'],
      [['staff'], 'EMAIL_ADDRESS', 3, 'permit', 'reveal-clearance'],
      [['staff'], 'US_SSN', 4, 'forbid', 'reveal-clearance'],
      [['finance'], 'CREDIT_CARD', 5, 'permit', 'reveal-listed-type'],
      [['finance'], 'CODENAME', 7, 'forbid', 'reveal-clearance'],
      // A value of a listed type, and above the highest level that such values have.
      [['finance'], 'CREDIT_CARD', 6, 'forbid', 'reveal-clearance'],
      [['staff', 'finance'], 'US_SSN', 4, 'permit', 'reveal-clearance'],
      [['ciso'], 'CODENAME', 7, 'permit', 'reveal-clearance'],
      [['unknown'], 'EMAIL_ADDRESS', 3, 'forbid', 'reveal-clearance'],
      [['__proto__', 'constructor'], 'PERSON', 2, 'forbid', 'reveal-clearance'],
    ] as const)('%j %s at %d: %s by %s', (groups, entity, level, effect, id) => {
      expect(policy.decide(reveal(groups, entity, level))).toEqual({ effect, policyIds: [id] })
    })

    it.each([
      [['finance'], 5],
      [['staff'], 3],
      [['staff', 'finance'], 5],
      [['ciso', 'finance'], 7],
      [[], 1],
    ] as const)('of %j has the clearance %d, and nothing above it is permitted', (groups, clearance) => {
      expect(policy.clearanceOf(principal(...groups))).toBe(clearance)
      for (const entity of ENTITY_TYPES) {
        for (const level of LEVELS) {
          if (level > clearance) expect(policy.decide(reveal(groups, entity, level)).effect).toBe('forbid')
        }
      }
      expect(open.clearanceOf(principal(...groups))).toBe(0)
    })

    it('is forbidden to a caller without any entry, even at level 0', () => {
      const closed = createPolicy({ clearances: { staff: { level: 3 } } }).current('t')
      expect(closed.decide(reveal([], 'PERSON', 0)).effect).toBe('forbid')
    })

    it('remembers each caller for itself', () => {
      const [staff, nobody] = [principal('staff'), principal()]
      const resource = { entity: 'EMAIL_ADDRESS', level: 3 } as const
      for (const _time of [1, 2]) {
        expect(policy.decide({ principal: staff, action: 'reveal-entity', resource }).effect).toBe('permit')
        expect(policy.decide({ principal: nobody, action: 'reveal-entity', resource }).effect).toBe('forbid')
      }
    })
  })

  describe('perform-action', () => {
    it('holds F, G and H by default', () => {
      const held = ACTION_CATEGORIES.filter((category) => policy.decide(perform(category)).effect === 'hold')
      expect(held).toEqual(['F', 'G', 'H'])
    })

    it('forbids before it holds, and names each category', () => {
      const strict = createPolicy({ ...config, heldActions: ['E', 'H'], forbiddenActions: ['H'] }).current('t')
      expect(ACTION_CATEGORIES.map((category) => strict.decide(perform(category)))).toEqual([
        { effect: 'permit', policyIds: ['action-a'] },
        { effect: 'permit', policyIds: ['action-b'] },
        { effect: 'permit', policyIds: ['action-c'] },
        { effect: 'permit', policyIds: ['action-d'] },
        { effect: 'hold', policyIds: ['action-e'] },
        { effect: 'permit', policyIds: ['action-f'] },
        { effect: 'permit', policyIds: ['action-g'] },
        { effect: 'forbid', policyIds: ['action-h'] },
      ])
    })
  })

  describe('the rest', () => {
    it('routes up to the permitted level', () => {
      const decisions = ([2, 3, 4] as const).map((level) => policy.decide(route(level, 3)))
      expect(decisions.map(({ effect }) => effect)).toEqual(['permit', 'permit', 'forbid'])
      expect(new Set(decisions.flatMap(({ policyIds }) => policyIds))).toEqual(new Set(['route-permitted-level']))
    })

    it('opens models by group, under exactly the listed names', () => {
      expect(policy.decide(invoke('small'))).toEqual({ effect: 'permit', policyIds: ['model-by-group'] })
      expect(policy.decide(invoke('large'))).toEqual({ effect: 'forbid', policyIds: ['model-by-group'] })
      expect(policy.decide(invoke('large', 'staff')).effect).toBe('permit')
      expect(policy.decide(invoke('cloud/small')).effect).toBe('forbid')
      expect(open.decide(invoke('any')).effect).toBe('permit')
    })

    it('opens tools that providers run by group, by their very type, and to nobody where none is listed', () => {
      const use = (from: PolicySnapshot, tool: string, ...groups: string[]) =>
        from.decide(ask.useProviderTool(principal(...groups), tool))
      const policyIds = ['provider-tool-by-group']
      expect(use(policy, 'web_search')).toEqual({ effect: 'permit', policyIds })
      expect(use(policy, 'web_search_preview')).toEqual({ effect: 'forbid', policyIds })
      expect(use(policy, 'mcp')).toEqual({ effect: 'forbid', policyIds })
      expect(use(policy, 'mcp', 'staff')).toEqual({ effect: 'permit', policyIds })
      expect(use(open, 'web_search')).toEqual({ effect: 'forbid', policyIds })
    })

    it('opens tools of servers by group, one by one, by server or all, and to nobody where none is listed', () => {
      const call = (server: string, tool: string, ...groups: string[]) =>
        policy.decide(ask.callTool(principal(...groups), server, tool))
      const policyIds = ['tool-by-group']
      expect(call('crm', 'find')).toEqual({ effect: 'permit', policyIds })
      expect(call('crm', 'send')).toEqual({ effect: 'forbid', policyIds })
      expect(call('crm', 'find2')).toEqual({ effect: 'forbid', policyIds })
      expect(call('files', 'find')).toEqual({ effect: 'forbid', policyIds })
      expect(call('crm', 'send', 'staff').effect).toBe('permit')
      expect(call('files', 'anything', 'staff').effect).toBe('permit')
      expect(call('other', 'anything', 'staff').effect).toBe('forbid')
      expect(call('other', 'anything', 'admin').effect).toBe('permit')
      // The list of a server is open to whoever may call any of its tools.
      expect(call('crm', '').effect).toBe('permit')
      expect(call('files', '').effect).toBe('forbid')
      expect(call('files', '', 'staff').effect).toBe('permit')
      const closed = { effect: 'forbid', policyIds }
      expect(open.decide(ask.callTool(principal('admin'), 'any', 'tool'))).toEqual(closed)
      expect(open.decide(ask.callTool(principal('admin'), 'any', ''))).toEqual(closed)
    })

    it('lets everyone use the cache', () => {
      const question = { principal: principal(), action: 'use-cache', resource: { model: 'm' } } as const
      expect(policy.decide(question)).toEqual({ effect: 'permit', policyIds: ['use-cache'] })
    })

    it('forbids what it does not know, and every name is a policy id', () => {
      const unknown = { principal: principal(), action: 'launch', resource: {} } as unknown as PolicyQuestion
      const decision = open.decide(unknown)
      expect(decision).toEqual({ effect: 'forbid', policyIds: ['default-deny'] })
      const questions = [...ACTION_CATEGORIES.map(perform), route(1, 1), invoke('m'), reveal([], 'PERSON', 2), unknown]
      for (const question of questions) {
        for (const id of policy.decide(question).policyIds) expect(policyIdSchema.parse(id)).toBe(id)
      }
    })

    it('changes its version with any change, and only then', () => {
      const version = (change: Partial<PolicyConfig>) => createPolicy({ ...config, ...change }).current('t').version
      const same = { clearances: Object.fromEntries(Object.entries(config.clearances).toReversed()) }
      expect(version(same)).toBe(version({}))
      expect(version({ heldActions: ['H', 'G', 'F'] })).toBe(version({}))
      expect(version({ jailbreak: { ...DEFAULT_JAILBREAK_THRESHOLDS, secondStage: true } })).toBe(version({}))
      const versions = [
        version({}),
        version({ heldActions: [] }),
        version({ forbiddenActions: ['A'] }),
        version({ jailbreak: { observe: 0.4, block: 0.8 } }),
        version({ jailbreak: { observe: 0.4, block: 0.8, secondStage: false } }),
        version({ jailbreak: { observe: 0.4, block: 0.8, session: { raise: 0, messages: 5, halfLifeMs: 600_000 } } }),
        version({ modelsByGroup: {} }),
        version({ clearances: {} }),
      ]
      expect(new Set(versions).size).toBe(versions.length)
      for (const one of versions) expect(one).toMatch(/^[0-9a-f]{16}$/)
    })

    it.each([
      [0, 0.5],
      [0.9, 0.5],
      [0.5, 1.1],
      [Number.NaN, 0.5],
    ])('refuses thresholds %d and %d', (observe, block) => {
      expect(() => createPolicy({ clearances: {}, jailbreak: { observe, block } })).toThrow(RangeError)
    })

    it.each([{ raise: 3.1 }, { raise: Number.NaN }, { messages: 0 }, { halfLifeMs: 999 }])(
      'refuses suspicion of sessions with %o',
      (change) => {
        const session = { raise: 1.5, messages: 5, halfLifeMs: 600_000, ...change }
        expect(() => createPolicy({ clearances: {}, jailbreak: { observe: 0.3, block: 0.5, session } })).toThrow(
          RangeError,
        )
      },
    )
  })
})
