import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openDatabase } from '@sluice/db'
import { startPostgres } from '@sluice/testkit'
import { expect, it } from 'vitest'
import { renderKustomization } from './render-kustomization.ts'
import { workloadsOf } from './workload.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TABLES = "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'"

it('brings an empty database up to date, and does nothing to one that is', async () => {
  const [job] = workloadsOf(renderKustomization(join(ROOT, 'infra/k8s/migrate')))
  const [, ...flags] = job?.container.command ?? []
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'sluice-migrate-'))
  try {
    const file = join(folder, 'database-url')
    writeFileSync(file, `${postgres.url}\n`)
    // As in the image, where the working directory is that of the service, but from the sources.
    const args = ['--conditions=@sluice/source', ...flags, ...(job?.container.args ?? [])]
    const env = { PATH: process.env.PATH, DATABASE_URL_FILE: file }
    const run = () => execFileSync(process.execPath, args, { cwd: join(ROOT, 'apps/admin'), env, encoding: 'utf8' })
    expect([run(), run()]).toEqual(['The schema is up to date.\n', 'The schema is up to date.\n'])
    const database = openDatabase(postgres.url)
    const { rows } = await database.pool.query(TABLES)
    await database.close()
    expect(rows[0].tables).toBeGreaterThan(20)
  } finally {
    rmSync(folder, { recursive: true })
    await postgres.stop()
  }
})
