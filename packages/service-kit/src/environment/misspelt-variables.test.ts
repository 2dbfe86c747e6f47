import { describe, expect, it } from 'vitest'
import { findMisspelt } from './misspelt-variables.ts'

const KNOWN = ['HOST', 'PORT', 'LOG_LEVEL', 'REDIS_URL', 'DATABASE_URL', 'SESSIONS_PER_USER']

describe('findMisspelt', () => {
  it.each([
    ['REDIS_ULR', 'REDIS_URL'],
    ['REDIS_UR', 'REDIS_URL'],
    ['REDIS_URLS', 'REDIS_URL'],
    ['REDIZ_URL', 'REDIS_URL'],
    ['REDISURL', 'REDIS_URL'],
    ['log_level', 'LOG_LEVEL'],
    ['LOGLEVL', 'LOG_LEVEL'],
    ['SESSION_PER_USERS', 'SESSIONS_PER_USER'],
    ['PROT', 'PORT'],
    ['PORTT', 'PORT'],
  ])('%s for %s', (given, meant) => {
    expect(findMisspelt(KNOWN, { [given]: 'x' })).toEqual([{ given, meant }])
  })

  it.each(['HOME', 'PATH', 'TERM', 'PORT_BASE', 'HOSTNAME', 'OLLAMA_HOST', 'REDIS', 'PGHOST', 'a'.repeat(1_000)])(
    'leaves %s alone',
    (name) => {
      expect(findMisspelt(KNOWN, { [name]: 'x' })).toEqual([])
    },
  )

  it('does not suspect an empty variable, a known one, or one beside the known one that is set', () => {
    expect(findMisspelt(KNOWN, { REDIS_ULR: '', PORT: '1', LOG_LEVEL: 'info', LOG_LEVELS: 'x' })).toEqual([])
  })

  it('names the nearest of several', () => {
    expect(findMisspelt(['MAX_BYTES_A', 'MAX_BYTES_AB'], { MAX_BYTES_ABC: '1' })).toEqual([
      { given: 'MAX_BYTES_ABC', meant: 'MAX_BYTES_AB' },
    ])
  })
})
