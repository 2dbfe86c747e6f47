import type { ControlRecord, OutboxRecord, RequestRecord } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditEventOf } from './audit-event.ts'
import { toCef } from './cef.ts'

const request: RequestRecord = {
  ...{ kind: 'request', version: 2, request_id: 'r-1', time_ms: 1_700_000_000_000, tenant: 'acme', sub: 'alice' },
  ...{ session_id: 7, model: 'gpt-test', policy_version: 'p', outcome: 'answered', cache_hit: false, action: 'B' },
  layers: [
    { layer: 'L0', outcome: 'allow', duration_ms: 1, findings: 0 },
    { layer: 'L3', outcome: 'transform', duration_ms: 1, findings: 0 },
    { layer: 'L0', outcome: 'allow', duration_ms: 1, findings: 0 },
  ],
  violations: [
    { policy_id: 'mask-us-ssn', layer: 'L3', action: 'masked', severity: 'high', message: '1 value was replaced.' },
  ],
  ...{ commitment: 'c'.repeat(43), sealed_opening: 'k1.a.b.c' },
}

const control: ControlRecord = {
  ...{ kind: 'control', version: 1, id: '5f0c1d8e-6a53-4d7b-9a55-0a1b2c3d4e5f', event: 'user.frozen' },
  ...{ severity: 'critical', time_ms: 1_700_000_000_000, service: 'admin', actor: 'user:carol', tenant: 'acme' },
  ...{ sub: 'alice', reason: 'Stolen.', incident_id: 'INC-1' },
}

/** Reads a line as a receiver does: escapes, keys before an equals sign that is not escaped. */
function readCef(line: string) {
  const fields = [...line.matchAll(/((?:[^|\\]|\\.)*)\|/g)].slice(0, 7)
  const header = fields.map(([, field = '']) => field.replaceAll(/\\(.)/g, '$1'))
  const extension = line.slice(fields.reduce((length, [whole]) => length + whole.length, 0))
  const keys = [...extension.matchAll(/(?:^| )([A-Za-z0-9]+)=/g)]
  const values = keys.map(({ 1: key = '', index, 0: whole }, position) => {
    const raw = extension.slice(index + whole.length, keys[position + 1]?.index)
    const value = raw.replaceAll(/\\(.)/g, (_, escaped) => ({ n: '\n', r: '\r' })[String(escaped)] ?? escaped)
    return [key, value] as const
  })
  return { header, values: Object.fromEntries(values) }
}

describe('a line of CEF', () => {
  it('says who did what, and how grave it is', () => {
    expect(readCef(toCef(auditEventOf(request), '1.2.3'))).toEqual({
      header: ['CEF:0', 'Sluice', 'gateway', '1.2.3', 'request.answered', 'Request answered', '3'],
      values: {
        ...{ rt: '1700000000000', externalId: expect.stringMatching(/^[0-9a-f]{64}$/), suid: 'alice' },
        ...{ act: 'invoke-b', outcome: 'answered', requestContext: 'r-1', cs1: 'acme', cs1Label: 'tenant' },
        ...{ cs2: 'mask-us-ssn', cs2Label: 'policyIds', cs3: 'L0,L3', cs3Label: 'layers' },
        ...{ cs4: 'gpt-test', cs4Label: 'model', cn1: '7', cn1Label: 'sessionId' },
      },
    })
    expect(readCef(toCef(auditEventOf(control), '1.2.3'))).toMatchObject({
      header: ['CEF:0', 'Sluice', 'admin', '1.2.3', 'user.frozen', 'User frozen', '9'],
      values: { suser: 'user:carol', suid: 'alice', reason: 'Stolen.', cs6: 'INC-1', cs6Label: 'incidentId' },
    })
  })

  it('is one line that a reader takes apart again, whatever its values hold', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('=', '|', '\\', '\n', '\r', ' ', 'a=', ' act=', '😀', '\u2028', 'é'),
    })
    fc.assert(
      fc.property(hostile, hostile, (reason, sub) => {
        const record: OutboxRecord = { ...control, reason: `x${reason}`, sub: `x${sub}` }
        const line = toCef(auditEventOf(record), '1')
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/)
        const { values } = readCef(line)
        expect(values.cs1).toBe('acme')
        expect(values.reason).toBe(`x${reason}`.replaceAll('\u2028', ' '))
        expect(values.suid).toBe(`x${sub}`.replaceAll('\u2028', ' '))
      }),
    )
  })

  it('cuts what is too long, and writes no half of a character', () => {
    const line = toCef(auditEventOf({ ...control, reason: '😀'.repeat(600) }), '1')
    expect(line.isWellFormed()).toBe(true)
    expect(line.length).toBeLessThan(1_500)
  })
})

describe('an event of the audit trail', () => {
  it('has the same id when its record is delivered twice, and another for every record', () => {
    const other = { ...request, commitment: 'd'.repeat(43) }
    expect(auditEventOf(request).id).toBe(auditEventOf({ ...request }).id)
    expect(auditEventOf(other).id).not.toBe(auditEventOf(request).id)
  })

  it.each([
    [[], 'answered', 1],
    [['masked', 'critical'], 'answered', 3],
    [['observed', 'medium'], 'answered', 5],
    [['blocked', 'high'], 'denied', 7],
    [['blocked', 'critical'], 'denied', 9],
    [[], 'held', 5],
  ] as const)('with a violation %j and the outcome %s has the severity %d', ([action, severity], outcome, expected) => {
    const violations =
      action === undefined
        ? []
        : [{ policy_id: 'p', layer: 'L1' as const, action, severity: severity ?? 'low', message: '' }]
    expect(auditEventOf({ ...request, outcome, violations }).severity).toBe(expected)
  })

  it('counts repeated refusals as one', () => {
    const refusals = {
      kind: 'refusals',
      version: 1,
      id: 'x',
      tenant: 'acme',
      sub: 'bob',
      code: 'rate_limit_exceeded',
    } as const
    const event = auditEventOf({ ...refusals, count: 12, first_ms: 1, time_ms: 2 })
    expect(event).toMatchObject({ type: 'request.refused', severity: 4, code: 'rate_limit_exceeded', sub: 'bob' })
    expect(toCef(event, '1')).toContain(' cnt=12 ')
  })
})
