import { ACTION_CATEGORIES, type Principal, type SensitivityTile } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { createLevelPolicy, type LevelPolicyConfig } from './index.ts'

const principal = (...groups: string[]): Principal => ({
  tenant: 't',
  sub: 's',
  username: 's',
  groups,
  roles: [],
  departments: [],
  client: 'c',
})
const config: LevelPolicyConfig = {
  clearances: {
    '*': { level: 1 },
    staff: { level: 3 },
    finance: { level: 4, reveal: ['CREDIT_CARD'] },
    ciso: { level: 7 },
  },
  models: { '*': ['small'], staff: ['large'] },
}
const policy = createLevelPolicy(config).current('t')
const tile = (level: SensitivityTile['level']) => ({ level }) as SensitivityTile

describe('mayReveal', () => {
  it.each([
    [[], 'PERSON', 2, false],
    [['staff'], 'EMAIL_ADDRESS', 3, true],
    [['staff'], 'US_SSN', 4, false],
    [['finance'], 'CREDIT_CARD', 5, true],
    [['finance'], 'CODENAME', 7, false],
    [['staff', 'finance'], 'US_SSN', 4, true],
    [['ciso'], 'CODENAME', 7, true],
    [['unknown'], 'EMAIL_ADDRESS', 3, false],
    [['__proto__', 'constructor'], 'PERSON', 2, false],
  ] as const)('%j %s at %d: %s', (groups, entity, level, expected) => {
    expect(policy.mayReveal(principal(...groups), entity, level)).toBe(expected)
  })

  it('is no to a caller without any entry', () => {
    const closed = createLevelPolicy({ clearances: { staff: { level: 3 } } }).current('t')
    expect(closed.mayReveal(principal(), 'PERSON', 2)).toBe(false)
  })
})

describe('decideAction', () => {
  it('holds F, G and H by default', () => {
    const held = ACTION_CATEGORIES.filter((category) => policy.decideAction(principal(), category) === 'hold')
    expect(held).toEqual(['F', 'G', 'H'])
  })

  it('forbids before it holds', () => {
    const strict = createLevelPolicy({ ...config, heldActions: ['E', 'H'], forbiddenActions: ['H'] }).current('t')
    expect(ACTION_CATEGORIES.map((category) => strict.decideAction(principal(), category))).toEqual([
      'permit',
      'permit',
      'permit',
      'permit',
      'hold',
      'permit',
      'permit',
      'forbid',
    ])
  })
})

describe('the rest', () => {
  it('routes up to the permitted level', () => {
    expect([2, 3, 4].map((level) => policy.mayRoute(tile(level as 2), 3))).toEqual([true, true, false])
  })

  it('opens models by group', () => {
    expect(policy.mayUseModel(principal(), 'small')).toBe(true)
    expect(policy.mayUseModel(principal(), 'large')).toBe(false)
    expect(policy.mayUseModel(principal('staff'), 'large')).toBe(true)
    expect(createLevelPolicy({ clearances: {} }).current('t').mayUseModel(principal(), 'any')).toBe(true)
  })

  it('changes its version with any change, and only then', () => {
    const version = (change: Partial<LevelPolicyConfig>) =>
      createLevelPolicy({ ...config, ...change }).current('t').version
    const same = { clearances: Object.fromEntries(Object.entries(config.clearances).toReversed()) }
    expect(version(same)).toBe(version({}))
    expect(version({ heldActions: ['H', 'G', 'F'] })).toBe(version({}))
    const versions = [
      version({}),
      version({ heldActions: [] }),
      version({ forbiddenActions: ['A'] }),
      version({ jailbreak: { observe: 0.4, block: 0.8 } }),
      version({ models: {} }),
      version({ clearances: {} }),
      version({ version: '7' }),
    ]
    expect(new Set(versions).size).toBe(versions.length)
    expect(version({ version: '7' })).toMatch(/^7-[0-9a-f]{16}$/)
  })

  it.each([
    [0, 0.5],
    [0.9, 0.5],
    [0.5, 1.1],
    [Number.NaN, 0.5],
  ])('refuses thresholds %d and %d', (observe, block) => {
    expect(() => createLevelPolicy({ clearances: {}, jailbreak: { observe, block } })).toThrow(RangeError)
  })
})
