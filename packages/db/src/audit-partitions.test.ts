import { startPostgres } from '@sluice/testkit'
import { expect, it } from 'vitest'
import { createMonths } from './audit-partitions.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

it('makes the month of a record once, however many services begin at the same moment', async () => {
  const server = await startPostgres()
  const database = openDatabase(server.url)
  try {
    await migrate(database)
    const services = Array.from({ length: 8 }, () => createMonths(database))
    await Promise.all(services.map((ensure) => ensure([{ timeMs: Date.now() }])))
    const month = new Date().toISOString().slice(0, 7).replace('-', '_')
    const { rows } = await database.pool.query(`SELECT to_regclass('audit_events_${month}') IS NOT NULL AS there`)
    expect(rows).toEqual([{ there: true }])
  } finally {
    await database.close()
    await server.stop()
  }
})
