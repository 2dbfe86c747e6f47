import { expect, it } from 'vitest'
import { type ControlAct, controlRecordSchema, createControlRecord } from './control-record.ts'
import { ENTITY_TYPES } from './entity-types.ts'

const least: ControlAct = {
  ...{ id: 'c0ffee', event: 'user.frozen', severity: 'critical', timeMs: 7, service: 'admin' },
  ...{ actor: 'user:carol', tenant: 'default' },
}
const written = {
  ...{ kind: 'control', version: 1, id: 'c0ffee', event: 'user.frozen', severity: 'critical', time_ms: 7 },
  ...{ service: 'admin', actor: 'user:carol', tenant: 'default' },
}
const most = { sub: 'alice', sessionId: 1, reason: 'r', incidentId: 'INC-1', requestId: 'req-1', details: { n: 1 } }
const absent = { sub: undefined, sessionId: undefined, reason: undefined, incidentId: undefined, requestId: undefined }

it.each([
  ['of an act with no more than it needs', least, written],
  ['of an act whose other members are undefined', { ...least, ...absent }, written],
  [
    'of an act with everything',
    { ...least, ...most },
    {
      ...written,
      ...{ sub: 'alice', session_id: 1, reason: 'r', incident_id: 'INC-1', request_id: 'req-1', details: { n: 1 } },
    },
  ],
])('a record %s is what the schema takes', (_what, act, expected) => {
  const record = createControlRecord(act)
  expect(record).toStrictEqual(expected)
  expect(controlRecordSchema.parse(record)).toStrictEqual(expected)
})

it('has room for the names of all types of values, twice', () => {
  const details = { entity_types: [...ENTITY_TYPES, ...ENTITY_TYPES].join(' ') }
  expect(controlRecordSchema.safeParse({ ...written, details }).success).toBe(true)
})
