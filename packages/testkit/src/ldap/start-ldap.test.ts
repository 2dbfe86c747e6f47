import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLdap } from './ldap-entries.ts'
import type { LdapServer } from './ldap-server.ts'
import { startLdap } from './start-ldap.ts'

describe('startLdap', () => {
  let server: LdapServer
  beforeAll(async () => {
    server = await startLdap({ sources: ['binary'] })
  }, 300_000)
  afterAll(async () => await server?.stop())

  const search = (filter: string, paged = false) =>
    withLdap(server.url, server.reader, async (client) => {
      const attributes = ['uid', 'mail', 'memberOf', 'entryUUID', 'accountStatus']
      const options = { filter, attributes, ...(paged ? { paged: { pageSize: 2 } } : {}) }
      return (await client.search(server.peopleDn, options)).searchEntries
    })

  it('keeps people and groups, and knows who is in which', async () => {
    const dn = await server.addUser({ uid: 'ann' })
    const group = await server.addGroup('eng', ['ann'])
    expect(await search('(uid=ann)')).toMatchObject([
      { dn, mail: 'ann@example.test', memberOf: group, entryUUID: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    await server.modifyUser('ann', { accountStatus: 'inactive', mail: 'a@example.test' })
    const [before] = await search('(accountStatus=inactive)')
    expect(before).toMatchObject({ dn, mail: 'a@example.test' })
    await server.renameUser('ann', 'anna')
    const [after] = await search('(uid=anna)')
    expect(after).toMatchObject({ entryUUID: before?.entryUUID, memberOf: group })
    await server.deleteUser('anna')
    expect(await search('(uid=anna)')).toEqual([])
  })

  it('refuses a wrong password, and gives a stranger nothing', async () => {
    const wrong = { ...server.reader, password: 'wrong' }
    await expect(withLdap(server.url, wrong, async () => 'in')).rejects.toMatchObject({ code: 49 })
  })

  it('keeps its data over a crash, and limits the reader by then', async () => {
    for (const uid of ['a', 'b', 'c', 'd']) await server.addUser({ uid, userAccountControl: 514 })
    expect(await search('(userAccountControl=514)', true)).toHaveLength(4)
    await server.kill()
    await expect(search('(uid=a)')).rejects.toThrow()
    await server.restart({ sizeLimit: 3 })
    expect(await search('(uid=a)')).toHaveLength(1)
    for (const paged of [false, true]) {
      await expect(search('(userAccountControl=514)', paged)).rejects.toMatchObject({ code: 4 })
    }
  })

  it('uses TEST_LDAP_URL and removes what it added', async () => {
    await server.restart()
    const url = new URL(server.url)
    url.username = encodeURIComponent(server.admin.dn)
    url.password = encodeURIComponent(server.admin.password)
    url.pathname = `/${encodeURIComponent(server.baseDn)}`
    process.env.TEST_LDAP_URL = url.href
    try {
      const shared = await startLdap()
      expect(shared.source).toBe('environment')
      await shared.addUser({ uid: 'eve' })
      await shared.addGroup('eng', ['eve'])
      const found = () =>
        withLdap(server.url, server.reader, (client) => client.search(server.baseDn, { filter: '(uid=eve)' }))
      expect((await found()).searchEntries).toHaveLength(1)
      await expect(shared.restart()).rejects.toThrow(/not ours/)
      await shared.stop()
      expect((await found()).searchEntries).toEqual([])
      await expect(startLdap({ sizeLimit: 1 })).rejects.toThrow(/not ours/)
    } finally {
      delete process.env.TEST_LDAP_URL
    }
  })
})
