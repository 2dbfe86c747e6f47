import { readConfig } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { soarListenerConfigSchema } from './config.ts'

const minimal = {
  REDIS_URL: 'redis://127.0.0.1',
  DATABASE_URL: 'postgres://127.0.0.1/x',
  OIDC_ISSUER: 'http://127.0.0.1:2',
  OIDC_AUDIENCE: 'urn:x',
}
const secret = (byte: number, length = 32) => `whsec_${Buffer.alloc(length, byte).toString('base64')}`
const transmitter = { issuer: 'https://idp.example.com', audience: 'urn:sluice' }

const read = (changes: Record<string, unknown>) =>
  readConfig(soarListenerConfigSchema, {
    ...minimal,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  })

describe('the configuration of the SOAR listener', () => {
  it('needs four variables', () => {
    expect(read({})).toMatchObject({ PORT: 8082, SOAR_ALLOW_UNFREEZE: false, SOAR_CALLERS: [], SSF_TRANSMITTERS: [] })
    expect(() => readConfig(soarListenerConfigSchema, {})).toThrow(
      expect.objectContaining({
        faults: Object.keys(minimal).map((variable) => expect.objectContaining({ variable })),
      }),
    )
  })

  it('reads several secrets of several callers', () => {
    const dated = { secret: secret(2), notAfter: '2030-01-01T00:00:00+01:00' }
    expect(read({ SOAR_CALLERS: { xsoar: [secret(1), dated], tines: [secret(3, 24)] } }).SOAR_CALLERS).toEqual([
      { caller: 'xsoar', secret: Buffer.alloc(32, 1), notAfterMs: undefined },
      { caller: 'xsoar', secret: Buffer.alloc(32, 2), notAfterMs: Date.UTC(2029, 11, 31, 23) },
      { caller: 'tines', secret: Buffer.alloc(24, 3), notAfterMs: undefined },
    ])
  })

  it('fills in what a transmitter leaves out', () => {
    expect(read({ SSF_TRANSMITTERS: [transmitter] }).SSF_TRANSMITTERS).toEqual([
      { ...transmitter, allowHttp: false, tenant: 'default', subjects: ['iss_sub', 'email'], subjectIssuers: [] },
    ])
  })

  it.each([
    ['a caller without secrets', { SOAR_CALLERS: { xsoar: [] } }, 'SOAR_CALLERS.xsoar'],
    ['a caller with a colon', { SOAR_CALLERS: { 'oauth:x': [secret(1)] } }, 'SOAR_CALLERS.oauth:x'],
    ['a secret without its prefix', { SOAR_CALLERS: { x: [secret(1).slice(6)] } }, 'SOAR_CALLERS.x.0'],
    ['a secret that is no base64', { SOAR_CALLERS: { x: ['whsec_*'] } }, 'SOAR_CALLERS.x.0'],
    ['a short secret', { SOAR_CALLERS: { x: [secret(1, 23)] } }, 'SOAR_CALLERS.x.0'],
    ['a long secret', { SOAR_CALLERS: { x: [secret(1, 65)] } }, 'SOAR_CALLERS.x.0'],
    ['a secret of two callers', { SOAR_CALLERS: { x: [secret(1)], y: [secret(1)] } }, 'SOAR_CALLERS'],
    [
      'an end that is no time',
      { SOAR_CALLERS: { x: [{ secret: secret(1), notAfter: 'soon' }] } },
      'SOAR_CALLERS.x.0.notAfter',
    ],
    ['two transmitters of one issuer', { SSF_TRANSMITTERS: [transmitter, transmitter] }, 'SSF_TRANSMITTERS.1.issuer'],
    [
      'an issuer on plain HTTP',
      { SSF_TRANSMITTERS: [{ ...transmitter, issuer: 'http://idp.example.com' }] },
      'SSF_TRANSMITTERS.0.issuer',
    ],
    [
      'keys on plain HTTP',
      { SSF_TRANSMITTERS: [{ ...transmitter, jwksUri: 'http://idp.example.com/k' }] },
      'SSF_TRANSMITTERS.0.jwksUri',
    ],
    [
      'an unknown format',
      { SSF_TRANSMITTERS: [{ ...transmitter, subjects: ['did'] }] },
      'SSF_TRANSMITTERS.0.subjects.0',
    ],
    ['a misspelled member', { SSF_TRANSMITTERS: [{ ...transmitter, jwks: 'x' }] }, 'SSF_TRANSMITTERS.0'],
  ])('refuses %s without quoting it', (_name, changes, variable) => {
    let fault: unknown
    try {
      read(changes)
    } catch (error) {
      fault = error
    }
    expect(fault).toMatchObject({ faults: [expect.objectContaining({ variable })] })
    expect(String(fault)).not.toContain(secret(1).slice(6))
  })
})
