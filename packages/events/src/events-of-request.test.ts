import { countEvents, type PolicyViolation, type RequestRecord, sluiceEventSchema } from '@sluice/contracts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditEntryOf } from './audit-entry.ts'
import { eventsOf } from './events-of.ts'

const LAYERS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7'] as const
const OUTCOMES = ['allow', 'transform', 'answer', 'hold', 'deny', 'error', 'timeout'] as const

const layer = fc.record({
  layer: fc.constantFrom(...LAYERS),
  outcome: fc.constantFrom(...OUTCOMES),
  duration_ms: fc.nat(1_000_000).map((microseconds) => microseconds / 1_000),
  findings: fc.nat(100),
})
const violation = fc.record<PolicyViolation>({
  policy_id: fc.constantFrom('a', 'b-c', 'mask-us-ssn'),
  layer: fc.constantFrom(...LAYERS),
  action: fc.constantFrom('observed', 'masked', 'held', 'blocked'),
  severity: fc.constantFrom('low', 'medium', 'high', 'critical'),
  message: fc.constant('a text that no event holds'),
})
const record = fc.record<RequestRecord>({
  ...{ kind: fc.constant('request'), version: fc.constant(3), id: fc.uuid(), request_id: fc.uuid() },
  ...{ time_ms: fc.nat(4_000_000_000_000), tenant: fc.constant('acme'), sub: fc.constant('alice') },
  ...{ session_id: fc.maxSafeNat(), model: fc.constant('m'), policy_version: fc.constant('p') },
  outcome: fc.constantFrom('answered', 'held', 'denied', 'failed', 'aborted'),
  cache_hit: fc.boolean(),
  layers: fc.array(
    layer.filter(({ layer: id }) => id !== 'L6'),
    { maxLength: 9 },
  ),
  violations: fc.array(violation, { maxLength: 6 }),
  ...{ commitment: fc.constant('c'), sealed_opening: fc.constant('o') },
})

it('every request becomes as many events as its session counts, which hold each violation once and the same severity', () => {
  fc.assert(
    fc.property(record, fc.integer({ min: 1, max: 1_000_000 }), (request, sequence) => {
      const events = eventsOf({ record: request, sequence })
      expect(events).toHaveLength(countEvents(request.layers))
      expect(events.map((event) => Number(event.sequence))).toEqual(events.map((_, at) => sequence + at))
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      for (const event of events) expect(sluiceEventSchema.parse(event)).toEqual(event)
      const told = events.flatMap(({ data }) => ('violations' in data ? data.violations : []))
      expect(told).toHaveLength(request.violations.length)
      const { severity } = auditEntryOf(request)
      expect(Math.max(...events.map((event) => event.severity))).toBe(severity)
      expect(JSON.stringify(events)).not.toMatch(/no event holds|"commitment"|"sealed_opening"/)
    }),
  )
})
