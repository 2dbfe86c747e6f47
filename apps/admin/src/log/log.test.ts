import { createServer } from 'node:http'
import {
  hashLeaf,
  readCheckpoint,
  readNote,
  readVerifierKey,
  signersOf,
  TileTree,
  verifyExport,
  verifyInclusion,
  writeNote,
  writeVerifierKey,
} from '@sluice/evidence'
import { createNoteSigner } from '@sluice/evidence/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, startAdminStack, TIME } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
const ORIGIN = 'log.example.org/tlog'
const SEED = new Uint8Array(32).fill(9)
const LOG_KEYS = (['note', 'cosignature-ml-dsa-44'] as const).map((type) => createNoteSigner(ORIGIN, type, SEED).key)

/** A witness that signs whatever it gets, or answers as the test says. */
async function startWitness() {
  const signer = createNoteSigner('witness.example/w1', 'cosignature', new Uint8Array(32).fill(4))
  const asked: string[] = []
  const state: { answer?: { status: number; body: string }; more?: (line: string) => string } = {}
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    asked.push(body.split('\n')[0] ?? '')
    const { text } = readNote(body.slice(body.indexOf('\n\n') + 2))
    const lines = writeNote({ text: '', signatures: [signer.sign(text, Date.now())] }).slice(1)
    const { status, body: answer } = state.answer ?? { status: 200, body: lines + (state.more?.(lines) ?? '') }
    response.writeHead(status).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { ...{ asked, state, server, key: signer.key }, url: `http://127.0.0.1:${port}/` }
}

let witness: Awaited<ReturnType<typeof startWitness>>
let stack: AdminStack

beforeAll(async () => {
  witness = await startWitness()
  stack = await startAdminStack({
    ...{ AUDIT_WRITER: 'true', TLOG_KEY: Buffer.from(SEED).toString('base64'), TLOG_ORIGIN: ORIGIN },
    ...{
      TLOG_CHECKPOINT_MS: '100',
      TLOG_WITNESSES: JSON.stringify([{ url: witness.url, keys: [writeVerifierKey(witness.key)] }]),
    },
  })
}, 300_000)
afterAll(async () => {
  await stack?.stop()
  witness?.server.close()
})

const get = (path: string) => fetch(`${stack.url}/tlog/${path}`)
const note = async () => readNote(await (await get('checkpoint')).text())
const sizeOf = async () => readCheckpoint((await note()).text).size

async function freeze(user: string) {
  const answer = await stack.call('carol', 'POST', `/admin/users/${user}/freeze`, { reason: 'A test.', force: true })
  expect(answer.status).toBe(200)
}

async function readTree() {
  const checkpoint = readCheckpoint((await note()).text)
  const tree = new TileTree(checkpoint.size, async ({ level, index, width }) => {
    const answer = await get(`tile/${level}/${String(index).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`)
    return new Uint8Array(await answer.arrayBuffer())
  })
  return { checkpoint, tree }
}

const keysSchema = z.looseObject({
  log: z.array(z.string()),
  witnesses: z.array(z.array(z.string())),
  quorum: z.number(),
  checkpoint: z.looseObject({ size: z.number(), note: z.string() }),
})
const pageSchema = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

