import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PREFIXED_SECRETS } from '@sluice/pipeline/secret-forms'
import { expect, it } from 'vitest'
import { formatFault } from '../fault.ts'
import { checkSecrets } from './check-secrets.ts'
import { findSecrets } from './find-secrets.ts'
import { readTrackedFiles } from './read-tracked-files.ts'

// Each secret is put together here, so that this file holds none.
const drawn = (length: number) => randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)
const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const jwt = [{ alg: 'HS256' }, { sub: '42', name: 'Jo' }].map((part) => btoa(JSON.stringify(part))).join('.')

it.each([
  ['a key of GitHub', `const a = "ghp_${drawn(36)}"`],
  ['a key of AWS', `key: ${'AKIA'}${'Q3EGRZ5XK7LMN2PD'}`],
  ['a key of Slack', `xoxb-${drawn(24)}`],
  ['a key of npm', `//host/:_authToken=npm_${drawn(36)}`],
  ['an API key of this product', `sk-sluice-${drawn(64)}`],
  ['a token', `authorization: Bearer ${jwt}.${drawn(43)}`],
  ['a private key', String(pem)],
  ['a private key in JSON', JSON.stringify({ key: pem })],
  ['a secret in code', `const clientSecret = '${drawn(40)}'`],
  ['a secret in JSON', JSON.stringify({ client_secret: drawn(40) })],
  ['a secret in YAML', `DATA_KEY: ${drawn(44)}\n`],
  ['a secret in an environment file', `SOAR_SECRET=${drawn(44)}\n`],
])('finds %s, and says where', (_, text) => {
  expect(findSecrets(`first line\n\n${text}`)).toContainEqual({ line: 3, form: expect.any(String) })
  expect(JSON.stringify(findSecrets(text))).not.toContain(text.slice(-12))
})

it.each([
  'const token = process.env.SLUICE_GATEWAY_TOKEN_2',
  `const secret = "\${randomBytes(32).toString('base64url')}"`,
  'TOKEN=$(npm run --silent token -- alice)',
  'password: correct-horse-battery-staple',
  'apiKey: "upstream-key"',
  '"token": "EMAIL_ADDRESS_7H3K9Q2M5T"',
  '-----BEGIN PRIVATE KEY-----',
  `integrity: sha512-${'A'.repeat(20)}`,
])('finds nothing in %j', (text) => {
  expect(findSecrets(text)).toEqual([])
})

it('knows many forms', () => {
  expect(PREFIXED_SECRETS.length).toBeGreaterThan(40)
})

it('takes exceptions by file and count, and finds what they do not cover', async () => {
  const text = `secret = "${drawn(40)}"\n`
  const check = async (count: number, files: { path: string; text: string }[]) =>
    (await checkSecrets(files, [{ path: 'a', count, reason: 'a reason' }])).map(formatFault)
  expect(await check(1, [{ path: 'a', text }])).toEqual([])
  expect(await check(1, [{ path: 'a', text: text + text }])).toHaveLength(3)
  expect(await check(1, [{ path: 'a', text: '' }])).toEqual([expect.stringMatching(/a is excepted with 1 places/)])
  expect(
    await check(1, [
      { path: 'a', text },
      { path: 'b', text },
    ]),
  ).toEqual([expect.stringMatching(/^b:1: has random text assigned to a secret: take it out and revoke it/)])
  expect(await check(0, [])).toEqual([expect.stringMatching(/no file was found/)])
})

it('reads every file where there is no git, also what is no text, and follows no link', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  try {
    await mkdir(join(folder, 'node_modules'))
    await mkdir(join(folder, 'deep'))
    const hidden = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(` ghp_${drawn(36)} `)])
    await writeFile(join(folder, 'deep/a.bin'), hidden)
    await writeFile(join(folder, 'node_modules/b'), hidden)
    await symlink(join(folder, 'deep/a.bin'), join(folder, 'link'))
    expect((await checkSecrets(readTrackedFiles(folder), [])).map(formatFault)).toEqual([
      expect.stringMatching(/^deep\/a\.bin:1: has a key or token of a known form/),
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
