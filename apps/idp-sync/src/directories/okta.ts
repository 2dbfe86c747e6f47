import { DirectoryFault, type DirectoryUser } from '@sluice/directory-sync'
import { z } from 'zod'
import { forEachBounded } from '../for-each-bounded.ts'
import type { Directory } from './directory.ts'
import type { Credentials } from './http/credentials.ts'
import type { HttpClient } from './http/http-client.ts'
import { createJsonApi, type JsonApi } from './http/json-api.ts'
import { nextLink } from './http/link-header.ts'
import { presentAmong } from './present-among.ts'
import { addMembership, attributeText, checkUserCount, type Memberships, presentText } from './read-attributes.ts'

export interface OktaOptions {
  readonly name: string
  readonly tenant: string
  /** `https://ORG.okta.com`. */
  readonly orgUrl: string
  readonly client: HttpClient
  readonly credentials: Credentials
  readonly subAttribute: 'id' | 'login' | 'email'
  /** Statuses of users who may work; `SUSPENDED`, `STAGED` and `DEPROVISIONED` should not be among them. */
  readonly activeStatuses: readonly string[]
  /** Which groups are read: none, all, or these by id. */
  readonly groups: 'none' | 'all' | readonly string[]
  readonly maxUsers: number
}

const userSchema = z.object({
  id: attributeText.min(1),
  status: z.string().min(1).max(64),
  profile: z.object({ login: attributeText.nullish(), email: attributeText.nullish() }),
})

type OktaUser = z.infer<typeof userSchema>

const groupSchema = z.object({ id: attributeText.min(1), profile: z.object({ name: attributeText.nullish() }) })
const memberSchema = z.object({ id: attributeText.min(1) })

/** The most that the list of users gives at once (developer.okta.com, Users API, "List all users"). */
const PAGE = 200
const MAX_PAGES = 100_000
const MAX_ITEMS = 1_000_000
const GROUPS_AT_ONCE = 4
/** Such users are not in the list: they are as good as deleted. */
const GONE = 'DEPROVISIONED'

/**
 * An Okta organization, read page by page along the `Link` headers, which are cursors (developer.okta.com, "Core Okta
 * API", pagination; "Rate limit best practices").
 */
export function createOktaDirectory(options: OktaOptions): Directory {
  const { name, tenant, client, credentials, orgUrl, maxUsers } = options
  const baseUrl = new URL('/api/v1/', orgUrl)
  const api = createJsonApi({ client, credentials, baseUrl: baseUrl.href })
  return {
    name,
    tenant,
    async pull({ signal }) {
      const start = new URL(`users?limit=${PAGE}`, baseUrl)
      const found = await readList(api, { start, what: 'the list of users', max: maxUsers, signal }, userSchema)
      const users = found.filter(({ status }) => status !== GONE)
      const memberships = options.groups === 'none' ? undefined : await readGroups(api, baseUrl, options.groups, signal)
      return { kind: 'snapshot', users: users.map((user) => toDirectoryUser(user, options, memberships)) }
    },
    stillPresent: (ids, signal) =>
      presentAmong(ids, async (id) => {
        const user = await api.find(new URL(`users/${encodeURIComponent(id)}`, baseUrl), userSchema, 'a user', signal)
        return user !== undefined && user.status !== GONE
      }),
    close: () => client.close(),
  }
}

interface OktaList {
  readonly start: URL
  readonly what: string
  readonly max: number
  readonly signal: AbortSignal
}

async function readList<Item extends { readonly id: string }>(
  api: JsonApi,
  { start, what, max, signal }: OktaList,
  item: z.ZodType<Item>,
): Promise<Item[]> {
  const schema = z.array(item)
  const found = new Map<string, Item>()
  let url: string | URL | undefined = start
  for (let page = 1; url !== undefined; page += 1) {
    if (page > MAX_PAGES) throw new DirectoryFault('too_large', `${what} has more than ${MAX_PAGES} pages.`)
    const answer: { body: Item[]; headers: Parameters<typeof nextLink>[0] } = await api.get(url, schema, what, signal)
    for (const one of answer.body) {
      if (found.has(one.id)) throw new DirectoryFault('incomplete', `${what} named one twice.`)
      found.set(one.id, one)
    }
    checkUserCount(found.size, max)
    url = nextLink(answer.headers)
  }
  return [...found.values()]
}

async function readGroups(
  api: JsonApi,
  baseUrl: URL,
  wanted: Exclude<OktaOptions['groups'], 'none'>,
  signal: AbortSignal,
): Promise<Memberships> {
  const list = { start: new URL('groups?limit=200', baseUrl), what: 'the list of groups', max: MAX_ITEMS, signal }
  const all = await readList(api, list, groupSchema)
  const groups = wanted === 'all' ? all : all.filter(({ id }) => wanted.includes(id))
  const memberships: Memberships = new Map()
  await forEachBounded(groups, GROUPS_AT_ONCE, async ({ id, profile }) => {
    const start = new URL(`groups/${encodeURIComponent(id)}/users?limit=${PAGE}`, baseUrl)
    const members = await readList(api, { start, what: 'the members of a group', max: MAX_ITEMS, signal }, memberSchema)
    for (const member of members) addMembership(memberships, member.id, presentText(profile.name) ?? id)
  })
  return memberships
}

function toDirectoryUser(user: OktaUser, options: OktaOptions, memberships: Memberships | undefined): DirectoryUser {
  const { id, status, profile } = user
  const attributes = { id, login: profile.login, email: profile.email }
  return {
    id,
    sub: presentText(attributes[options.subAttribute]),
    preferredUsername: presentText(profile.login),
    email: presentText(profile.email),
    groups: memberships?.get(id) ?? [],
    active: options.activeStatuses.includes(status),
  }
}
