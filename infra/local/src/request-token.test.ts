import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type OidcServer, startOidc } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestToken } from './request-token.ts'
import { SAMPLE_USERS } from './sample-users.ts'
import { SOAR_CLIENT } from './soar-client.ts'
import type { StackRecord } from './stack-file.ts'

const secrets = {
  postgresPassword: '',
  dataKeys: {},
  logKey: '',
  soarSecret: 'whsec_c2VjcmV0',
  directoryToken: 'directory-token',
}
const audience = 'urn:sluice:gateway'
let oidc: OidcServer
let stackProcess: ChildProcess
let stack: StackRecord
beforeAll(async () => {
  oidc = await startOidc({ users: SAMPLE_USERS, audience, serviceClaims: SOAR_CLIENT.claims })
  const code = 'setInterval(() => {}, 1000)'
  stackProcess = spawn(process.execPath, ['-e', code, 'infra/local/src/main.ts'])
  await once(stackProcess, 'spawn')
  stack = { pid: stackProcess.pid!, portBase: 1, issuer: oidc.issuer, audience, children: [] }
})
afterAll(async () => {
  stackProcess?.kill()
  await oidc?.stop()
})

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

it.each([
  ['alice', { sub: 'alice', aud: audience }],
  ['carol', { sub: 'carol', groups: expect.arrayContaining(['role:ciso']) }],
  ['ciso', { sub: 'carol' }],
  ['soc-analyst', { sub: 'dave' }],
  ['auditor', { sub: 'grace' }],
  ['soar', { client_id: 'svc', scp: ['soar'], aud: audience }],
])('obtains the token of %s', async (name, claims) => {
  expect(claimsOf(await requestToken(name, stack, secrets, '/state/stack.json'))).toMatchObject(claims)
})

it.each([
  ['soar-secret', secrets.soarSecret],
  ['directory', secrets.directoryToken],
])('prints %s, also while nothing runs', async (name, secret) => {
  expect(await requestToken(name, undefined, secrets, '/state/stack.json')).toBe(secret)
})

it.each([
  [undefined, /Whose token\?.*Users: alice, bob.*ciso.*soar-secret/s],
  ['mallory', /no mallory.*Users: alice/s],
  ['role:ciso', /no role:ciso/],
])('says whose tokens there are when asked for %s', async (name, message) => {
  await expect(requestToken(name, stack, secrets, '/state/stack.json')).rejects.toThrow(message)
})

it.each([undefined, { pid: 999_999_999 }, { pid: process.pid }])('says that nothing runs (%o)', async (change) => {
  const last = change && { ...stack, ...change }
  for (const name of ['alice', 'soar']) {
    await expect(requestToken(name, last, secrets, '/state/stack.json')).rejects.toThrow(
      /not running: \/state\/stack\.json.*npm start.*SLUICE_STATE_DIR/s,
    )
  }
})
