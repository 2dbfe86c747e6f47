import { type AuditEntry, canonicalJson } from '@sluice/contracts'
import { commitToRecord, hashLeaf, MissingTile, TileTree, verifyInclusion } from '@sluice/evidence'
import { type PostgresServer, startPostgres } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { type Database, openDatabase } from './database.ts'
import { createLogCheckpoints, type LogCheckpoints } from './log-checkpoints.ts'
import { createLogTiles, type LogTiles } from './log-tiles.ts'
import { MIGRATED } from './testing/index.ts'

let server: PostgresServer
let database: Database
let trail: AuditTrail
let tiles: LogTiles
let checkpoints: LogCheckpoints

beforeAll(async () => {
  server = await startPostgres(MIGRATED)
  database = openDatabase(server.url)
  trail = createAuditTrail(database)
  tiles = createLogTiles(database)
  checkpoints = createLogCheckpoints(database)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.stop()
})

const entry = (tenant: string, id: string, record: object = { id }): AuditEntry => ({
  ...{ id, tenant, timeMs: Date.now(), type: 'request.answered', severity: 1, layers: [], policyIds: [], record },
})

describe('the log of the audit trail', () => {
  it('commits to each record at the index of its number, in one tree for all tenants', async () => {
    const before = await checkpoints.size()
    const batches = [1, 300, 255, 2, 260].map((count, batch) =>
      Array.from({ length: count }, (_, index) => entry(index % 3 === 0 ? 'acme' : 'other', `${batch}-${index}`)),
    )
    // Old and new together, and a batch that has one record twice.
    for (const batch of batches) await trail.enter([...batch, ...batch.slice(0, 2)])
    await Promise.all([trail.enter(batches[4]!), trail.enter(batches[0]!)])

    const size = await checkpoints.size()
    expect(size - before).toBe(818)
    const tree = new TileTree(size, tiles.read)
    const head = { size, root: await tree.root() }
    const rows = (
      await Promise.all(
        ['acme', 'other'].map((tenant) => trail.list({ filter: { tenant }, first: 'oldest', limit: 1_000 })),
      )
    ).flat()
    expect(rows.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 818 }, (_, i) => before + i + 1),
    )
    for (const { number, position, sequence, record, salt, commitment } of rows) {
      const text = canonicalJson({ position, sequence, record })
      const committed = commitToRecord({ evidence: new Uint8Array(), salt: salt!, record: Buffer.from(text) })
      expect(Buffer.from(committed)).toEqual(commitment)
      if (number % 50 !== 0) continue
      const path = await tree.inclusionProof(number - 1)
      expect(verifyInclusion(hashLeaf(committed), number - 1, head, path)).toBe(true)
    }
    for (const tenant of ['acme', 'other']) {
      const own = rows.filter((row) => row.tenant === tenant).map(({ position }) => position)
      expect(own).toEqual(own.map((_, index) => index + 1))
    }
  })

  it('serves its entries in bundles, whole or as wide as a tree once was', async () => {
    // As many as a bundle has: the first of them stands in one that is whole.
    await trail.enter(Array.from({ length: 256 }, (_, index) => entry('bundled', `bundled-${index}`)))
    const [row] = await trail.list({ filter: { tenant: 'bundled' }, first: 'oldest', limit: 1 })
    const [index, place] = [Math.floor((row!.number - 1) / 256), (row!.number - 1) % 256]
    const bundle = await tiles.readBundle(index, 256)
    expect(bundle).toHaveLength(256 * 34)
    expect(Buffer.from(bundle!.subarray(place * 34, (place + 1) * 34))).toEqual(
      Buffer.concat([Buffer.of(0, 32), row!.commitment]),
    )
    expect(await tiles.readBundle(index, 7)).toEqual(bundle!.subarray(0, 7 * 34))
    const size = await checkpoints.size()
    const beyond = { index: Math.floor(size / 256), width: (size % 256) + 1 }
    expect(await tiles.readBundle(beyond.index, beyond.width)).toBeUndefined()
    await expect(tiles.read({ level: 0, ...beyond })).rejects.toThrow(MissingTile)
  })

  it('commits to what PostgreSQL gives back, whatever was recorded', async () => {
    const record = { z: 0.1 + 0.2, a: [1e21, 5e-324, -0, 1.5], 'b\0': 'c\uD83Dé', deep: { y: null, x: true } }
    await trail.enter([{ ...entry('odd', 'odd', record), sequence: 41 }])
    const [row] = await trail.list({ filter: { tenant: 'odd' }, first: 'oldest', limit: 1 })
    const { position, sequence, salt } = row!
    const text = canonicalJson({ position, sequence, record: row!.record })
    expect(sequence).toBe(41)
    expect(Buffer.from(commitToRecord({ evidence: new Uint8Array(), salt: salt!, record: Buffer.from(text) }))).toEqual(
      row!.commitment,
    )
  })

  it('keeps the records of each month in a partition of their own, and odd times in another', async () => {
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    await trail.enter([{ ...entry('partitions', 'old'), timeMs: 0 }, entry('partitions', 'new')])
    const { rows } = await database.pool.query<{ id: string; part: string }>(
      "SELECT id, tableoid::regclass::text AS part FROM audit_events WHERE tenant = 'partitions' ORDER BY number",
    )
    expect(rows).toEqual([
      { id: 'old', part: 'audit_events_other' },
      { id: 'new', part: `audit_events_${month}` },
    ])
  })
})

describe('its checkpoints', () => {
  const at = new Date(0)

  it('are signed by one process at a time, and published unless a larger one was', async () => {
    const begun = Promise.withResolvers<void>()
    const blocked = Promise.withResolvers<void>()
    const first = checkpoints.takeTurn(async () => {
      begun.resolve()
      await blocked.promise
      return { size: 5, note: 'five', signedAt: at }
    })
    await begun.promise
    expect(await checkpoints.takeTurn(async () => undefined)).toBe(false)
    blocked.resolve()
    expect(await first).toBe(true)
    expect(await checkpoints.find('signed')).toEqual({ size: 5, note: 'five', signedAt: at })
    expect(await checkpoints.find('published')).toBeUndefined()
    await checkpoints.publish({ size: 5, note: 'five, cosigned', signedAt: at })
    await checkpoints.publish({ size: 4, note: 'four', signedAt: at })
    expect(await checkpoints.find('published')).toMatchObject({ size: 5 })
  })
})
