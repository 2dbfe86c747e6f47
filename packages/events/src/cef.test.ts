import type { ControlRecord, OutboxRecord, RequestRecord } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCef } from './cef.ts'
import { eventsOf } from './events-of.ts'

const request: RequestRecord = {
  ...{
    kind: 'request',
    version: 3,
    id: 'i-1',
    request_id: 'r-1',
    time_ms: 1_700_000_000_000,
    tenant: 'acme',
    sub: 'alice',
  },
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

/** The line of the last event of a record. */
function lineOf(record: OutboxRecord, version = '1') {
  const event = eventsOf({ record }).at(-1)
  if (event === undefined) throw new Error('A record has an event.')
  return toCef(event, version)
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
  it('shows a person what a machine reads: nothing turns the direction of writing', () => {
    const turning = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
    const line = lineOf({ ...control, reason: turning.map((letter, index) => `${letter}${index}`).join('') })
    expect(readCef(line).values).toMatchObject({ reason: ' 0 1 2 3 4 5 6 7 8' })
    expect(readCef(lineOf({ ...control, reason: 'شكرا \u200f!' })).values).toMatchObject({ reason: 'شكرا \u200f!' })
  })

  it('says who did what, and how grave it is', () => {
    expect(readCef(lineOf(request, '1.2.3'))).toEqual({
      header: ['CEF:0', 'Sluice', 'gateway', '1.2.3', 'request.answered', 'Request answered', '1'],
      values: {
        ...{ rt: '1700000000000', externalId: 'i-1.3', suid: 'alice' },
        ...{ act: 'invoke-b', outcome: 'answered', requestContext: 'r-1', cs1: 'acme', cs1Label: 'tenant' },
        ...{ cs3: 'L0,L3', cs3Label: 'layers' },
        ...{ cs4: 'gpt-test', cs4Label: 'model', cn1: '7', cn1Label: 'sessionId' },
      },
    })
    const [, masked] = eventsOf({ record: request })
    expect(readCef(toCef(masked!, '1'))).toMatchObject({
      header: ['CEF:0', 'Sluice', 'gateway', '1', 'layer.decided', 'Layer decided', '3'],
      values: { externalId: 'i-1.1', outcome: 'transform', cs2: 'mask-us-ssn', cs2Label: 'policyIds', cs3: 'L3' },
    })
    expect(readCef(lineOf(control, '1.2.3'))).toMatchObject({
      header: ['CEF:0', 'Sluice', 'admin', '1.2.3', 'user.frozen', 'User frozen', '9'],
      values: { suser: 'user:carol', duid: 'alice', reason: 'Stolen.', cs6: 'INC-1', cs6Label: 'incidentId' },
    })
  })

  it('counts refusals, and says from which network they came', () => {
    const refusals: OutboxRecord = {
      ...{ kind: 'refusals', version: 1, id: 'f-1', tenant: 'acme', peer: '203.0.113.0/24', code: 'invalid_token' },
      ...{ count: 12, first_ms: 1_700_000_000_000, time_ms: 1_700_000_060_000 },
    }
    expect(readCef(lineOf(refusals))).toMatchObject({
      header: ['CEF:0', 'Sluice', 'gateway', '1', 'requests.refused', 'Requests refused repeatedly', '4'],
      values: { cnt: '12', reason: 'invalid_token', cs6: '203.0.113.0/24', cs6Label: 'peerNetwork' },
    })
  })

  it('is one line that a reader takes apart again, whatever its values hold', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('=', '|', '\\', '\n', '\r', ' ', 'a=', ' act=', '😀', '\u2028', 'é'),
    })
    fc.assert(
      fc.property(hostile, hostile, (reason, sub) => {
        const record: OutboxRecord = { ...control, reason: `x${reason}`, sub: `x${sub}` }
        const line = lineOf(record)
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/)
        const { values } = readCef(line)
        expect(values.cs1).toBe('acme')
        expect(values.reason).toBe(`x${reason}`.replaceAll('\u2028', ' '))
        expect(values.duid).toBe(`x${sub}`.replaceAll('\u2028', ' '))
      }),
    )
  })

  it('cuts what is too long, and writes no half of a character', () => {
    const line = lineOf({ ...control, reason: '😀'.repeat(600) })
    expect(line.isWellFormed()).toBe(true)
    expect(line.length).toBeLessThan(1_500)
  })
})
