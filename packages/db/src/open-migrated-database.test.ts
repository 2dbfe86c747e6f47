import { createServer } from 'node:net'
import type { OpenContext } from '@sluice/service-kit/environment'
import { expect, it } from 'vitest'
import type { DatabaseConfig } from './config.ts'
import { openMigratedDatabase } from './open-migrated-database.ts'

/** The error that opening the database at `url` ends with; what was opened is closed. */
async function failureToOpen(url: string): Promise<unknown> {
  const hooks: (() => unknown)[] = []
  const context: OpenContext<DatabaseConfig> = {
    service: 'test',
    config: { DATABASE_URL: url },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    logger: { warn: () => undefined, error: () => undefined },
    metrics: { gauge: () => ({ set: () => undefined, reset: () => undefined }) },
    onClose: (_name, hook) => hooks.push(hook),
  }
  const failure = await openMigratedDatabase(context).catch((error: unknown) => error)
  for (const hook of hooks) await hook()
  return failure
}

it('ends the start with the name of the variable and the address', async () => {
  const failure = await failureToOpen('postgres://user:the-secret@127.0.0.1:1/sluice')
  expect(failure).toMatchObject({
    faults: [{ variable: 'DATABASE_URL', message: '127.0.0.1:1 could not be used (ECONNREFUSED)' }],
  })
  expect(String(failure)).not.toContain('the-secret')
})

it('waits for a server that is late, and says so where it stays silent', async () => {
  let connections = 0
  const server = createServer(() => {
    connections += 1
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = Object(server.address())
  const failure = await failureToOpen(`postgres://user:secret@127.0.0.1:${port}/sluice`)
  server.close()
  expect(failure).toMatchObject({ faults: [{ message: `127.0.0.1:${port} could not be used (time-out)` }] })
  expect(connections).toBe(10)
}, 60_000)
