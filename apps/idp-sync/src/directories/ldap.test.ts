import { type LdapServer, startLdap } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeDirectory } from './directory.contract.ts'
import type { Directory } from './directory.ts'
import { createLdapDirectory, type LdapOptions } from './ldap.ts'

function connectionTo({ url, reader }: LdapServer): LdapOptions['connection'] {
  return {
    url,
    startTls: false,
    bindDn: reader.dn,
    bindPassword: reader.password,
    connectTimeoutMs: 2_000,
    answerTimeoutMs: 5_000,
    pageSize: 3,
    referrals: 'refuse',
  }
}

function open(server: LdapServer, changes: Partial<LdapOptions> & { wrongCredentials?: boolean } = {}): Directory {
  const { wrongCredentials = false, ...options } = changes
  const connection = connectionTo(server)
  return createLdapDirectory({
    name: 'corp',
    tenant: 'acme',
    connection: wrongCredentials ? { ...connection, bindPassword: 'wrong' } : connection,
    baseDn: server.peopleDn,
    filter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    subAttribute: 'uid',
    usernameAttribute: 'uid',
    emailAttribute: 'mail',
    disabled: [
      { attribute: 'accountStatus', values: ['inactive', 'Disabled'] },
      { attribute: 'userAccountControl', bit: 2 },
    ],
    groups: { from: 'memberOf', name: 'cn' },
    maxUsers: 1_000,
    ...options,
  })
}

async function createFixture(groups: (server: LdapServer) => LdapOptions['groups']) {
  const server = await startLdap()
  const known = new Set<string>()
  return {
    open: (changes: Parameters<typeof open>[1] = {}) => open(server, { groups: groups(server), ...changes }),
    add: async (name: string) => void (await server.addUser({ uid: name })),
    disable: (name: string) => server.modifyUser(name, { accountStatus: 'INACTIVE' }),
    enable: (name: string) => server.modifyUser(name, { accountStatus: 'active' }),
    remove: (name: string) => server.deleteUser(name),
    rename: (name: string, newName: string) => server.renameUser(name, newName),
    setGroup: async (group: string, names: readonly [string, ...string[]]) => {
      if (known.has(group)) await server.setGroup(group, names)
      else await server.addGroup(group, names)
      known.add(group)
    },
    stopServer: () => server.kill(),
    close: () => server.stop(),
  }
}

describeDirectory('LDAP with memberOf', () => createFixture(() => ({ from: 'memberOf', name: 'cn' })))

describeDirectory('LDAP with a search for groups', () =>
  createFixture(({ groupsDn }) => ({
    from: 'search',
    baseDn: groupsDn,
    filter: '(objectClass=groupOfNames)',
    memberAttribute: 'member',
    nameAttribute: 'cn',
  })),
)

describe('LDAP', () => {
  let server: LdapServer
  let opened: Directory[] = []
  beforeAll(async () => {
    server = await startLdap()
    for (const uid of ['ann', 'bob', 'carl', 'dora', 'eve']) await server.addUser({ uid })
    await server.addUser({ uid: 'zoe', userAccountControl: 514 })
    await server.addUser({ uid: 'yan', userAccountControl: 512 })
  }, 300_000)
  afterAll(async () => await server?.stop())
  beforeEach(() => {
    opened = []
  })
  afterEach(async () => {
    for (const directory of opened) await directory.close()
  })
  const pull = async (changes: Parameters<typeof open>[1] = {}) => {
    const directory = open(server, changes)
    opened.push(directory)
    const result = await directory.pull({ signal: AbortSignal.timeout(10_000) })
    if (result.kind !== 'snapshot') throw new Error('not a snapshot')
    return result.users
  }

  it('reads the bits of Active Directory', async () => {
    const users = await pull()
    expect(users.filter(({ active }) => !active).map(({ sub }) => sub)).toEqual(['zoe'])
  })

  it('takes any value for disabled where so configured', async () => {
    const users = await pull({ disabled: [{ attribute: 'userAccountControl', values: ['*'] }] })
    expect(
      users
        .filter(({ active }) => !active)
        .map(({ sub }) => sub)
        .sort(),
    ).toEqual(['yan', 'zoe'])
  })

  it.each([
    ['a size limit', 4, 'size_limit', {}],
    ['a base that is not there', undefined, 'refused', { baseDn: 'ou=none,dc=example,dc=test' }],
    ['an id that is not there', undefined, 'malformed', { idAttribute: 'employeeNumber' }],
  ] as const)('gives a clear error for %s', async (_what, sizeLimit, code, changes) => {
    if (sizeLimit !== undefined) await server.restart({ sizeLimit })
    await expect(pull(changes)).rejects.toMatchObject({ name: 'DirectoryFault', code })
    if (sizeLimit !== undefined) await server.restart()
  })

  it('is content where the limit is just enough', async () => {
    await server.restart({ sizeLimit: 7 })
    expect(await pull()).toHaveLength(7)
    await server.restart()
  })

  it('follows no referral, and skips one only where so configured', async () => {
    await server.add(`ou=far,${server.peopleDn}`, {
      objectClass: ['referral', 'extensibleObject'],
      ou: 'far',
      ref: 'ldap://elsewhere.example.test/ou=far,dc=example,dc=test',
    })
    await expect(pull()).rejects.toMatchObject({ code: 'referral' })
    expect(await pull({ connection: { ...connectionTo(server), referrals: 'ignore' } })).toHaveLength(7)
    await expect(pull({ baseDn: `ou=far,${server.peopleDn}` })).rejects.toMatchObject({ code: 'referral' })
  })

  it('does not go on as a stranger when the connection breaks', async () => {
    const directory = open(server, { connection: { ...connectionTo(server), referrals: 'ignore' } })
    opened.push(directory)
    const pulling = directory.pull({ signal: AbortSignal.timeout(10_000) }).then(
      (result) => (result.kind === 'snapshot' ? result.users.length : 0),
      (error: { code: string }) => error.code,
    )
    await server.restart()
    const outcome = await pulling
    // Whichever was faster: all of it, or none of it.
    expect([7, 'unreachable', 'timeout']).toContain(outcome)
  })
})
