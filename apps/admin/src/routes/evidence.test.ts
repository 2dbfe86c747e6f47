import { randomUUID } from 'node:crypto'
import type { TrailRecord } from '@sluice/contracts'
import { createAuditTrail } from '@sluice/db'
import { auditEntryOf } from '@sluice/events'
import { createKeyRing } from '@sluice/token-vault'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRecordEvidence } from '../evidence/record-evidence.ts'
import { openEvidenceRecords } from '../testing/evidence-records.ts'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

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
  it('is found by what the caller sent, whatever else has the same id', async () => {
    const request_id = randomUUID()
    const request = records.request({ kind: 'refused', sensitivity: 1 }, undefined, { request_id })
    const acts = Array.from({ length: 12 }, (_, number) => ({
      ...({ kind: 'control', version: 1, id: `act-${number}`, event: 'admin.refused', severity: 'low' } as const),
      ...{ time_ms: Date.now(), service: 'admin', actor: 'user:bob', tenant: 'default', request_id },
    }))
    await enter(request, ...acts)
    await expect.poll(async () => (await ask('grace', request_id)).status, within).toBe(200)
  }, 90_000)

  it.each(['%00', 'a%0Ab', '%EF%BF%BF%00', 'x'.repeat(257)])('has no id like %j', async (id) => {
    expect(await problemOf(await ask('grace', id))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it.each([
    'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z',
    'from=2026-11-02T00:00:00Z&to=2026-11-02T00:00:00Z',
    'from=2026-11-02T00:00:00Z',
    'from=2026-11-02&to=2026-11-03',
    'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z&tenant=other',
  ])('has no range like %s', async (query) => {
    const problem = await problemOf(await stack.call('grace', 'GET', `/admin/evidence?${query}`))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('lets nobody keep others out, however many proofs one person waits for', async () => {
    const all = Array.from({ length: 60 }, refused)
    await enter(...all)
    const [last = refused()] = all.toReversed()
    await expect.poll(async () => (await ask('carol', last.id)).status, within).toBe(200)
    const asked = Promise.all(
      [...all, ...all, ...all, ...all].map(async ({ id }) => {
        const { status, headers } = await ask('grace', id)
        return status === 503 ? `503 ${headers.get('retry-after')}` : status
      }),
    )
    const other = await ask('carol', last.id)
    expect([other.status, await other.json()]).toMatchObject([200, { state: 'pending' }])
    const statuses = await asked
    const count = (wanted: unknown) => statuses.filter((status) => status === wanted).length
    expect(count(200)).toBeGreaterThan(0)
    // Five at once, for three seconds each; who waits longer than two seconds is refused.
    expect(count('503 5')).toBeGreaterThan(statuses.length / 2)
    expect(count('503 5') + count(200)).toBe(statuses.length)
  }, 90_000)
})
