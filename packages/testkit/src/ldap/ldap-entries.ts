import { Attribute, Change, Client } from 'ldapts'
import type { LdapAttributes, LdapCredentials, LdapServer, LdapUser } from './ldap-server.ts'

type EntryHelpers = Omit<LdapServer, 'source' | 'url' | 'port' | 'kill' | 'restart' | 'stop'>

interface EntriesOptions {
  readonly url: string
  readonly baseDn: string
  readonly admin: LdapCredentials
  readonly reader: LdapCredentials
}

/**
 * What a test does to a directory. Every call opens a connection of its own, so a restart between two calls does no
 * harm.
 */
export function createLdapEntries({ url, baseDn, admin, reader }: EntriesOptions): EntryHelpers {
  const peopleDn = `ou=people,${baseDn}`
  const groupsDn = `ou=groups,${baseDn}`
  const as = <T>(work: (client: Client) => Promise<T>) => withLdap(url, admin, work)
  const dnOf = (uid: string) => `uid=${uid},${peopleDn}`
  const groupDn = (cn: string) => `cn=${cn},${groupsDn}`
  const membersOf = (uids: readonly string[]) => uids.map(dnOf)
  const modify = (dn: string, attributes: LdapAttributes) => as((client) => client.modify(dn, replacing(attributes)))
  return {
    baseDn,
    peopleDn,
    groupsDn,
    admin,
    reader,
    addUser: async (user) => {
      await as((client) => client.add(dnOf(user.uid), personAttributes(user)))
      return dnOf(user.uid)
    },
    deleteUser: (uid) => as((client) => client.del(dnOf(uid))),
    modifyUser: (uid, attributes) => modify(dnOf(uid), attributes),
    renameUser: (uid, newUid) => as((client) => client.modifyDN(dnOf(uid), `uid=${newUid}`)),
    addGroup: async (cn, memberUids) => {
      await as((client) =>
        client.add(groupDn(cn), { objectClass: ['groupOfNames'], cn, member: membersOf(memberUids) }),
      )
      return groupDn(cn)
    },
    setGroup: (cn, memberUids) => modify(groupDn(cn), { member: membersOf(memberUids) }),
    add: (dn, attributes) => as((client) => client.add(dn, mutable(attributes))),
  }
}

/** Runs work over a connection that is bound, and closes it. */
export async function withLdap<T>(
  url: string,
  { dn, password }: LdapCredentials,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ url, timeout: 10_000, connectTimeout: 5_000 })
  try {
    await client.bind(dn, password)
    return await work(client)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

function personAttributes(user: LdapUser): Record<string, string | string[]> {
  const { uid, mail = `${uid}@example.test`, accountStatus, userAccountControl } = user
  return {
    objectClass: ['inetOrgPerson', 'testAccount'],
    uid,
    cn: uid,
    sn: uid,
    mail,
    ...(accountStatus === undefined ? {} : { accountStatus }),
    ...(userAccountControl === undefined ? {} : { userAccountControl: String(userAccountControl) }),
  }
}

function replacing(attributes: LdapAttributes): Change[] {
  return Object.entries(mutable(attributes)).map(
    ([type, value]) =>
      new Change({
        operation: 'replace',
        modification: new Attribute({ type, values: typeof value === 'string' ? [value] : value }),
      }),
  )
}

function mutable(attributes: LdapAttributes): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(attributes).map(([type, value]) => [type, typeof value === 'string' ? value : [...value]]),
  )
}
