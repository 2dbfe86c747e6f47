import { DirectoryFault, type DirectoryUser } from '@sluice/directory-sync'
import { z } from 'zod'
import type { Directory } from './directory.ts'
import type { Credentials } from './http/credentials.ts'
import type { HttpClient } from './http/http-client.ts'
import { createJsonApi, type JsonApi } from './http/json-api.ts'
import { presentAmong } from './present-among.ts'
import { addMembership, attributeText, checkUserCount, type Memberships, presentText } from './read-attributes.ts'

export interface ScimOptions {
  readonly name: string
  readonly tenant: string
  /** The service's base, such as `https://idp.example.com/scim/v2`. */
  readonly baseUrl: string
  readonly client: HttpClient
  readonly credentials: Credentials
  /** Which attribute is the `sub` of tokens. */
  readonly subAttribute: 'id' | 'externalId' | 'userName'
  /** Where groups are read from: resources of their own, the user, or not at all. */
  readonly groups: 'resources' | 'users' | 'none'
  /** Resources asked for at once; a server may give fewer. */
  readonly pageSize: number
  readonly maxUsers: number
}

/** RFC 7643, section 4.1.1: `active` is optional, and some servers write it as text. */
const activeFlag = z.union([
  z.boolean(),
  z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
])

const userSchema = z.object({
  id: attributeText.min(1),
  externalId: attributeText.nullish(),
  userName: attributeText.nullish(),
  active: activeFlag.nullish(),
  emails: z
    .array(z.object({ value: attributeText.nullish(), primary: z.boolean().nullish() }))
    .max(1_000)
    .nullish(),
  groups: z
    .array(z.object({ value: attributeText.nullish(), display: attributeText.nullish() }))
    .max(10_000)
    .nullish(),
})

const groupSchema = z.object({
  id: attributeText.min(1),
  displayName: attributeText.nullish(),
  members: z.array(z.object({ value: attributeText.nullish() })).nullish(),
})

type ScimUser = z.infer<typeof userSchema>

/** RFC 7644, section 3.4.2. */
function listSchema<Resource>(resource: z.ZodType<Resource>) {
  return z.object({
    totalResults: z.int().nonnegative(),
    startIndex: z.int().nullish(),
    Resources: z.array(resource).nullish(),
  })
}

/**
 * A SCIM 2.0 service provider (RFC 7643, RFC 7644), read page by page. Pages are numbered, so users who are added or
 * removed meanwhile can move others to another page. Totals that change, users that come twice and pages that end too
 * early are therefore `incomplete`, and `stillPresent` looks the missing users up one by one.
 */
export function createScimDirectory(options: ScimOptions): Directory {
  const { name, tenant, client, credentials, maxUsers } = options
  const baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`
  const headers = { accept: 'application/scim+json, application/json' }
  const api = createJsonApi({ client, credentials, baseUrl, headers })
  const pages = { api, baseUrl, pageSize: options.pageSize }
  const userAttributes = [
    'id',
    'externalId',
    'userName',
    'active',
    'emails',
    options.groups === 'users' ? 'groups' : '',
  ]
  return {
    name,
    tenant,
    async pull({ signal }) {
      const query = { path: 'Users', attributes: userAttributes.filter(Boolean), limit: maxUsers, signal } as const
      const users = await readAll(pages, query, userSchema)
      const memberships = options.groups === 'resources' ? await readGroups(pages, signal) : undefined
      return { kind: 'snapshot', users: users.map((user) => toDirectoryUser(user, options, memberships)) }
    },
    stillPresent: (ids, signal) =>
      presentAmong(ids, async (id) => {
        const url = new URL(`Users/${encodeURIComponent(id)}?attributes=id`, baseUrl)
        return (await api.status(url, 'a user', signal)) === 200
      }),
    close: () => client.close(),
  }
}

interface Pages {
  readonly api: JsonApi
  readonly baseUrl: string
  readonly pageSize: number
}

interface ListQuery {
  readonly path: 'Users' | 'Groups'
  readonly attributes: readonly string[]
  readonly limit: number
  readonly signal: AbortSignal
}

/** Reads a whole list, or throws. */
async function readAll<Resource extends { readonly id: string }>(
  { api, baseUrl, pageSize }: Pages,
  { path, attributes, limit, signal }: ListQuery,
  schema: z.ZodType<Resource>,
): Promise<Resource[]> {
  const what = `the list of ${path.toLowerCase()}`
  const list = listSchema(schema)
  const found = new Map<string, Resource>()
  let total: number | undefined
  do {
    const startIndex = found.size + 1
    const query = new URLSearchParams({
      startIndex: `${startIndex}`,
      count: `${pageSize}`,
      attributes: attributes.join(),
    })
    const { body } = await api.get(new URL(`${path}?${query}`, baseUrl), list, what, signal)
    const page = body.Resources ?? []
    total ??= body.totalResults
    checkUserCount(total, limit)
    if (body.totalResults !== total) throw incomplete(`${what} changed its total while it was read`)
    if ((body.startIndex ?? startIndex) !== startIndex) throw incomplete(`${what} gave another page than was asked for`)
    if (page.length === 0 && found.size < total) throw incomplete(`${what} ended before its total`)
    for (const resource of page) {
      if (found.has(resource.id)) throw incomplete(`${what} named one twice`)
      found.set(resource.id, resource)
    }
    if (found.size > total) throw incomplete(`${what} holds more than its total`)
  } while (found.size < total)
  return [...found.values()]
}

function incomplete(what: string): DirectoryFault {
  return new DirectoryFault('incomplete', `${what[0]?.toUpperCase()}${what.slice(1)}.`)
}

const MAX_GROUPS = 100_000

async function readGroups(pages: Pages, signal: AbortSignal): Promise<Memberships> {
  const attributes = ['id', 'displayName', 'members']
  const groups = await readAll(pages, { path: 'Groups', attributes, limit: MAX_GROUPS, signal }, groupSchema)
  const memberships: Memberships = new Map()
  for (const { id, displayName, members } of groups) {
    for (const { value } of members ?? []) {
      const member = presentText(value)
      if (member !== undefined) addMembership(memberships, member, presentText(displayName) ?? id)
    }
  }
  return memberships
}

function toDirectoryUser(user: ScimUser, options: ScimOptions, memberships: Memberships | undefined): DirectoryUser {
  const emails = user.emails ?? []
  const own = (user.groups ?? []).flatMap(({ value, display }) => presentText(display) ?? presentText(value) ?? [])
  return {
    id: user.id,
    sub: presentText(user[options.subAttribute]),
    preferredUsername: presentText(user.userName),
    email: presentText((emails.find(({ primary }) => primary === true) ?? emails[0])?.value),
    groups: options.groups === 'users' ? [...new Set(own)] : (memberships?.get(user.id) ?? []),
    // A service without the attribute `active` has no disabled users.
    active: user.active ?? true,
  }
}
