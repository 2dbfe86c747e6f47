import { describe, expect, it } from 'vitest'
import { detectionSchema } from './detection.ts'
import { recognizerSettingsOf, recognizersNamedIn } from './recognizer-settings.ts'

const parse = (byRecognizer: object) => detectionSchema.parse({ byRecognizer }).byRecognizer

describe('settings of recognizers', () => {
  const config = parse({
    default: { names: { minScore: 0.6 }, person: { find: 'never' } },
    byTenant: { acme: { names: { find: 'never' }, 'us-npi': { minScore: 0.9 } } },
  })

  it('of a tenant go before the default ones, member by member', () => {
    expect(Object.fromEntries(recognizerSettingsOf(config, 'acme'))).toEqual({
      names: { find: 'never', minScore: 0.6 },
      person: { find: 'never' },
      'us-npi': { minScore: 0.9 },
    })
    expect([...recognizerSettingsOf(config, '__proto__').keys()]).toEqual(['names', 'person'])
  })

  it('are none where nothing is set', () => {
    expect(recognizerSettingsOf(detectionSchema.parse({}).byRecognizer, 'acme').size).toBe(0)
  })

  it('name their recognizers', () => expect(recognizersNamedIn(config)).toEqual(['names', 'person', 'us-npi']))

  it.each([
    { names: {} },
    { default: { names: { find: 'beside-person' } } },
    { default: { names: { minScore: 2 } } },
    { default: { names: { replace: 'keep' } } },
    { default: { 'A NAME': {} } },
    { byTenants: {} },
  ])('refuses %j', (byRecognizer) => expect(detectionSchema.safeParse({ byRecognizer }).success).toBe(false))
})
