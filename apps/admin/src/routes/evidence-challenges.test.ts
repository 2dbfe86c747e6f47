import type { TrailRecord } from '@sluice/contracts'
import { createAuditTrail } from '@sluice/db'
import { auditEntryOf } from '@sluice/events'
import { chooseChallenge, readChallenge, readRootKeys, verifyFiles, writeVerifierKey } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'
import { createKeyRing } from '@sluice/token-vault'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createRecordEvidence } from '../evidence/record-evidence.ts'
import { openEvidenceRecords } from '../testing/evidence-records.ts'
import { type AdminStack, okJson, problemOf, startAdminStack, TIME } from '../testing/test-stack.ts'

const within = { timeout: 30_000, interval: 100 }
const ORIGIN = 'log.example.org/tlog'
const SEED = new Uint8Array(32).fill(9)
const KEYS = readRootKeys(`${writeVerifierKey(createNoteSigner(ORIGIN, 'note', SEED).key)}\n`)
const UUID = '00000000-0000-4000-8000-000000000000'
const PATH = '/admin/evidence/challenges'
// That of the stack.
const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')

const asked = z.looseObject({ id: z.uuid(), challenge: z.looseObject({ numbers: z.array(z.int()) }) })
const answers = z.looseObject({
  late: z.int(),
  leaves: z.array(z.looseObject({ number: z.int(), record_id: z.string().optional(), state: z.string() })),
})

let stack: AdminStack
let records: Awaited<ReturnType<typeof openEvidenceRecords>>
let foreign: Awaited<ReturnType<typeof openEvidenceRecords>>
beforeAll(async () => {
  stack = await startAdminStack({
    ...{ AUDIT_WRITER: 'true', TLOG_KEY: Buffer.from(SEED).toString('base64'), TLOG_ORIGIN: ORIGIN },
    ...{ TLOG_CHECKPOINT_MS: '100' },
  })
  records = await openEvidenceRecords(keyRing, 'default')
  foreign = await openEvidenceRecords(keyRing, 'other')
}, 300_000)
afterAll(() => stack?.stop())

let sequence = 0
/** Enters records as the audit writer does, with no proof due, and gives the indexes of their leaves. */
async function enter(all: readonly TrailRecord[], ring: typeof keyRing | undefined = keyRing) {
  const evidenceOf = createRecordEvidence(ring, () => undefined)
  const entries = all.map((record) => {
    const entry = auditEntryOf(record)
    sequence += 1
    const { evidenceAt } = evidenceOf(record, entry.tenant, sequence)
    return { ...entry, sequence, evidenceAt, isProofDue: false }
  })
  await createAuditTrail(stack.database).enter(entries)
  const ids = entries.map(({ id }) => id)
  const { rows } = await stack.database.pool.query<{ id: string; leaf: number }>(
    'SELECT id, (number - 1)::int AS leaf FROM audit_events WHERE id = ANY($1)',
    [ids],
  )
  const byId = new Map(rows.map(({ id, leaf }) => [id, leaf]))
  return ids.map((id) => byId.get(id) ?? -1)
}

const ask = (order: object, person: 'grace' | 'carol' | 'dave' = 'grace') => stack.call(person, 'POST', PATH, order)

/** What is not in a published checkpoint yet cannot be named. */
async function askSoon(order: object) {
  const answer = await vi.waitFor(async () => {
    const one = await ask(order)
    expect(one.status).toBe(201)
    return await one.json()
  }, within)
  return asked.parse(answer)
}

const read = async (id: string) => answers.parse(await okJson(await stack.call('grace', 'GET', `${PATH}/${id}`)))
const stateOf = async (id: string) => (await read(id)).leaves.map(({ state }) => state)

async function verify(id: string, challenge: object) {
  const response = await stack.call('grace', 'GET', `${PATH}/${id}?format=bundles`)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.stringContaining('"bundle":1')])
  const lines = text.trimEnd().split('\n')
  const files = [{ name: 'bundles.ndjson', lines: () => [...lines, ''] }]
  const report = await verifyFiles(files, KEYS, { challenge: readChallenge(JSON.stringify(challenge)) })
  return { lines, report }
}

