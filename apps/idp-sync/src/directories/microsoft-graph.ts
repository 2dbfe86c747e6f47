import { DirectoryFault, type DirectoryPull, type DirectoryUser, type DirectoryUserPatch } from '@sluice/directory-sync'
import { defined } from '@sluice/service-kit/async'
import { z } from 'zod'
import { forEachBounded } from '../for-each-bounded.ts'
import type { Directory } from './directory.ts'
import type { Credentials } from './http/credentials.ts'
import type { HttpClient } from './http/http-client.ts'
import { createJsonApi, type JsonApi } from './http/json-api.ts'
import { presentAmong } from './present-among.ts'
import { addMembership, attributeText, checkUserCount, type Memberships, presentText } from './read-attributes.ts'

export interface MicrosoftGraphOptions {
  readonly name: string
  readonly tenant: string
  /** `https://graph.microsoft.com/v1.0`, or that of a national cloud. */
  readonly baseUrl: string
  readonly client: HttpClient
  readonly credentials: Credentials
  readonly subAttribute: 'id' | 'userPrincipalName' | 'onPremisesImmutableId' | 'mail' | 'employeeId'
  /** Which groups are read: none, all, or these by id. */
  readonly groups: 'none' | 'all' | readonly string[]
  /** What a group is called: tokens of Microsoft Entra ID carry ids. */
  readonly groupName: 'id' | 'displayName'
  readonly maxUsers: number
}

const removedSchema = z.object({ id: attributeText.min(1), '@removed': z.object({}) })

/** Members that are absent have not changed. */
const userSchema = z.object({
  id: attributeText.min(1),
  accountEnabled: z.boolean().optional(),
  userPrincipalName: attributeText.nullish(),
  mail: attributeText.nullish(),
  onPremisesImmutableId: attributeText.nullish(),
  employeeId: attributeText.nullish(),
})

type GraphUser = z.infer<typeof userSchema>

const link = z.string().max(65_536).optional()
const deltaPageSchema = z.object({
  value: z.array(z.union([removedSchema, userSchema])),
  '@odata.nextLink': link,
  '@odata.deltaLink': link,
})

const groupSchema = z.object({ id: attributeText.min(1), displayName: attributeText.nullish() })
const memberSchema = z.object({ id: attributeText.min(1), '@odata.type': z.string().optional() })

const MAX_PAGES = 100_000
const MAX_GROUPS = 100_000
/** The greatest page that the lists of groups and members give. */
const TOP = 999
const GROUPS_AT_ONCE = 4

/**
 * Microsoft Entra ID through Microsoft Graph: first every user, then what has changed since, by delta query
 * (learn.microsoft.com/graph/delta-query-overview and delta-query-users). The cursor is the delta link.
 */
