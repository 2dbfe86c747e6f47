import { systemClock } from '@sluice/service-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClient } from '../testing/http-client.ts'
import { OKTA_CLIENT, OKTA_TOKEN, startOktaStub } from '../testing/okta-stub.ts'
import { describeDirectory } from './directory.contract.ts'
import type { Directory } from './directory.ts'
import { clientCredentials } from './http/client-credentials.ts'
import { fixedCredentials } from './http/credentials.ts'
import { createOktaDirectory, type OktaOptions } from './okta.ts'

type OktaStub = Awaited<ReturnType<typeof startOktaStub>>

function open(stub: OktaStub, changes: Partial<OktaOptions> & { wrongCredentials?: boolean } = {}): Directory {
  const { wrongCredentials = false, ...options } = changes
  return createOktaDirectory({
    name: 'okta',
    tenant: 'acme',
    orgUrl: stub.url,
    client: testClient({ maxWaitMs: 3_000 }),
    credentials: fixedCredentials('SSWS', wrongCredentials ? 'wrong' : OKTA_TOKEN),
    subAttribute: 'login',
    activeStatuses: ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT'],
    groups: 'all',
    maxUsers: 1_000,
    ...options,
  })
}

describeDirectory('Okta', async () => {
  const stub = await startOktaStub()
  const ids = new Map<string, string>()
  const idOf = (name: string) => ids.get(name) ?? ''
  return {
    open: (changes) => open(stub, changes),
    add: async (name) => void ids.set(name, stub.addUser(name)),
    disable: async (name) => stub.setStatus(idOf(name), 'SUSPENDED'),
    enable: async (name) => stub.setStatus(idOf(name), 'ACTIVE'),
    remove: async (name) => stub.setStatus(idOf(name), 'DEPROVISIONED'),
    rename: async (name, login) => stub.rename(idOf(name), login),
    setGroup: async (group, names) => stub.setGroup(group, names.map(idOf)),
    stopServer: () => stub.stop(),
    close: () => stub.stop(),
  }
})

describe('Okta', () => {
  let stub: OktaStub
  let directory: Directory
  beforeEach(async () => {
    stub = await startOktaStub()
    directory = open(stub)
  })
  afterEach(async () => {
    await directory.close()
    await stub.stop()
  })
  const pull = (from = directory) => from.pull({ signal: AbortSignal.timeout(15_000) })
  const addUsers = (count: number) => Array.from({ length: count }, (_, n) => stub.addUser(`user-${n}`))

  it.each([
    ['ACTIVE', true],
    ['LOCKED_OUT', true],
    ['RECOVERY', true],
    ['PASSWORD_EXPIRED', true],
    ['PROVISIONED', false],
    ['STAGED', false],
    ['SUSPENDED', false],
    ['SOMETHING_NEW', false],
  ])('takes a user who is %s for active: %s', async (status, active) => {
    const [id = ''] = addUsers(1)
    stub.setStatus(id, status)
    expect(await pull()).toMatchObject({ users: [{ id, active }] })
  })

  it('signs for a token, and for another when it expires in the middle', async () => {
    addUsers(7)
    stub.faults.tokenUses = 2
    const client = testClient()
    const { clientId, keyId, privateKeyPem } = OKTA_CLIENT
    const service = open(stub, {
      client,
      credentials: clientCredentials({
        client,
        clock: systemClock,
        tokenUrl: `${stub.url}/oauth2/v1/token`,
        clientId,
        authentication: { keyId, privateKeyPem },
        scope: 'okta.users.read okta.groups.read',
      }),
    })
    expect(await pull(service)).toMatchObject({ users: { length: 7 } })
    expect(stub.tokensIssued()).toBeGreaterThan(1)
    await service.close()
  })

  it.each([
    ['before it is refused', 1, 0],
    ['after it was', 0, 1],
  ])('waits for the window to begin anew, %s', async (_when, remaining, refusals) => {
    addUsers(4)
    const resetAtMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000
    stub.faults.rateLimit = { remaining, resetAtMs }
    const restore = setTimeout(
      () => {
        stub.faults.rateLimit = { remaining: 1_000, resetAtMs: resetAtMs + 60_000 }
      },
      resetAtMs - Date.now() - 5,
    )
    expect(await pull()).toMatchObject({ users: { length: 4 } })
    expect(stub.refusals()).toBe(refusals)
    clearTimeout(restore)
  })

  it.each([
    ['there is never room', { status: 429, headers: { 'retry-after': '0' } }, 9, 'throttled'],
    ['the answer is no JSON', { body: '[{"id":' }, 1, 'malformed'],
    ['the answer has another form', { body: { users: [] } }, 1, 'malformed'],
    ['a user has no status', { body: [{ id: 'x', profile: {} }] }, 1, 'malformed'],
    [
      'it is led elsewhere',
      { body: [], headers: { link: '<https://evil.example/api/v1/users>; rel="next"' } },
      1,
      'malformed',
    ],
    ['the token may not read users', { status: 403, body: { errorCode: 'E0000006' } }, 1, 'unauthorized'],
  ])('gives up where %s', async (_what, answer, times, code) => {
    stub.faults.next.push(...Array.from({ length: times }, () => answer))
    await expect(pull()).rejects.toMatchObject({ name: 'DirectoryFault', code })
  })

  it('does not believe a page that comes twice', async () => {
    const next = `<${stub.url}/api/v1/users?after=x>; rel="next"`
    const page = { body: [{ id: 'u1', status: 'ACTIVE', profile: { login: 'a' } }], headers: { link: next } }
    stub.faults.next.push(page, page)
    await expect(pull()).rejects.toMatchObject({ code: 'incomplete' })
  })

  it('reads the groups that are named', async () => {
    const [id = ''] = addUsers(3)
    stub.setGroup('eng', [id])
    stub.setGroup('ops', [id])
    const some = open(stub, { groups: ['00g-ops'] })
    expect(await pull(some)).toMatchObject({ users: [{ groups: ['ops'] }, { groups: [] }, { groups: [] }] })
    await some.close()
  })
})
