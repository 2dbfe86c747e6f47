import type { TrailRecord } from '@sluice/contracts'
import { createAuditTrail } from '@sluice/db'
import { auditEntryOf } from '@sluice/events'
import { createKeyRing } from '@sluice/token-vault'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRecordEvidence } from '../evidence/record-evidence.ts'
import { openEvidenceRecords } from '../testing/evidence-records.ts'
import { type AdminStack, startAdminStack } from '../testing/test-stack.ts'

const within = { timeout: 30_000, interval: 100 }
// That of the stack.
const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')

let stack: AdminStack
let records: Awaited<ReturnType<typeof openEvidenceRecords>>
beforeAll(async () => {
  stack = await startAdminStack({
    ...{ AUDIT_WRITER: 'true', TLOG_KEY: Buffer.alloc(32, 9).toString('base64'), TLOG_CHECKPOINT_MS: '100' },
    // Nobody makes proofs here, so that whoever asks for one waits.
    ...{ EVIDENCE_WORKERS: '0', EVIDENCE_WAIT_MS: '3000' },
  })
  records = await openEvidenceRecords(keyRing, 'default')
}, 300_000)
afterAll(() => stack?.stop())

let sequence = 0
/** Enters records as the audit writer does, with no proof due. */
async function enter(...all: readonly TrailRecord[]) {
  const evidenceOf = createRecordEvidence(keyRing, () => undefined)
  await createAuditTrail(stack.database).enter(
    all.map((record) => {
      const entry = auditEntryOf(record)
      sequence += 1
      const { evidenceAt } = evidenceOf(record, entry.tenant, sequence)
      return { ...entry, sequence, evidenceAt, isProofDue: false }
    }),
  )
}

const refused = () => records.request({ kind: 'refused', sensitivity: 1 }, undefined)
const ask = (person: 'grace' | 'carol', id: string) => stack.call(person, 'GET', `/admin/evidence/${id}`)

describe('evidence on demand', () => {
  it('lets nobody keep others out, however many proofs one person waits for', async () => {
    const all = Array.from({ length: 60 }, refused)
    await enter(...all)
    const [last = refused()] = all.toReversed()
    await expect.poll(async () => (await ask('carol', last.id)).status, within).toBe(200)
    let isOver = false
    const asked = Promise.all(
      [...all, ...all, ...all, ...all].map(async ({ id }) => {
        const { status, headers } = await ask('grace', id)
        return status === 503 ? `503 ${headers.get('retry-after')}` : status
      }),
    ).finally(() => {
      isOver = true
    })
    const other = await ask('carol', last.id)
    expect([other.status, await other.json()]).toMatchObject([200, { state: 'pending' }])
    expect(isOver).toBe(false)
    const statuses = await asked
    const count = (wanted: unknown) => statuses.filter((status) => status === wanted).length
    expect(count(200)).toBeGreaterThan(0)
    // Five at once, for three seconds each; who waits longer than two seconds is refused.
    expect(count('503 5')).toBeGreaterThan(statuses.length / 2)
    expect(count('503 5') + count(200)).toBe(statuses.length)
  }, 90_000)
})
