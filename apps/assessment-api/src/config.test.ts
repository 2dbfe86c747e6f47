import { readConfig } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import { describe, expect, it } from 'vitest'
import { assessmentConfigSchema, DEFAULT_TOKEN_KEY } from './config.ts'

describe('the configuration of the assessment API', () => {
  it('needs nothing, and has a default key of 45 characters', () => {
    const config = readConfig(assessmentConfigSchema, {})
    expect(config).toMatchObject({ HOST: '127.0.0.1', PORT: 8084, TOKEN_KEY: DEFAULT_TOKEN_KEY, ASSESSMENT_ROOTS: [] })
    expect(DEFAULT_TOKEN_KEY).toHaveLength(45)
  })

  it('takes an empty key, as Compose hands it over, for none', () => {
    expect(readConfig(assessmentConfigSchema, { TOKEN_KEY: '' }).TOKEN_KEY).toBe(DEFAULT_TOKEN_KEY)
  })

  it.each([
    ['TOKEN_KEY', 'x'.repeat(31)],
    ['TOKEN_KEY', 'x'.repeat(513)],
    ['TOKEN_SECRET', 'too-short'],
    ['ASSESSMENT_ORIGINS', 'https://portal.example/'],
    ['ASSESSMENT_ORIGINS', 'portal.example'],
    ['ASSESSMENT_HOSTS', 'portal.example:8084'],
    ['PORT', '70000'],
    ['SCAN_TIME_LIMIT_MS', '10'],
    ['SCANS_AT_ONCE', '0'],
    ['AUDIT_ENTRIES', '0'],
    ['MAX_BODY_BYTES', '1'],
  ])('refuses %s of %s, and never shows its value', (name, value) => {
    const read = () => readConfig(assessmentConfigSchema, { [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      expect.objectContaining({
        faults: [{ variable: expect.stringMatching(new RegExp(`^${name}(?:\\.0)?$`)), message: expect.any(String) }],
      }),
    )
    if (name === 'TOKEN_KEY') expect(read).not.toThrow(value)
  })
})
