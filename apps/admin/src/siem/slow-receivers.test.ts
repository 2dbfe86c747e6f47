import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdminStack, okJson, startAdminStack } from '../testing/test-stack.ts'

/** More than the service has connections to PostgreSQL for its requests. */
const RECEIVERS = 12
let silent: Server
let stack: AdminStack
const asked = new Set<string | undefined>()

beforeAll(async () => {
  silent = createServer((request) => void asked.add(request.url))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const receivers = Array.from({ length: RECEIVERS }, (_, index) => ({ url: `http://127.0.0.1:${port}/${index}` }))
  stack = await startAdminStack({ AUDIT_WRITER: 'true', SIEM_RECEIVERS: JSON.stringify(receivers) })
})
afterAll(async () => {
  silent?.closeAllConnections()
  silent?.close()
  await stack?.stop()
})

describe('receivers that do not answer', () => {
  it('hold up neither each other nor a request', async () => {
    const reason = { reason: 'Test.', force: true }
    // Each receiver begins with the events to come.
    await vi.waitFor(
      async () => {
        await okJson(await stack.call('carol', 'POST', `/admin/users/slow-${asked.size}/freeze`, reason))
        expect(asked.size).toBe(RECEIVERS)
      },
      { timeout: 20_000, interval: 500 },
    )
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => stack.call('dave', 'GET', '/admin/siem-events?min_severity=7')),
    )
    for (const answer of answers) expect(await answer.text()).toContain('|user.frozen|')
  })
})
