import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { describeConfig } from './describe-config.ts'
import {
  boolean,
  ConfigError,
  csv,
  durationMs,
  type Environment,
  integer,
  json,
  port,
  url,
} from './environment/index.ts'
import { serviceConfigShape } from './service-config.ts'

function faultsOf(schema: z.ZodObject, env: Environment): Record<string, string> {
  try {
    readConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return Object.fromEntries(error.faults.map((f) => [f.variable, f.message]))
    throw error
  }
  return {}
}

const upstreams = json(z.array(z.strictObject({ name: z.string(), level: z.int().max(7) })))

describe('readConfig', () => {
  it('reports every fault at once, by name, without a value', () => {
    const schema = z.object({
      PORT: port(),
      TIMEOUT_MS: durationMs(),
      REDIS_URL: url(['redis', 'rediss']),
      API_KEY: z.string().regex(/^sk-[a-z]+$/),
      MODE: z.enum(['server', 'worker']),
      UPSTREAMS: upstreams,
      BROKEN_JSON: json(z.unknown()),
      MISSING: z.string(),
      QUOTING: z.string().refine(() => false, { error: ({ input }) => `what is ${input}?` }),
    })
    const env = {
      PORT: '70000',
      TIMEOUT_MS: '5s',
      REDIS_URL: 'http://user:hunter2secret@redis',
      API_KEY: 'SECRET-KEY-123',
      MODE: 'workers-secret',
      UPSTREAMS: '[{"name":"a","level":1},{"name":7,"level":9,"key":"inner-secret"}]',
      BROKEN_JSON: '{"password": broken-secret}',
      QUOTING: 'quoted-secret',
    }
    let error: unknown
    try {
      readConfig(schema, env)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ConfigError)
    const { faults, message } = error as ConfigError
    expect(faults.map((f) => f.variable)).toEqual([
      ...['PORT', 'TIMEOUT_MS', 'REDIS_URL', 'API_KEY', 'MODE', 'UPSTREAMS.1.name', 'UPSTREAMS.1.level', 'UPSTREAMS.1'],
      ...['BROKEN_JSON', 'MISSING', 'QUOTING'],
    ])
    expect(message).toContain('11 faults')
    expect(message).toContain('PORT: must be a whole number from 0 to 65535')
    expect(message).toContain('MISSING: is required but not set')
    for (const value of [
      '70000',
      '5s',
      'hunter2',
      'SECRET-KEY',
      'workers-secret',
      'inner-secret',
      'broken-secret',
      'quoted-secret',
    ]) {
      expect(JSON.stringify([message, faults])).not.toContain(value)
    }
  })

  it('counts an empty string as unset and ignores what the schema does not name', () => {
    const schema = z.object({ A: z.string().default('a'), B: z.string().optional() })
    expect(readConfig(schema, { A: '', B: '', C: 'other' })).toEqual({ A: 'a' })
  })

  it('names what is set instead of a variable that is missing', () => {
    expect(faultsOf(z.object({ REDIS_URL: url(['redis']) }), { REDIS_ULR: 'redis://secret' })).toEqual({
      REDIS_URL: 'is required but not set; REDIS_ULR is set, which nothing reads',
    })
  })

  it('checks between variables once each is right', () => {
    const schema = z
      .object({ MIN: integer(), MAX: integer() })
      .refine(({ MIN, MAX }) => MIN <= MAX, { error: 'MIN is above MAX' })
    expect(faultsOf(schema, { MIN: '2', MAX: '1' })).toEqual({ '(several variables)': 'MIN is above MAX' })
    expect(faultsOf(schema, { MIN: '1', MAX: '2' })).toEqual({})
  })

  it('never throws anything but a ConfigError', () => {
    const schema = z.object({ PORT: port(), ON: boolean(), LIST: csv(), URL: url(), UPSTREAMS: upstreams })
    const value = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
    fc.assert(
      fc.property(fc.record({ PORT: value, ON: value, LIST: value, URL: value, UPSTREAMS: value }), (env) => {
        faultsOf(schema, env)
      }),
    )
  })
})

describe('describeConfig', () => {
  it('lists name, default and description wherever the description was put', () => {
    const schema = z.object({
      INNER: port().describe('inner').default(1),
      OUTER: csv().default(['a', 'b']).describe('outer'),
      MAYBE: z.string().describe('maybe').optional(),
      NEEDED: z.string(),
      LOG_LEVEL: serviceConfigShape.LOG_LEVEL,
    })
    expect(describeConfig(schema)).toEqual([
      { name: 'INNER', required: false, default: '1', description: 'inner' },
      { name: 'OUTER', required: false, default: 'a,b', description: 'outer' },
      { name: 'MAYBE', required: false, default: '', description: 'maybe' },
      { name: 'NEEDED', required: true, default: '', description: '' },
      { name: 'LOG_LEVEL', required: false, default: 'info', description: 'Lowest level that is logged.' },
    ])
  })
})

describe('a variable in a file', () => {
  const schema = z.object({ KEY: z.string(), MODE: z.string().default('usual') })
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-variables-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (content: string) => {
    const path = join(folder, 'content')
    writeFileSync(path, content)
    return path
  }

  it.each([
    ['without its last line break', 'from-file\n', 'from-file'],
    ['with line breaks inside', 'a\nb\r\n', 'a\nb'],
    ['as it stands', ' a ', ' a '],
  ])('is read %s', (_, content, value) => {
    expect(readConfig(schema, { KEY: '', KEY_FILE: file(content) }).KEY).toBe(value)
  })

  it('stands behind the variable itself', () => {
    expect(readConfig(schema, { KEY: 'own', KEY_FILE: file('other') }).KEY).toBe('own')
    expect(readConfig(schema, { KEY: 'own', KEY_FILE: join(folder, 'absent') }).KEY).toBe('own')
  })

  it('counts as unset where the file, or its name, is empty', () => {
    expect(readConfig(schema, { KEY: 'k', MODE_FILE: file('\n') }).MODE).toBe('usual')
    expect(faultsOf(schema, { KEY_FILE: '' })).toEqual({ KEY: 'is required but not set' })
  })

  it('is a fault that names no content where it cannot be read, or is too long', () => {
    expect(faultsOf(schema, { KEY_FILE: join(folder, 'absent') })).toEqual({
      KEY_FILE: 'names a file that cannot be read',
    })
    expect(faultsOf(schema, { KEY_FILE: folder })).toEqual({ KEY_FILE: 'names a file that cannot be read' })
    expect(faultsOf(schema, { KEY_FILE: '/dev/zero' })).toEqual({
      KEY_FILE: 'names a file of more than 16777216 bytes',
    })
  })
})