describe('the log', () => {
  it('is published with the signatures of the log and of its witness, and holds each record', async () => {
    await freeze('logged-1')
    await vi.waitFor(async () => expect(await sizeOf()).toBeGreaterThanOrEqual(1), within)
    const before = await sizeOf()
    await freeze('logged-2')
    await vi.waitFor(async () => expect(await sizeOf()).toBeGreaterThan(before), within)

    const keys = [...LOG_KEYS, witness.key].map((key) => readVerifierKey(writeVerifierKey(key)))
    expect(signersOf(await note(), keys)).toEqual(keys)
    const { checkpoint, tree } = await readTree()
    expect(checkpoint.origin).toBe(ORIGIN)
    expect(await tree.root()).toEqual(checkpoint.root)
    const bundle = new Uint8Array(await (await get(`tile/entries/000.p/${checkpoint.size}`)).arrayBuffer())
    const last = bundle.subarray(-32)
    const path = await tree.inclusionProof(checkpoint.size - 1)
    expect(verifyInclusion(hashLeaf(last), checkpoint.size - 1, checkpoint, path)).toBe(true)
    // The witness was told from where on.
    expect(witness.asked).toContain('old 0')
    expect(witness.asked).toContain(`old ${before}`)
  })

  it('gives auditors the keys with which the proof of one row is verified, and to nobody without a role', async () => {
    const { log, witnesses, ...rest } = keysSchema.parse(
      await okJson(await stack.call('grace', 'GET', '/admin/audit-log/keys')),
    )
    expect(rest).toMatchObject({ origin: ORIGIN, quorum: 1, checkpoint: { signed_at: TIME } })
    expect(log).toEqual(LOG_KEYS.map(writeVerifierKey))
    expect(witnesses).toEqual([[writeVerifierKey(witness.key)]])
    expect(readCheckpoint(readNote(rest.checkpoint.note).text).size).toBe(rest.checkpoint.size)
    const { data } = pageSchema.parse(await okJson(await stack.call('grace', 'GET', '/admin/audit-log?user=logged-1')))
    const proof = await stack.call('grace', 'GET', `/admin/audit-log?format=proof&id=${data[0]?.id}`)
    const keys = {
      log: log.map(readVerifierKey),
      witnesses: witnesses.flat().map(readVerifierKey),
      quorum: rest.quorum,
    }
    const lines = (await proof.text()).trimEnd().split('\n')
    expect(await verifyExport(lines, keys)).toMatchObject({ rows: 1, origin: ORIGIN })
    expect((await stack.call('u-alice', 'GET', '/admin/audit-log/keys')).status).toBe(403)
  })

  it('tells anybody nothing but commitments, and keeps answers as long as they stay', async () => {
    const checkpoint = await get('checkpoint')
    expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(checkpoint.headers.get('cache-control')).toBe('no-cache')
    const tile = await get('tile/0/000.p/1')
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(tile.headers.get('cache-control')).toContain('immutable')
    for (const path of [
      'tile/0/999',
      'tile/0/0',
      'tile/0/000.p/0',
      'tile/64/000',
      'tile/entries/000.p/200',
      'else',
      '',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  })

  it('has nothing that no published checkpoint has, and answers each tile of it to hundreds at once', async () => {
    const size = await sizeOf()
    witness.state.answer = { status: 503, body: '' }
    const asked = witness.asked.length
    await freeze('not-yet-published')
    await vi.waitFor(() => expect(witness.asked.length).toBeGreaterThan(asked + 1), within)
    const answers = await Promise.all(Array.from({ length: 300 }, () => get(`tile/0/000.p/${size + 1}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await get(`tile/0/000.p/${size}`)).status).toBe(200)
    const checkpoints = await Promise.all(Array.from({ length: 300 }, () => get('checkpoint')))
    expect(new Set(checkpoints.map(({ status }) => status))).toEqual(new Set([200]))
    delete witness.state.answer
    await vi.waitFor(async () => expect(await sizeOf()).toBeGreaterThan(size), within)
    // Whoever has just read the checkpoint finds its tiles.
    expect((await get(`tile/0/000.p/${await sizeOf()}`)).status).toBe(200)
  })

  it('takes no more of a witness than it has verified, whatever stands beside it', async () => {
    const before = await sizeOf()
    // The id of a key has four bytes: a witness can make one whose id is that of the log's key.
    witness.state.more = (line) => line.replace('witness.example/w1', ORIGIN)
    await freeze('one-line')
    await vi.waitFor(async () => expect(await sizeOf()).toBeGreaterThan(before), within)
    delete witness.state.more
    const names = (await note()).signatures.map(({ name }) => name)
    expect(names).toEqual([ORIGIN, ORIGIN, 'witness.example/w1'])
  })

  it.each([
    ['has seen another tree', { status: 409, body: '7777777\n' }],
    ['does not know the log', { status: 404, body: '' }],
    ['has signed with another key', { status: 200, body: '— other.example AAAAAAAAAA==\n' }],
    ['answers nonsense', { status: 200, body: 'yes' }],
    ['answers without an end', { status: 200, body: '— '.repeat(100_000) }],
  ])('is not published where its witness %s, and is once it cosigns', async (_what, answer) => {
    const before = await sizeOf()
    witness.state.answer = answer
    const asked = witness.asked.length
    await freeze(`missing-${answer.status}`)
    await vi.waitFor(() => expect(witness.asked.length).toBeGreaterThan(asked + 1), within)
    expect(await sizeOf()).toBe(before)
    delete witness.state.answer
    await vi.waitFor(async () => expect(await sizeOf()).toBeGreaterThan(before), within)
  })
})
