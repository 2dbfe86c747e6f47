import { randomBytes } from 'node:crypto'
import type { Client } from 'ldapts'
import { createLdapEntries, withLdap } from './ldap-entries.ts'
import type { LdapOptions, LdapServer } from './ldap-server.ts'

/**
 * Uses the server that `TEST_LDAP_URL` names (`ldap://BIND-DN:PASSWORD@HOST:PORT/BASE-DN`, each percent-encoded), under
 * an organizational unit of its own, which is removed at `stop`. It belongs to somebody else: no limit is set there,
 * and it is never stopped. Its schema must hold the object class `testAccount` (see `slapd-config.ts`).
 */
export async function useLdapFromEnvironment(text: string, options: LdapOptions): Promise<LdapServer> {
  if (options.sizeLimit !== undefined) throw refusal('limit')
  const target = new URL(text)
  const admin = { dn: decodeURIComponent(target.username), password: decodeURIComponent(target.password) }
  const url = `${target.protocol}//${target.host}`
  const ou = `sluice-${randomBytes(6).toString('hex')}`
  const baseDn = `ou=${ou},${decodeURIComponent(target.pathname.slice(1))}`
  await withLdap(url, admin, async (client) => {
    for (const [dn, name] of [
      [baseDn, ou],
      [`ou=people,${baseDn}`, 'people'],
      [`ou=groups,${baseDn}`, 'groups'],
    ] as const) {
      await client.add(dn, { objectClass: 'organizationalUnit', ou: name })
    }
  })
  return {
    ...createLdapEntries({ url, baseDn, admin, reader: admin }),
    source: 'environment',
    url,
    port: Number(target.port || 389),
    kill: () => Promise.reject(refusal('kill')),
    restart: () => Promise.reject(refusal('restart')),
    stop: () => withLdap(url, admin, (client) => removeTree(client, baseDn)),
  }
}

async function removeTree(client: Client, baseDn: string): Promise<void> {
  const { searchEntries } = await client.search(baseDn, { scope: 'sub', attributes: ['1.1'] })
  // Leaves first: a longer DN of one tree is never above a shorter one.
  const names = searchEntries.map(({ dn }) => dn).sort((a, b) => b.length - a.length)
  for (const dn of names) await client.del(dn)
}

function refusal(what: string): Error {
  return new Error(
    `TEST_LDAP_URL names a server that is not ours: this test may not ${what} it. Unset it to run this test.`,
  )
}