export function createMicrosoftGraphDirectory(options: MicrosoftGraphOptions): Directory {
  const { name, tenant, client, credentials } = options
  const baseUrl = options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`
  const api = createJsonApi({ client, credentials, baseUrl, isCursorExpired })
  return {
    name,
    tenant,
    async pull({ cursor, signal }) {
      const round = await readRound(api, cursor ?? firstRound(baseUrl, options), options.maxUsers, signal)
      const groups = options.groups === 'none' ? undefined : await readGroups(api, baseUrl, options, signal)
      return cursor === undefined ? toSnapshot(round, groups, options) : toDelta(round, groups, options)
    },
    stillPresent: (ids, signal) =>
      presentAmong(ids, async (id) => {
        const url = new URL(`users/${encodeURIComponent(id)}?$select=id`, baseUrl)
        return (await api.status(url, 'a user', signal)) === 200
      }),
    close: () => client.close(),
  }
}

/** 410 is one way to say so; `syncStateNotFound`, with 400, is the other. */
function isCursorExpired(status: number, text: string): boolean {
  return status === 410 || (status === 400 && /"(?:syncStateNotFound|resyncRequired)"/i.test(text))
}

function firstRound(baseUrl: string, { subAttribute }: MicrosoftGraphOptions): URL {
  const select = new Set(['id', 'accountEnabled', 'userPrincipalName', 'mail', subAttribute])
  return new URL(`users/delta?$select=${[...select].join(',')}`, baseUrl)
}

interface Round {
  readonly changed: ReadonlyMap<string, GraphUser>
  readonly removed: ReadonlySet<string>
  readonly cursor: string
}

/** Follows one round to its delta link. A user may come more than once: what comes later is newer. */
async function readRound(api: JsonApi, start: string | URL, maxUsers: number, signal: AbortSignal): Promise<Round> {
  const changed = new Map<string, GraphUser>()
  const removed = new Set<string>()
  let url = start
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { body } = await api.get(url, deltaPageSchema, 'the delta of users', signal)
    for (const item of body.value) {
      if ('@removed' in item) {
        changed.delete(item.id)
        removed.add(item.id)
      } else {
        changed.set(item.id, { ...changed.get(item.id), ...definedOf(item) })
        removed.delete(item.id)
      }
    }
    checkUserCount(changed.size + removed.size, maxUsers)
    const { '@odata.nextLink': next, '@odata.deltaLink': cursor } = body
    if (next !== undefined && cursor === undefined) url = next
    else if (cursor !== undefined && next === undefined) return { changed, removed, cursor }
    else throw new DirectoryFault('incomplete', 'The delta of users ended without a delta link.')
  }
  throw new DirectoryFault('too_large', `The delta of users has more than ${MAX_PAGES} pages.`)
}

function definedOf(user: GraphUser): GraphUser {
  const { id, ...rest } = user
  return { id, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
}

function toSnapshot(round: Round, groups: Memberships | undefined, options: MicrosoftGraphOptions): DirectoryPull {
  const users = [...round.changed.values()].map((user): DirectoryUser => {
    if (user.accountEnabled === undefined) throw unreadable()
    return {
      id: user.id,
      sub: presentText(user[options.subAttribute]),
      preferredUsername: presentText(user.userPrincipalName),
      email: presentText(user.mail),
      groups: groups?.get(user.id) ?? [],
      active: user.accountEnabled,
    }
  })
  return { kind: 'snapshot', users, cursor: round.cursor }
}

function unreadable(): DirectoryFault {
  return new DirectoryFault('malformed', 'A user has no accountEnabled: may the application read it (User.Read.All)?')
}

function toDelta(round: Round, groups: Memberships | undefined, options: MicrosoftGraphOptions): DirectoryPull {
  const changed = [...round.changed.values()].map((user): DirectoryUserPatch => {
    const { id, accountEnabled } = user
    return {
      id,
      ...changedText('sub', user[options.subAttribute]),
      ...changedText('preferredUsername', user.userPrincipalName),
      ...changedText('email', user.mail),
      ...defined({ active: accountEnabled }),
    }
  })
  const delta = { kind: 'delta', changed, removed: [...round.removed], cursor: round.cursor } as const
  return groups === undefined ? delta : { ...delta, groups }
}

function changedText<Name extends 'sub' | 'preferredUsername' | 'email'>(name: Name, value: string | null | undefined) {
  return value === undefined ? {} : { [name]: presentText(value) ?? null }
}

async function readGroups(
  api: JsonApi,
  baseUrl: string,
  { groups: wanted, groupName }: MicrosoftGraphOptions,
  signal: AbortSignal,
): Promise<Memberships> {
  const listed = wanted === 'all' || groupName === 'displayName'
  const groups = listed
    ? await readList(api, new URL(`groups?$select=id,displayName&$top=${TOP}`, baseUrl), groupSchema, signal)
    : []
  const names = new Map(groups.map(({ id, displayName }) => [id, presentText(displayName) ?? id]))
  const ids = Array.isArray(wanted) ? wanted : [...names.keys()]
  const memberships: Memberships = new Map()
  await forEachBounded(ids, GROUPS_AT_ONCE, async (id) => {
    const path = `groups/${encodeURIComponent(id)}/transitiveMembers?$select=id&$top=${TOP}`
    for (const member of await readList(api, new URL(path, baseUrl), memberSchema, signal)) {
      // Devices, applications and other groups are members too.
      if (member['@odata.type'] !== '#microsoft.graph.user') continue
      addMembership(memberships, member.id, groupName === 'id' ? id : (names.get(id) ?? id))
    }
  })
  return memberships
}

async function readList<Item>(api: JsonApi, start: URL, item: z.ZodType<Item>, signal: AbortSignal): Promise<Item[]> {
  const schema = z.object({ value: z.array(item), '@odata.nextLink': link })
  const items: Item[] = []
  let url: string | URL | undefined = start
  for (let page = 1; url !== undefined; page += 1) {
    if (page > MAX_PAGES || items.length > MAX_GROUPS * 10) {
      throw new DirectoryFault('too_large', 'A list of groups or members is too long.')
    }
    const { body }: { body: z.infer<typeof schema> } = await api.get(url, schema, 'groups and their members', signal)
    items.push(...body.value)
    url = body['@odata.nextLink']
  }
  return items
}
