import { DirectoryFault, type DirectoryUser } from '@sluice/directory-sync'
import type { Entry } from 'ldapts'
import type { Directory } from './directory.ts'
import { normalizeName, parseName } from './ldap/distinguished-name.ts'
import { type AttributeReader, filterValue, guidFilterValue, readEntry } from './ldap/entry.ts'
import { type LdapConnection, type LdapQuery, type LdapSearch, withLdapSearch } from './ldap/ldap-search.ts'
import { addMembership, checkUserCount, type Memberships } from './read-attributes.ts'

/** A user to whom one of these applies is disabled. */
type DisabledRule =
  /** One of these values, in any case; `*` is any value at all. */
  | { readonly attribute: string; readonly values: readonly string[] }
  /** A number with this bit, as 2 of Active Directory's `userAccountControl` (MS-ADTS, section 2.2.16). */
  | { readonly attribute: string; readonly bit: number }

type LdapGroups =
  | { readonly from: 'none' }
  /** The attribute `memberOf` of the users. */
  | { readonly from: 'memberOf'; readonly name: 'cn' | 'dn' }
  /** Groups are searched, and name their members' DNs. */
  | {
      readonly from: 'search'
      readonly baseDn: string
      readonly filter: string
      readonly memberAttribute: string
      readonly nameAttribute: string
    }

export interface LdapOptions {
  readonly name: string
  readonly tenant: string
  readonly connection: LdapConnection
  readonly baseDn: string
  readonly filter: string
  /** An attribute that never changes: `entryUUID`, `objectGUID`, `nsUniqueId`. */
  readonly idAttribute: string
  readonly subAttribute: string
  readonly usernameAttribute: string
  readonly emailAttribute: string
  readonly disabled: readonly DisabledRule[]
  readonly groups: LdapGroups
  readonly maxUsers: number
}

const MAX_GROUPS = 100_000

/** An LDAP directory (RFC 4511), read with paged results (RFC 2696) over one connection per pull. */
export function createLdapDirectory(options: LdapOptions): Directory {
  const { name, tenant, connection, idAttribute } = options
  return {
    name,
    tenant,
    pull: ({ signal }) =>
      withLdapSearch(connection, signal, async (search) => {
        const entries = await readUsers(search, options)
        const memberships = await readMemberships(search, options.groups)
        return { kind: 'snapshot', users: entries.map((entry) => toDirectoryUser(entry, options, memberships)) }
      }),
    stillPresent: (ids, signal) =>
      withLdapSearch(connection, signal, async (search) => {
        const present: string[] = []
        for (const id of ids) {
          const value = idAttribute.toLowerCase() === 'objectguid' ? guidFilterValue(id) : filterValue(id)
          const filter = `(&${options.filter}(${idAttribute}=${value}))`
          for await (const page of search.pages({ ...userQuery(options), filter }))
            if (page.length > 0) present.push(id)
        }
        return present
      }),
    close: () => Promise.resolve(),
  }
}

function userQuery(options: LdapOptions): LdapQuery {
  const { baseDn, filter, idAttribute, subAttribute, usernameAttribute, emailAttribute, disabled, groups } = options
  const attributes = new Set([idAttribute, subAttribute, usernameAttribute, emailAttribute])
  for (const { attribute } of disabled) attributes.add(attribute)
  if (groups.from === 'memberOf') attributes.add('memberOf')
  const binary = [...attributes].filter((attribute) => attribute.toLowerCase() === 'objectguid')
  return { baseDn, filter, attributes: [...attributes], binary }
}

async function readUsers(search: LdapSearch, options: LdapOptions): Promise<AttributeReader[]> {
  const entries: AttributeReader[] = []
  for await (const page of search.pages(userQuery(options))) {
    checkUserCount(entries.length + page.length, options.maxUsers)
    entries.push(...page.map((entry: Entry) => readEntry(entry)))
  }
  return entries
}

/** The names of groups by the DN of their members. */
async function readMemberships(search: LdapSearch, groups: LdapGroups): Promise<Memberships | undefined> {
  if (groups.from !== 'search') return undefined
  const { baseDn, filter, memberAttribute, nameAttribute } = groups
  const memberships: Memberships = new Map()
  let count = 0
  const attributes = [memberAttribute, nameAttribute]
  for await (const page of search.pages({ baseDn, filter, attributes, binary: [] })) {
    count += page.length
    if (count > MAX_GROUPS) throw new DirectoryFault('too_large', `The directory has more than ${MAX_GROUPS} groups.`)
    for (const entry of page) {
      const group = readEntry(entry)
      const name = group.first(nameAttribute) ?? group.dn
      for (const member of group.all(memberAttribute)) addMembership(memberships, normalizeName(member), name)
    }
  }
  return memberships
}

function toDirectoryUser(
  entry: AttributeReader,
  options: LdapOptions,
  memberships: Memberships | undefined,
): DirectoryUser {
  const id = entry.first(options.idAttribute)
  if (id === undefined || id === '') {
    throw new DirectoryFault('malformed', `An LDAP entry has no ${options.idAttribute}: may the account read it?`)
  }
  return {
    id,
    sub: entry.first(options.subAttribute),
    preferredUsername: entry.first(options.usernameAttribute),
    email: entry.first(options.emailAttribute),
    groups: groupsOf(entry, options.groups, memberships),
    active: !options.disabled.some((rule) => applies(rule, entry)),
  }
}

function groupsOf(entry: AttributeReader, groups: LdapGroups, memberships: Memberships | undefined): readonly string[] {
  if (memberships !== undefined) return memberships.get(normalizeName(entry.dn)) ?? []
  if (groups.from !== 'memberOf') return []
  const names = entry.all('memberOf')
  return groups.name === 'dn' ? names : [...new Set(names.map((dn) => parseName(dn)?.[0]?.value ?? dn))]
}

function applies(rule: DisabledRule, entry: AttributeReader): boolean {
  const found = entry.all(rule.attribute)
  if ('values' in rule) {
    const wanted = new Set(rule.values.map((value) => value.toLowerCase()))
    return found.some((value) => wanted.has('*') || wanted.has(value.toLowerCase()))
  }
  return found.some((value) => {
    const flags = Number(value)
    // What is no number says nothing good.
    return !Number.isSafeInteger(flags) || (flags & rule.bit) !== 0
  })
}
