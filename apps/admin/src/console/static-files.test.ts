import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleStack, startConsoleStack } from '../testing/console-stack.ts'

const HTML = '<!doctype html><title>The console</title>'
const SCRIPT = 'console.log(1)'
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'"

let stack: ConsoleStack
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  stack = await startConsoleStack({ CONSOLE_FILES: join(folder, 'dist') })
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}${path}`, { headers, redirect: 'manual' })

function build() {
  const assets = join(folder, 'dist/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(folder, 'dist/index.html'), HTML)
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(assets, 'main-1a2b.js'), SCRIPT)
  writeFileSync(join(assets, 'main-1a2b.js.br'), brotliCompressSync(SCRIPT))
}

describe('the files of the console', () => {
  it('are built first, which a page says, and shown then without a restart', async () => {
    const missing = await get('/console/')
    expect(missing.status).toBe(503)
    expect(await missing.text()).toContain('npm run build')
    build()
    expect(await (await get('/console/')).text()).toBe(HTML)
  })

  it.each(['/console/', '/console/approvals', '/console/people/u-bob?tab=keys', '/console/assessment/projects'])(
    'begin with one page: %s',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, await answer.text()]).toEqual([200, HTML])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    },
  )

  it('stay with browsers for ever where their names tell what they hold, in the encoding that a browser takes', async () => {
    const plain = await get('/console/assets/main-1a2b.js', { 'accept-encoding': 'identity' })
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([SCRIPT, null])
    const packed = await get('/console/assets/main-1a2b.js', { 'accept-encoding': 'br' })
    expect([await packed.text(), packed.headers.get('content-encoding')]).toEqual([SCRIPT, 'br'])
    for (const { headers } of [plain, packed]) {
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    }
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  })

  it.each([
    '/console/assets/gone.js',
    '/console/favicon.ico',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/assets/..%5c..%5c..%5csecret.txt',
  ])('are no others: %s', async (path) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('secret\n')])
  })
})

it.each([
  ['/console', 302],
  ['/console/', 200],
  ['/console/assets/main-1a2b.js', 200],
  ['/console/assets/gone.js', 404],
  ['/console/session', 401],
  ['/console/events', 401],
  ['/console/login', 302],
  ['/console/callback', 401],
  ['/console/gateway/v1/models', 200],
])('%s answers with the policy of the console', async (path, status) => {
  build()
  const { status: given, headers } = await get(path)
  expect(given).toBe(status)
  expect(headers.get('content-security-policy')).toBe(POLICY)
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
    ...{ 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' },
  })
})

it('is off without its variables, and says so', async () => {
  const { url } = await stack.another({ PORT: '0', CONSOLE_URL: '' })
  for (const path of ['/console', '/console/', '/console/session']) {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('The console is off')])
  }
  // A cookie is no credential there.
  const cookie = `__Host-sluice-console=${'a'.repeat(43)}`
  const headers = { cookie, 'x-sluice-console': '1' }
  expect(await (await fetch(`${url}/admin/sessions`, { headers })).json()).toMatchObject({ code: 'token_missing' })
})

it.each([
  [{ CONSOLE_CLIENT_ID: '' }, /CONSOLE_CLIENT_ID: is required/],
  [{ DATA_KEYS: '' }, /DATA_KEYS: is required/],
  [{ CONSOLE_URL: 'http://sluice.example.com' }, /CONSOLE_URL: must be an origin of HTTPS/],
  [{ CONSOLE_URL: 'https://sluice.example.com/path' }, /CONSOLE_URL: must be an origin of HTTPS/],
])('does not start with %j', async (changes, message) => {
  await expect(stack.another({ PORT: '0', ...changes })).rejects.toThrow(message)
})
