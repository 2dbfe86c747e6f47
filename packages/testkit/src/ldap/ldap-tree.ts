import { withLdap } from './ldap-entries.ts'
import type { LdapCredentials } from './ldap-server.ts'

/** Adds the base, people, groups and the reading account to an empty database. */
export async function plantTree(url: string, baseDn: string, admin: LdapCredentials, reader: LdapCredentials) {
  const dc = /^dc=([^,]+)/.exec(baseDn)?.[1] ?? 'example'
  await withLdap(url, admin, async (client) => {
    await client.add(baseDn, { objectClass: ['dcObject', 'organization'], dc, o: dc })
    await client.add(`ou=people,${baseDn}`, { objectClass: 'organizationalUnit', ou: 'people' })
    await client.add(`ou=groups,${baseDn}`, { objectClass: 'organizationalUnit', ou: 'groups' })
    await client.add(reader.dn, {
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'reader',
      userPassword: reader.password,
    })
  })
}