const refused = (sensitivity = 3, changes: object = {}) =>
  records.request({ kind: 'refused', sensitivity }, undefined, changes)

describe('a challenge', () => {
  it('is answered by proofs, openings and erasures, as the auditor verifies offline', async () => {
    const clearance = records.clearance(4, 11)
    const act: TrailRecord = {
      ...{ kind: 'control', version: 1, id: 'an-act', event: 'session.frozen', severity: 'high', time_ms: Date.now() },
      ...{ service: 'admin', actor: 'user:carol', tenant: 'default', sub: 'maria', session_id: 9, reason: 'Leaves.' },
    }
    const numbers = await enter([
      clearance,
      records.request({ kind: 'answered', sensitivity: 3, restored: 2, endpoints: [['eu', 5]] }, clearance),
      refused(),
      act,
      refused(2, { sub: 'zoe' }),
    ])
    const order = { office: { sub: 'office', groups: ['role:legal-counsel'] } }
    const erasure = { user: 'zoe', reason: 'She asked for it.' }
    await okJson(await stack.call(order.office, 'POST', '/admin/erasures', erasure))
    const { id, challenge } = await askSoon({ by: 'leaf', numbers })
    await expect.poll(() => stateOf(id), within).toEqual(['proved', 'proved', 'proved', 'opened', 'erased'])
    expect(await read(id)).toMatchObject({ late: 0, asked_by: 'user:grace', asked_at: TIME, answer_by: TIME })
    // The record of the erasure comes into a checkpoint a moment later.
    await expect.poll(async () => (await verify(id, challenge)).report.unanswered, within).toEqual([])
    const { lines, report } = await verify(id, challenge)
    expect(report).toMatchObject({ bundles: 5, shown: 1, counts: { proved: 3, erased: 1, 'no-request': 1 } })
    // Without one of its lines it is not answered.
    const fewer = [{ name: 'bundles.ndjson', lines: () => lines.toSpliced(2, 1) }]
    const { unanswered } = await verifyFiles(fewer, KEYS, { challenge: readChallenge(JSON.stringify(challenge)) })
    expect(unanswered).toEqual([{ number: numbers[2], why: 'the leaf is not shown' }])
  }, 90_000)

  it('shows the record where the levels break the rules, so that the verifier names the fault', async () => {
    const honest = refused(1, { sealed_opening: 'k2.a.b.c' })
    const [unopened, lie] = await enter([
      honest,
      records.request({ kind: 'refused', sensitivity: 7, endpoints: [['us', 3]] }, undefined),
    ])
    const one = await askSoon({ by: 'leaf', numbers: [unopened] })
    await expect.poll(() => stateOf(one.id), within).toEqual(['opened'])
    expect((await verify(one.id, one.challenge)).report).toMatchObject({ shown: 1, unanswered: [] })
    const other = await askSoon({ by: 'leaf', numbers: [lie] })
    await expect.poll(() => stateOf(other.id), within).toEqual(['opened'])
    expect(await read(other.id)).toMatchObject({ leaves: [{ why: 'levels' }] })
    await expect(verify(other.id, other.challenge)).rejects.toThrow('its sensitivity is above what an endpoint')
    const clearance = records.clearance(2, 21)
    const [, above] = await enter([
      clearance,
      records.request({ kind: 'answered', sensitivity: 7, restored: 3 }, clearance),
    ])
    const third = await askSoon({ by: 'leaf', numbers: [above] })
    await expect.poll(() => stateOf(third.id), within).toEqual(['opened'])
    await expect(verify(third.id, third.challenge)).rejects.toThrow('above the clearance of its caller')
  }, 90_000)

  it('shows the record and opens its commitment where no proof came about', async () => {
    const numbers = await enter([refused(7)])
    const { id, challenge } = await askSoon({ by: 'leaf', numbers })
    await expect.poll(() => stateOf(id), within).toEqual(['proved'])
    await stack.database.pool.query(
      "UPDATE evidence_proofs SET state = 'failed', proof = NULL, why = 'attempts' WHERE number = $1",
      [Number(numbers[0]) + 1],
    )
    expect(await read(id)).toMatchObject({ late: 0, leaves: [{ state: 'opened', why: 'attempts' }] })
    expect((await verify(id, challenge)).report).toMatchObject({ shown: 1, counts: { opened: 1 }, unanswered: [] })
    const clearance = records.clearance(4, 22)
    const answered = records.request({ kind: 'answered', sensitivity: 7, restored: 2 }, clearance)
    const [, other = -1] = await enter([clearance, answered])
    const second = await askSoon({ by: 'leaf', numbers: [other] })
    await expect.poll(() => stateOf(second.id), within).toEqual(['proved'])
    await stack.database.pool.query(
      "UPDATE evidence_proofs SET state = 'failed', proof = NULL, why = 'attempts' WHERE number = $1",
      [other + 1],
    )
    expect((await verify(second.id, second.challenge)).report).toMatchObject({
      ...{ counts: { opened: 1 }, unanswered: [] },
    })
    // Whoever asks again has it tried again.
    const again = await askSoon({ by: 'leaf', numbers })
    await expect.poll(() => stateOf(again.id), within).toEqual(['proved'])
  }, 90_000)

  it('is chosen by a seed as the command chooses it, and refused where the numbers are others', async () => {
    const [first = 0] = await enter(Array.from({ length: 12 }, () => refused()))
    const choice = { by: 'leaf', seed: 'A beacon.', from: first, to: first + 12 } as const
    const chosen = JSON.parse(chooseChallenge({ ...choice, count: 5 }))
    const { challenge, id } = await askSoon({ ...choice, count: 5 })
    expect(challenge).toEqual(chosen)
    await expect.poll(() => stateOf(id), within).toEqual(Array(5).fill('proved'))
    expect((await askSoon(chosen)).challenge).toEqual(chosen)
    const [one = 0, ...others] = chosen.numbers
    const free = Array.from({ length: 12 }, (_, place) => first + place).find((n) => !chosen.numbers.includes(n)) ?? one
    const wrong = await problemOf(await ask({ ...chosen, numbers: [...others, free] }))
    expect(wrong).toMatchObject({ status: 400, code: 'invalid_request' })
  }, 90_000)

  it('says which are late, and the next end of the time is a critical event', async () => {
    const [leaf = 0] = await enter([refused()])
    const { id } = await askSoon({ by: 'leaf', numbers: [leaf] })
    await expect.poll(() => stateOf(id), within).toEqual(['proved'])
    const set = (text: string) => stack.database.pool.query(text, [leaf + 1])
    await stack.database.pool.query(
      "UPDATE evidence_challenges SET answer_by = now() - interval '1 hour' WHERE id = $1",
      [id],
    )
    expect(await read(id)).toMatchObject({ late: 1, leaves: [{ number: leaf, state: 'proved', late: true }] })
    // As if no worker took it: the queue has it, and looks for it again in two minutes only.
    await set(
      "UPDATE evidence_proofs SET state = 'due', proof = NULL, made_at = NULL, queued_at = now(), answer_by = now() - interval '1 hour' WHERE number = $1",
    )
    expect(await read(id)).toMatchObject({ late: 1, leaves: [{ state: 'pending', late: true }] })
    const events = async () =>
      (await stack.database.pool.query("SELECT 1 FROM audit_events WHERE type = 'evidence.challenge_late'")).rowCount
    await expect.poll(events, within).toBe(1)
    await set('UPDATE evidence_proofs SET queued_at = NULL WHERE number = $1')
    await expect.poll(() => stateOf(id), within).toEqual(['proved'])
  }, 90_000)

  it('counts positions among the records of the tenant, and shows nothing of another one', async () => {
    const [strange = 0] = await enter([foreign.request({ kind: 'refused', sensitivity: 1 }, undefined)])
    const [own = 0] = await enter([refused()])
    const found = await stack.database.pool.query<{ position: string }>(
      'SELECT position FROM audit_events WHERE number = $1',
      [own + 1],
    )
    const position = Number(found.rows[0]?.position)
    expect(position).not.toBe(own + 1)
    const one = await askSoon({ by: 'position', numbers: [position] })
    await expect.poll(() => stateOf(one.id), within).toEqual(['proved'])
    expect((await verify(one.id, one.challenge)).report.unanswered).toEqual([])
    const other = await problemOf(await ask({ by: 'leaf', numbers: [own, strange] }))
    expect(other).toMatchObject({
      status: 400,
      detail: expect.stringContaining(`Leaf ${strange} is of another tenant`),
    })
    const proofs = await stack.database.pool.query('SELECT 1 FROM evidence_proofs WHERE number = $1', [strange + 1])
    expect(proofs.rowCount).toBe(0)
    await stack.database.pool.query("UPDATE evidence_challenges SET tenant = 'other' WHERE id = $1", [one.id])
    expect((await problemOf(await stack.call('grace', 'GET', `${PATH}/${one.id}`))).code).toBe('not_found')
  }, 90_000)

  it('is on record, and names what a checkpoint has', async () => {
    const numbers = await enter([refused()])
    const { id } = await askSoon({ by: 'leaf', numbers })
    const find = async () => {
      const { rows } = await stack.database.pool.query<{ record: { details: object; actor: string } }>(
        "SELECT record FROM audit_events WHERE type = 'evidence.challenged' AND record->'details'->>'challenge' = $1",
        [id],
      )
      return rows[0]?.record
    }
    await expect.poll(find, within).toMatchObject({ actor: 'user:grace', details: { by: 'leaf', count: 1 } })
    for (const by of ['leaf', 'position']) {
      const beyond = await problemOf(await ask({ by, numbers: [1_000_000] }))
      expect(beyond).toMatchObject({ status: 409, code: 'conflict' })
    }
    expect((await problemOf(await stack.call('grace', 'GET', `${PATH}/${UUID}`))).code).toBe('not_found')
    await stack.database.pool.query(
      `UPDATE evidence_challenges SET numbers = (SELECT array_agg(n) FROM generate_series(1, 10000) AS n) WHERE id = $1`,
      [id],
    )
    expect((await problemOf(await ask({ by: 'leaf', numbers }))).code).toBe('conflict')
    // However many ask at the same moment.
    await stack.database.pool.query('UPDATE evidence_challenges SET answer_by = now() WHERE id <> $1', [id])
    await stack.database.pool.query(
      `UPDATE evidence_challenges SET numbers = (SELECT array_agg(n) FROM generate_series(1, 9998) AS n) WHERE id = $1`,
      [id],
    )
    const together = await Promise.all(Array.from({ length: 12 }, () => ask({ by: 'leaf', numbers })))
    expect(together.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(10).fill(409)])
    await stack.database.pool.query('UPDATE evidence_challenges SET answer_by = now()')
    expect((await ask({ by: 'leaf', numbers }, 'carol')).status).toBe(201)
    expect((await ask({ by: 'leaf', numbers }, 'dave')).status).toBe(403)
  }, 90_000)

  it.each([
    {},
    { by: 'leaf' },
    { by: 'leaf', numbers: [] },
    { by: 'leaf', numbers: [-1] },
    { by: 'leaf', numbers: [0.5] },
    { by: 'row', numbers: [1] },
    { by: 'leaf', numbers: Array.from({ length: 1_001 }, (_, number) => number) },
    { by: 'leaf', count: 3, from: 0, to: 10 },
    { by: 'leaf', seed: 'x', count: 3 },
    { by: 'leaf', seed: 'x', count: 3, from: 0 },
    { by: 'leaf', seed: 'x', count: 11, from: 0, to: 10 },
    { by: 'leaf', seed: 'x', numbers: [1], count: 1, from: 0, to: 10 },
    { by: 'leaf', seed: 'x'.repeat(257), count: 3, from: 0, to: 10 },
    { by: 'leaf', numbers: [1], from: 0, to: 10 },
    { challenge: 2, by: 'leaf', numbers: [1] },
    { by: 'leaf', seed: 'x\u0000', count: 3, from: 0, to: 10 },
    { by: 'leaf', seed: 'x\ud800', count: 3, from: 0, to: 10 },
  ])('is not of this form: %#', async (order) => {
    expect((await problemOf(await ask(order))).code).toBe('invalid_request')
  })
})
