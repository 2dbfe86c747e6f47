import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { readAudit } from './read-audit.ts'
import { renderAudit } from './render-audit.ts'

const ADVISORY = {
  ...{ id: 1, url: 'https://advisories.example/1', title: 'A weakness', severity: 'high' },
  ...{ vulnerable_versions: '<99', cwe: [], cvss: { score: 0, vectorString: null } },
}

/** Audits against a registry that gives this reply, and gives what it was asked. */
async function auditAgainst(status: number, reply: string) {
  let asked = ''
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (piece) => {
      asked += piece
    })
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(reply))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const { port } = server.address() as AddressInfo
    const environment = { pnpm_config_registry: `http://127.0.0.1:${port}/`, pnpm_config_fetch_retries: '0' }
    return { ...renderAudit(await readAudit(environment)), asked }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('says of a registry that knows nothing how many packages it was asked about, and sends names and versions', async () => {
  const { text, exitCode, asked } = await auditAgainst(200, '{}')
  expect(text).toMatch(/^The registry was asked about \d{3} production dependencies and knows no weakness of them\.$/)
  expect(exitCode).toBe(0)
  expect(JSON.parse(asked)).toMatchObject({ hono: [expect.stringMatching(/^\d/)] })
})

it('names what is known', async () => {
  const { text, exitCode } = await auditAgainst(200, JSON.stringify({ hono: [ADVISORY] }))
  expect(text).toMatch(/high: hono \d[\d., ]+: A weakness \(https:\/\/advisories\.example\/1\)/)
  expect(exitCode).toBe(1)
})

it.each([
  ['that does not serve advisories', 405, ''],
  ['that is broken', 500, '{}'],
  ['that answers nonsense', 200, 'not JSON'],
  ['that answers another form', 200, '[]'],
])('never calls what was not looked at fine: a registry %s', async (_, status, reply) => {
  const { text, exitCode } = await auditAgainst(status, reply)
  expect(text).toMatch(/^NOT LOOKED AT: /)
  expect(exitCode).toBe(2)
})

it('says that there is no network', async () => {
  const environment = { pnpm_config_registry: 'http://127.0.0.1:1/', pnpm_config_fetch_retries: '0' }
  expect(renderAudit(await readAudit(environment))).toMatchObject({ exitCode: 2 })
})
