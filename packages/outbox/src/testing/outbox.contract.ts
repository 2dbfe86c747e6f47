import {
  type CommitmentOpening,
  outboxRecordSchema,
  type RequestRecord,
  readOpening,
  writeOpening,
  writeRequestOpening,
} from '@sluice/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '../redis-outbox.ts'
import { clearanceRecordForTests, requestEvidenceForTests, requestOpeningForTests } from './evidence-for-tests.ts'
import { controlRecordForTests, requestRecordForTests, storedRequestForTests } from './records-for-tests.ts'

/** An outbox to test, a way to see what it accepted, in order, and how to take it down. */
interface OutboxSubject {
  readonly port: Pick<Outbox, 'append'>
  accepted(): Promise<readonly unknown[]>
  close?(): Promise<void>
}

/** What every outbox must do. `open` gives an empty one. */
export function outboxContract(name: string, open: () => Promise<OutboxSubject>): void {
  describe(`${name} as an outbox`, () => {
    let subject: OutboxSubject
    beforeEach(async () => {
      subject = await open()
    }, 300_000)
    afterEach(async () => await subject?.close?.())

    it('accepts records of requests and of the control plane whole and in order', async () => {
      const second = { ...requestRecordForTests, request_id: 'request-2' }
      await subject.port.append(storedRequestForTests())
      await subject.port.append(controlRecordForTests)
      await subject.port.append(storedRequestForTests(second))
      const accepted = await subject.accepted()
      expect(accepted).toEqual([requestRecordForTests, controlRecordForTests, second])
      expect(accepted.map((record) => outboxRecordSchema.safeParse(record).success)).toEqual([true, true, true])
    })

    it('accepts the clearance of a session before its first request, and both whole', async () => {
      const request: RequestRecord = {
        ...{ ...requestRecordForTests, version: 4, evidence: requestEvidenceForTests },
        sealed_opening: writeRequestOpening(requestOpeningForTests),
      }
      const { value, blinding, key } = requestOpeningForTests
      const clearance = { ...clearanceRecordForTests, sealed_opening: writeOpening({ value, blinding, key }) }
      await Promise.all([subject.port.append(clearance), subject.port.append(storedRequestForTests(request))])
      const accepted = await subject.accepted()
      expect(accepted).toEqual([clearance, request])
      const openings = [clearance, request].map(({ sealed_opening }) => readOpening(sealed_opening))
      expect(openings).toEqual([{ value, blinding, key } satisfies CommitmentOpening, requestOpeningForTests])
    })

    it('accepts every record of many at once, in the order of the calls', async () => {
      const ids = Array.from({ length: 1_000 }, (_, index) => `many-${index}`)
      await Promise.all(ids.map((id) => subject.port.append(storedRequestForTests({ request_id: id }))))
      const accepted = await subject.accepted()
      expect(accepted).toEqual(ids.map((id) => ({ ...requestRecordForTests, request_id: id })))
    })
  })
}
