import { type LdapServer, startLdap } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Directory } from './directories/directory.ts'
import { createLdapDirectory } from './directories/ldap.ts'
import { type SyncStack, type SyncStores, startSyncStores, TENANT } from './testing/test-stack.ts'

describe('an LDAP directory', () => {
  let stores: SyncStores
  let open: SyncStack
  let server: LdapServer
  let directory: Directory
  beforeAll(async () => {
    stores = await startSyncStores()
  }, 300_000)
  afterAll(async () => await stores?.stop())
  beforeEach(async () => {
    open = await stores.open()
    server = await startLdap()
    const { url, reader } = server
    const limits = { connectTimeoutMs: 2_000, answerTimeoutMs: 5_000, pageSize: 2 }
    directory = createLdapDirectory({
      name: 'corp',
      tenant: TENANT,
      connection: {
        url,
        startTls: false,
        bindDn: reader.dn,
        bindPassword: reader.password,
        referrals: 'refuse',
        ...limits,
      },
      baseDn: server.peopleDn,
      filter: '(objectClass=inetOrgPerson)',
      idAttribute: 'entryUUID',
      subAttribute: 'entryUUID',
      usernameAttribute: 'uid',
      emailAttribute: 'mail',
      disabled: [{ attribute: 'accountStatus', values: ['inactive'] }],
      groups: { from: 'memberOf', name: 'cn' },
      maxUsers: 1_000,
    })
  }, 300_000)
  afterEach(async () => {
    await directory.close()
    await server.stop()
    await open.close()
  })
  const subOf = async (preferredUsername: string) =>
    (await open.users.search({ tenant: TENANT, preferredUsername, limit: 1 }))[0]?.sub ?? ''

  it('freezes the open session of a user who is deleted or disabled there, and of nobody else', async () => {
    for (const uid of ['ann', 'bob', 'carl', 'dora', 'eve']) await server.addUser({ uid })
    await server.addGroup('eng', ['bob'])
    expect(await open.sync(directory)).toMatchObject({ outcome: 'applied', counts: { created: 5 } })
    const [ann, bob, carl, dora] = await Promise.all(['ann', 'bob', 'carl', 'dora'].map(subOf))
    for (const sub of [ann, bob, carl, dora]) await open.openSession(sub ?? '')
    expect(await open.users.find(TENANT, bob ?? '')).toMatchObject({ groups: ['eng'], email: 'bob@example.test' })
    await server.deleteUser('ann')
    await server.modifyUser('bob', { accountStatus: 'inactive' })
    await server.renameUser('carl', 'charles')
    expect(await open.sync(directory)).toMatchObject({
      counts: { deleted: 1, deactivated: 1, updated: 1, unchanged: 2 },
      revoked: { frozen: 2 },
    })
    expect(await Promise.all([ann, bob, carl, dora].map((sub) => open.stateOf(sub ?? '')))).toEqual([
      'session_frozen',
      'session_frozen',
      'active',
      'active',
    ])
    expect(await subOf('charles')).toBe(carl)
  })

  it('changes nothing when the server gives no more than its limit', async () => {
    for (const uid of ['ann', 'bob', 'carl']) await server.addUser({ uid })
    await open.sync(directory)
    const carl = await subOf('carl')
    await server.restart({ sizeLimit: 2 })
    expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'size_limit' } })
    await server.kill()
    expect(await open.sync(directory)).toMatchObject({ outcome: 'failed', fault: { code: 'unreachable' } })
    expect(await open.stateOf(carl)).toBe('active')
  })
})
