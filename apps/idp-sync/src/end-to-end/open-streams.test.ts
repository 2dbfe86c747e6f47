import { systemClock } from '@sluice/service-kit'
import {
  type GatewayProcess,
  type OidcServer,
  type OidcUser,
  readFrames,
  startGatewayProcess,
  startLdap,
  startOidc,
  startScim,
} from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from '../directories/directory.ts'
import { fixedCredentials } from '../directories/http/credentials.ts'
import { createHttpClient } from '../directories/http/http-client.ts'
import { createLdapDirectory } from '../directories/ldap.ts'
import { createScimDirectory } from '../directories/scim.ts'
import { type SyncStack, type SyncStores, startSyncStores, TENANT } from '../testing/test-stack.ts'

/** A real directory with users, one of whom will be deleted. */
interface RealDirectory {
  readonly directory: Directory
  addUser(name: string): Promise<void>
  deleteUser(name: string): Promise<void>
  stop(): Promise<void>
}

async function openScim(): Promise<RealDirectory> {
  const server = await startScim()
  const ids = new Map<string, string>()
  const directory = createScimDirectory({
    name: 'corp',
    tenant: TENANT,
    baseUrl: server.url,
    client: createHttpClient({ clock: systemClock, random: Math.random, limits: { firstWaitMs: 1 } }),
    credentials: fixedCredentials('Bearer', server.token),
    subAttribute: 'externalId',
    groups: 'resources',
    pageSize: 100,
    maxUsers: 1_000,
  })
  return {
    directory,
    addUser: async (name) => {
      ids.set(name, await server.addUser({ userName: name, externalId: `u-${name}` }))
    },
    deleteUser: async (name) => await server.deleteUser(ids.get(name) ?? ''),
    stop: () => server.stop(),
  }
}

async function openSlapd(): Promise<RealDirectory> {
  const server = await startLdap()
  const directory = createLdapDirectory({
    name: 'corp',
    tenant: TENANT,
    connection: {
      url: server.url,
      startTls: false,
      referrals: 'refuse',
      pageSize: 100,
      bindDn: server.reader.dn,
      bindPassword: server.reader.password,
      connectTimeoutMs: 2_000,
      answerTimeoutMs: 5_000,
    },
    baseDn: server.peopleDn,
    filter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    subAttribute: 'entryUUID',
    usernameAttribute: 'uid',
    emailAttribute: 'mail',
    disabled: [],
    groups: { from: 'memberOf', name: 'cn' },
    maxUsers: 1_000,
  })
  return {
    directory,
    addUser: async (uid) => {
      await server.addUser({ uid })
    },
    deleteUser: (uid) => server.deleteUser(uid),
    stop: () => server.stop(),
  }
}

describe.each([
  ['a SCIM server', openScim],
  ['slapd', openSlapd],
])('a user with an open stream who is deleted in %s', (_name, openDirectory) => {
  let stores: SyncStores
  let oidc: OidcServer
  let open: SyncStack
  let gateway: GatewayProcess
  let real: RealDirectory
  beforeAll(async () => {
    ;[stores, oidc] = await Promise.all([startSyncStores(), startOidc({ users: [] })])
  }, 300_000)
  afterAll(async () => {
    await Promise.all([stores?.stop(), oidc?.stop()])
  })
  beforeEach(async () => {
    open = await stores.open()
    ;[gateway, real] = await Promise.all([startGatewayProcess({ ...open, oidc }), openDirectory()])
    await real.addUser('alice')
    await real.addUser('bob')
    expect(await open.sync(real.directory)).toMatchObject({ outcome: 'applied', counts: { created: 2 } })
  }, 300_000)
  afterEach(async () => {
    await real?.directory.close()
    await Promise.all([real?.stop(), gateway?.stop()])
    await open?.close()
  })

  async function userOf(preferredUsername: string): Promise<OidcUser> {
    const [user] = await open.users.search({ tenant: TENANT, preferredUsername, limit: 1 })
    return { sub: user?.sub ?? '', preferredUsername, tid: TENANT, groups: [] }
  }

  it('has it ended by the next pull, in both directions, and is refused from then on', async () => {
    const [alice, bob] = await Promise.all([userOf('alice'), userOf('bob')])
    const hers = await gateway.openStream(alice)
    const his = await gateway.openStream(bob)
    await real.deleteUser('alice')
    expect(await open.sync(real.directory)).toMatchObject({
      outcome: 'applied',
      counts: { deleted: 1, revocations: 1 },
      revoked: { frozen: 1 },
    })
    // Before the model goes on: nothing but the freeze can have ended it.
    expect(await hers.upstream.ended).toBe('aborted')
    const body = readFrames(await hers.body)
    expect(body).toMatchObject({ errors: ['session_frozen'], done: false })
    expect(JSON.parse(body.last)).toMatchObject({ error: { code: 'session_frozen', type: 'permission_error' } })
    expect(body.text).not.toContain('four')
    hers.release()
    const refused = await gateway.ask(alice)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-should-retry')).toBe('false')
    expect(await refused.json()).toMatchObject({ error: { code: 'session_frozen' } })

    his.release()
    expect(readFrames(await his.body)).toMatchObject({ text: 'one two three four', errors: [], done: true })
    const record = (await open.records()).find(({ event }) => event === 'user.frozen')
    expect(record).toMatchObject({
      sub: alice.sub,
      actor: 'directory:corp',
      details: { sessions: 1, gateways_alive: 1, gateways_acknowledged: 1 },
    })
  })
})
