import { type ScimRequest, type ScimServer, startScim } from '@sluice/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testClient } from '../testing/http-client.ts'
import { describeDirectory } from './directory.contract.ts'
import type { Directory } from './directory.ts'
import { fixedCredentials } from './http/credentials.ts'
import { createScimDirectory, type ScimOptions } from './scim.ts'

function open(server: ScimServer, changes: Partial<ScimOptions> & { wrongCredentials?: boolean } = {}): Directory {
  const { wrongCredentials = false, ...options } = changes
  return createScimDirectory({
    name: 'corp',
    tenant: 'acme',
    baseUrl: server.url,
    client: testClient(),
    credentials: fixedCredentials('Bearer', wrongCredentials ? 'wrong' : server.token),
    subAttribute: 'userName',
    groups: 'resources',
    pageSize: 3,
    maxUsers: 1_000,
    ...options,
  })
}

describeDirectory('SCIM', async () => {
  const server = await startScim()
  const ids = new Map<string, string>()
  const groups = new Map<string, string>()
  const idOf = (name: string) => ids.get(name) ?? ''
  return {
    open: (changes) => open(server, changes),
    add: async (name) => {
      ids.set(
        name,
        await server.addUser({ userName: name, emails: [{ value: `${name}@example.test`, primary: true }] }),
      )
    },
    disable: (name) => server.patchUser(idOf(name), { active: false }),
    enable: (name) => server.patchUser(idOf(name), { active: true }),
    remove: (name) => server.deleteUser(idOf(name)),
    rename: (name, userName) => server.patchUser(idOf(name), { userName }),
    setGroup: async (group, names) => {
      const old = groups.get(group)
      if (old !== undefined) await server.deleteGroup(old)
      const members = names.map((name) => ({ value: idOf(name) }))
      groups.set(group, await server.addGroup({ displayName: group, members }))
    },
    stopServer: () => server.stop(),
    close: () => server.stop(),
  }
})

/** One user on the second page, and none after it. */
function halfOfTheLast(body: unknown, { path }: ScimRequest): unknown {
  if (typeof body !== 'object' || body === null || !('Resources' in body) || !Array.isArray(body.Resources)) return body
  if (path.includes('startIndex=4&')) return { ...body, Resources: body.Resources.slice(0, 1) }
  return path.includes('startIndex=5&') ? { ...body, Resources: [] } : body
}

describe('SCIM', () => {
  let server: ScimServer
  let directory: Directory
  beforeEach(async () => {
    server = await startScim()
    directory = open(server)
    for (const userName of ['ann', 'bob', 'carl', 'dora', 'eve']) await server.addUser({ userName })
  })
  afterEach(async () => {
    await directory.close()
    await server.stop()
  })
  const pull = () => directory.pull({ signal: AbortSignal.timeout(10_000) })
  const users = async (from = directory) => {
    const result = await from.pull({ signal: AbortSignal.timeout(10_000) })
    return result.kind === 'snapshot' ? result.users : []
  }
  const onPage = (start: number, change: (list: { Resources: unknown[]; totalResults: number }) => unknown) =>
    server.tamper((body, { path }: ScimRequest) =>
      path.includes(`Users?startIndex=${start}&`) ? change(body as Parameters<typeof change>[0]) : body,
    )

  it.each([
    ['half a page at the end', () => server.tamper(halfOfTheLast), 'incomplete'],
    ['no second page', () => onPage(4, (list) => ({ ...list, Resources: [] })), 'incomplete'],
    ['a total that changes', () => onPage(4, (list) => ({ ...list, totalResults: 4 })), 'incomplete'],
    ['more than the total', () => onPage(1, (list) => ({ ...list, totalResults: 2 })), 'incomplete'],
    [
      'one user twice',
      () => onPage(4, (list) => ({ ...list, Resources: [list.Resources[0], list.Resources[0]] })),
      'incomplete',
    ],
    ['the first page again', () => onPage(4, (list) => ({ ...list, startIndex: 1 })), 'incomplete'],
    ['text that is cut off', () => onPage(1, (list) => JSON.stringify(list).slice(0, 100)), 'malformed'],
    ['an answer of another form', () => onPage(1, () => ({ users: [] })), 'malformed'],
    ['a user without an id', () => onPage(1, (list) => ({ ...list, Resources: [{ userName: 'x' }] })), 'malformed'],
    [
      'a name that cannot be kept',
      () => onPage(1, (list) => ({ ...list, Resources: [{ id: '1', userName: 'a\0' }] })),
      'malformed',
    ],
    ['a list that never ends', () => onPage(1, (list) => ({ ...list, totalResults: 2_000_000 })), 'too_large'],
  ])('does not believe %s', async (_what, tamper, code) => {
    tamper()
    await expect(pull()).rejects.toMatchObject({ name: 'DirectoryFault', code })
  })

  it('is content with pages that are shorter than it asked for', async () => {
    onPage(1, (list) => ({ ...list, Resources: list.Resources.slice(0, 1) }))
    expect(await users()).toHaveLength(5)
  })

  it('says where an answer is wrong, and not what stands there', async () => {
    onPage(1, (list) => ({ ...list, Resources: [{ id: '1', userName: ['secret-name'] }] }))
    const error = await pull().catch((reason: Error) => reason)
    expect(error).toMatchObject({
      message: 'The answer to the list of users has another form: Resources.0.userName (invalid_type).',
    })
  })

  it('reads `active` written as text, and takes its absence for active', async () => {
    const active = ['False', 'TRUE', undefined, null, false]
    server.tamper((body) => {
      const list = body as { Resources: { userName: string }[] }
      return {
        ...list,
        Resources: list.Resources.map((user) => ({ ...user, active: active['abcde'.indexOf(user.userName[0] ?? '')] })),
      }
    })
    expect((await users()).map((user) => user.active)).toEqual([false, true, true, true, false])
  })

  it('takes the chosen attribute for the subject, and the groups from the user where so configured', async () => {
    const id = await server.addUser({ userName: 'fred', externalId: 'E-1' })
    const other = open(server, { subAttribute: 'externalId', groups: 'users' })
    server.tamper((body) => {
      const list = body as { Resources: object[] }
      return {
        ...list,
        Resources: list.Resources.map((user) => ({ ...user, groups: [{ value: 'g1', display: 'eng' }] })),
      }
    })
    const found = await users(other)
    expect(found.find((user) => user.id === id)).toMatchObject({ sub: 'E-1', groups: ['eng'] })
    expect(found[0]).toMatchObject({ sub: undefined })
    await other.close()
  })
})
