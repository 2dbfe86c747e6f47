import { readLogProof, verifyExport } from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
const ORIGIN = 'log.example.org/tlog'
const SEED = new Uint8Array(32).fill(9)
const keys = { log: [createNoteSigner(ORIGIN, 'note', SEED).key], witnesses: [], quorum: 0 }

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack({
    ...{ AUDIT_WRITER: 'true', TLOG_KEY: Buffer.from(SEED).toString('base64'), TLOG_ORIGIN: ORIGIN },
    TLOG_CHECKPOINT_MS: '100',
  })
  for (let index = 0; index < 8; index += 1) {
    const body = { reason: `A test, ${index}.`, force: true }
    expect((await stack.call('carol', 'POST', `/admin/users/tampered-${index}/freeze`, body)).status).toBe(200)
  }
  await vi.waitFor(async () => expect((await exported()).length).toBeGreaterThanOrEqual(11), within)
}, 300_000)
afterAll(() => stack?.stop())

const audit = (query: string) => stack.call('grace', 'GET', `/admin/audit-log?${query}`)

async function exported(query = ''): Promise<string[]> {
  const answer = await audit(`format=proof${query}`)
  return answer.status === 200 ? (await answer.text()).split('\n') : []
}

const verify = async (query?: string) => await verifyExport(await exported(query), keys)

const verdictSchema = z.object({
  right: z.boolean(),
  fault: z.string().optional(),
  rows: z.number().optional(),
  complete: z.boolean().optional(),
})

async function verifiedByService(query = '') {
  const answer = await stack.call('grace', 'GET', `/admin/audit-log/verification${query}`)
  expect(answer.status).toBe(200)
  return verdictSchema.parse(await answer.json())
}

/** Alters the trail as whoever administers PostgreSQL could, looks, and puts it back. */
async function tampered(alter: string, undo: string): Promise<string> {
  await stack.database.pool.query(alter)
  try {
    const told = await verify().then(
      () => 'nothing is wrong',
      (error: Error) => error.message,
    )
    // The service finds the same in what it has stored.
    const { right, fault = 'nothing is wrong' } = await verifiedByService()
    expect([right, fault]).toEqual([told === 'nothing is wrong', told])
    return told
  } finally {
    await stack.database.pool.query(undo)
  }
}

describe('the export with proofs', () => {
  it('is verified with the key of the log alone', async () => {
    const verified = await verify()
    expect(verified).toMatchObject({ tenant: 'default', origin: ORIGIN, isFiltered: false, erased: 0 })
    expect(verified.rows).toBeGreaterThanOrEqual(8)
    expect(await verify('&user=tampered-3')).toMatchObject({ rows: 1, isFiltered: true })
    const whole = await verifiedByService()
    expect(whole).toMatchObject({ right: true, complete: true })
    expect(whole.rows).toBeGreaterThanOrEqual(verified.rows)
    expect(await verifiedByService('?user=tampered-3')).toMatchObject({ right: true, rows: 1, complete: false })
  })

  it.each([
    [
      'a byte of a record is flipped',
      `UPDATE audit_events SET record = jsonb_set(record, '{reason}', '"A test, 9."') WHERE sub = 'tampered-3'`,
      `UPDATE audit_events SET record = jsonb_set(record, '{reason}', '"A test, 3."') WHERE sub = 'tampered-3'`,
      /^Row \d+ \([\w-]+\) is altered/,
    ],
    [
      'a row is deleted',
      `CREATE TABLE kept AS SELECT * FROM audit_events WHERE sub = 'tampered-4';
       DELETE FROM audit_events WHERE sub = 'tampered-4'`,
      'INSERT INTO audit_events SELECT * FROM kept; DROP TABLE kept',
      /^Before Row \d+ .*, the row at position \d+ is missing/,
    ],
    [
      'two rows are swapped',
      `UPDATE audit_events AS one SET record = other.record, salt = other.salt FROM audit_events AS other
       WHERE (one.sub, other.sub) IN (('tampered-5', 'tampered-6'), ('tampered-6', 'tampered-5'))`,
      `UPDATE audit_events AS one SET record = other.record, salt = other.salt FROM audit_events AS other
       WHERE (one.sub, other.sub) IN (('tampered-5', 'tampered-6'), ('tampered-6', 'tampered-5'))`,
      /^Row \d+ .* is altered/,
    ],
    [
      'a row and what the log has of it are altered together',
      `CREATE TABLE kept AS SELECT * FROM log_tiles;
       UPDATE audit_events SET record = jsonb_set(record, '{reason}', '"A test, 9."') WHERE sub = 'tampered-3';
       UPDATE log_tiles SET bytes = set_byte(bytes, 40, (get_byte(bytes, 40) + 1) % 256) WHERE level = 0`,
      `UPDATE audit_events SET record = jsonb_set(record, '{reason}', '"A test, 3."') WHERE sub = 'tampered-3';
       DELETE FROM log_tiles; INSERT INTO log_tiles SELECT * FROM kept; DROP TABLE kept`,
      /^Row \d+ .* is altered/,
    ],
  ])('names the row where %s in the database', async (_what, alter, undo, message) => {
    expect(await tampered(alter, undo)).toMatch(message)
    expect((await verify()).rows).toBeGreaterThanOrEqual(8)
  })

  it('shows of a row whose salt and record are gone that it was there', async () => {
    const message = await tampered(
      `CREATE TABLE kept AS SELECT * FROM audit_events WHERE sub = 'tampered-2';
       UPDATE audit_events SET record = NULL, salt = NULL WHERE sub = 'tampered-2'`,
      `DELETE FROM audit_events WHERE sub = 'tampered-2'; INSERT INTO audit_events SELECT * FROM kept; DROP TABLE kept`,
    )
    expect(message).toBe('nothing is wrong')
  })
})

describe('the proof of one record', () => {
  it('is a file of its own', async () => {
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string(), number: z.int() })).length(1) })
      .parse(await (await audit('user=tampered-1')).json())
    const [row] = data
    const answer = await audit(`format=tlog-proof&id=${row?.id}`)
    expect(readLogProof(await answer.text())).toMatchObject({ index: Number(row?.number) - 1 })
  })

  it('is refused without an id, and for a record that is not there', async () => {
    expect((await problemOf(await audit('format=tlog-proof'))).code).toBe('invalid_request')
    expect((await problemOf(await audit('format=tlog-proof&id=none'))).code).toBe('not_found')
  })
})
