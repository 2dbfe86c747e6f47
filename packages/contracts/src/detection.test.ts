import { describe, expect, it } from 'vitest'
import { detectionOf, detectionSchema, isMaskedWhereHidden, shiftsDates } from './detection.ts'

const of = (config: object, tenant = 'acme') => detectionOf(detectionSchema.parse(config), tenant)

describe('detection', () => {
  it('finds places and organizations beside a person only, unless it is told otherwise', () => {
    expect(of({})).toMatchObject({
      PERSON: { find: 'always' },
      LOCATION: { find: 'beside-person' },
      ORGANIZATION: { find: 'beside-person' },
      US_SSN: { find: 'always', minScore: 0.5 },
    })
    expect(of({ default: { LOCATION: { find: 'always' } } }).LOCATION).toMatchObject({ find: 'always', minScore: 0.3 })
  })

  it('takes the settings of a tenant before the default ones, member by member', () => {
    const config = {
      default: { PERSON: { find: 'always', minScore: 0.9 } },
      byTenant: { acme: { PERSON: { minScore: 0.6 } }, other: { PERSON: { find: 'never' } } },
    }
    expect(of(config).PERSON).toMatchObject({ find: 'always', minScore: 0.6 })
    expect(of(config, 'other').PERSON).toMatchObject({ find: 'never', minScore: 0.9 })
    expect(of(config, '__proto__').PERSON).toMatchObject({ find: 'always', minScore: 0.9 })
  })

  it('shows tokens where values are hidden, unless it is told to show types', () => {
    const config = detectionSchema.parse({
      default: { US_SSN: { hidden: 'mask' }, PERSON: { hidden: 'mask' } },
      byTenant: { other: { PERSON: { hidden: 'token' } } },
    })
    const masked = (tenant: string) =>
      (['US_SSN', 'PERSON', 'EMAIL_ADDRESS'] as const).map((type) => isMaskedWhereHidden(config, tenant, type))
    expect([masked('acme'), masked('other'), masked('constructor')]).toEqual([
      [true, true, false],
      [true, false, false],
      [true, true, false],
    ])
  })

  it('replaces every type but dates, unless it is told otherwise', () => {
    expect([of({}).DATE_TIME.replace, of({}).DATE_OF_BIRTH.replace]).toEqual(['keep', 'token'])
    const config = {
      default: { DATE_TIME: { replace: 'keep' } },
      byTenant: { other: { DATE_TIME: { replace: 'token' } } },
    }
    expect(of(config).DATE_TIME).toEqual({ find: 'beside-person', minScore: 0.5, replace: 'keep' })
    expect([of(config).PERSON.replace, of(config, 'other').DATE_TIME.replace]).toEqual(['token', 'token'])
  })

  it('looks for sums of money only where it is told to', () => {
    expect(of({}).AMOUNT).toEqual({ find: 'never', minScore: 0.5, replace: 'token' })
  })

  it.each([
    ['PERSON', 'shift'],
    ['AGE', 'shift'],
    ['AMOUNT', 'shift'],
    ['PERSON', 'generalize'],
    ['CREDIT_CARD', 'generalize'],
  ])('says at the start that %s cannot be replaced by: %s', (type, replace) => {
    const message = `replace: "${replace}" is for`
    for (const config of [{ default: { [type]: { replace } } }, { byTenant: { acme: { [type]: { replace } } } }]) {
      const { error } = detectionSchema.safeParse(config)
      expect(error?.issues).toHaveLength(1)
      expect(error?.issues[0]?.message).toContain(message)
      expect(error?.issues[0]?.path.slice(-2)).toEqual([type, 'replace'])
    }
  })

  it.each(['DATE_TIME', 'DATE_OF_BIRTH'] as const)('shifts %s where it is told to', (type) => {
    const config = detectionSchema.parse({
      default: { [type]: { replace: 'shift' } },
      byTenant: { other: { [type]: { replace: 'token' } } },
    })
    expect(detectionOf(config, 'acme')[type].replace).toBe('shift')
    expect([shiftsDates(config, 'acme'), shiftsDates(config, 'other')]).toEqual([true, false])
    expect(shiftsDates(detectionSchema.parse({}), 'acme')).toBe(false)
  })

  it('never switches codenames off', () => {
    expect(of({ default: { CODENAME: { find: 'never', minScore: 1, replace: 'keep' } } }).CODENAME).toEqual({
      find: 'always',
      minScore: 0,
      replace: 'token',
    })
  })

  it.each([
    { default: { NOTHING: {} } },
    { default: { PERSON: { find: 'sometimes' } } },
    { default: { PERSON: { minScore: 1.5 } } },
    { default: { PERSON: { replace: 'mask' } } },
    { default: { CODENAME: { replace: 'generalize' } } },
    { byTenants: {} },
    { recognizers: [{ name: 'a', type: 'ACCOUNT_NUMBER' }] },
    { recognizers: [{ name: 'A b', type: 'ACCOUNT_NUMBER', patterns: ['x'] }] },
    { recognizers: [{ name: 'a', type: 'CODENAME', patterns: ['x'] }] },
    { recognizers: [{ name: 'a', type: { name: 'badge', level: 4 }, patterns: ['x'] }] },
    { recognizers: [{ name: 'a', type: { name: 'BADGE', level: 8 }, patterns: ['x'] }] },
    { recognizers: [{ name: 'a', type: 'ACCOUNT_NUMBER', patterns: ['x'], checksum: 'mine' }] },
    { recognizers: [{ name: 'a', type: 'ACCOUNT_NUMBER', patterns: ['x'.repeat(513)] }] },
    { recognizers: ['a', 'a'].map((name) => ({ name, type: 'ACCOUNT_NUMBER', patterns: ['x'] })) },
  ])('refuses %j', (config) => expect(detectionSchema.safeParse(config).success).toBe(false))
})
