import { type RequestRecord, requestRecordSchema } from '@sluice/contracts'
import type { ContractSubject } from '@sluice/token-vault/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outbox } from './outbox.ts'

/** An outbox with a way to see what was accepted, in order. */
export type OutboxSubject = ContractSubject<Outbox> & { accepted(): Promise<readonly unknown[]> }

/** A record with every optional member. */
export const recordForTests: RequestRecord = {
  kind: 'request',
  version: 1,
  request_id: 'request-1',
  time_ms: 1_700_000_000_000,
  tenant: 'acme',
  sub: 'alice \u{1f600}',
  session_id: 7,
  model: 'gpt-test',
  policy_version: 'policy-1',
  outcome: 'denied',
  code: 'content_blocked',
  action: 'B',
  tile: {
    level: 3,
    categories: { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
    reidentificationRisk: 0.2,
    flags: [],
    digest: 'd',
  },
  endpoint: 'stub',
  cache_hit: false,
  layers: [{ layer: 'L0', outcome: 'allow', duration_ms: 0.25, findings: 0 }],
  violations: [],
  commitment: `sha256:${'0'.repeat(64)}`,
  sealed_opening: 'k1.a.b.c',
}

/** What every outbox must do. `open` gives an empty one. */
export function outboxContract(name: string, open: () => Promise<OutboxSubject>): void {
  describe(`${name} as an outbox`, () => {
    let subject: OutboxSubject
    beforeAll(async () => {
      subject = await open()
    }, 300_000)
    afterAll(async () => await subject?.close?.())

    it('accepts records whole and in order', async () => {
      const second = { ...recordForTests, request_id: 'request-2' }
      await subject.port.append(recordForTests)
      await subject.port.append(second)
      const accepted = await subject.accepted()
      expect(accepted).toEqual([recordForTests, second])
      expect(accepted.map((record) => requestRecordSchema.safeParse(record).success)).toEqual([true, true])
    })

    it('accepts every record of many at once', async () => {
      const before = (await subject.accepted()).length
      const records = Array.from({ length: 200 }, (_, index) => ({ ...recordForTests, request_id: `many-${index}` }))
      await Promise.all(records.map((record) => subject.port.append(record)))
      expect(await subject.accepted()).toHaveLength(before + records.length)
    })
  })
}
