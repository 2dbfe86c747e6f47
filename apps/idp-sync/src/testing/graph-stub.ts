import { randomUUID } from 'node:crypto'
import { createStubTokens, type StubAnswer, type StubFaults, type StubRequest, startStubServer } from './stub-server.ts'

/*
 * What Microsoft Graph answers, as far as the adapter asks it, written from its published pages: learn.microsoft.com
 * graph/delta-query-overview, graph/delta-query-users, graph/api/user-delta, graph/api/group-list,
 * graph/api/group-list-transitivemembers, graph/throttling, graph/errors, entra/identity-platform
 * v2-oauth2-client-creds-grant-flow. Nobody has compared it with the service itself.
 */

interface GraphUser {
  readonly id: string
  readonly accountEnabled: boolean
  readonly userPrincipalName: string
  readonly mail: string | null
}

interface Change {
  readonly sequence: number
  readonly id: string
  /** The members that changed; absent where the user was deleted. */
  readonly changed?: Partial<GraphUser>
}

export const GRAPH_CLIENT = { clientId: 'app-1', secret: 'graph-secret' }
const PAGE = 2

/** A stub of Microsoft Graph and of its token endpoint. */
export async function startGraphStub() {
  const faults: StubFaults & { forgetful: false | 410 | 400 } = { next: [], tokenUses: 0, forgetful: false }
  const tokens = createStubTokens(faults, (form) => {
    return form.get('client_id') === GRAPH_CLIENT.clientId && form.get('client_secret') === GRAPH_CLIENT.secret
  })
  const users = new Map<string, GraphUser>()
  const groups = new Map<string, { readonly name: string; readonly members: readonly string[] }>()
  const log: Change[] = []
  const record = (id: string, changed?: Partial<GraphUser>) =>
    log.push({ sequence: log.length + 1, id, ...(changed === undefined ? {} : { changed }) })

  function delta({ url }: StubRequest): StubAnswer {
    const since = Number(url.searchParams.get('$deltatoken') ?? url.searchParams.get('$skiptoken')?.split('.')[0] ?? 0)
    if (url.searchParams.has('$deltatoken') && faults.forgetful) {
      const code = faults.forgetful === 410 ? 'resyncRequired' : 'syncStateNotFound'
      return { status: faults.forgetful, body: { error: { code, message: 'The delta token is expired.' } } }
    }
    const offset = Number(url.searchParams.get('$skiptoken')?.split('.')[1] ?? 0)
    const items = since === 0 ? [...users.values()] : changesSince(since)
    const here = `${url.origin}/v1.0/users/delta`
    const more = offset + PAGE < items.length
    const page = {
      value: items.slice(offset, offset + PAGE),
      ...(more
        ? { '@odata.nextLink': `${here}?$skiptoken=${since}.${offset + PAGE}` }
        : { '@odata.deltaLink': `${here}?$deltatoken=${log.length}` }),
    }
    return { body: page }
  }

  /** One item per change: a user may come twice in a round. */
  function changesSince(since: number): unknown[] {
    return log
      .filter(({ sequence }) => sequence > since)
      .map(({ id, changed }) =>
        changed === undefined ? { id, '@removed': { reason: 'changed' } } : { id, ...changed },
      )
  }

  function members({ url }: StubRequest, id: string): StubAnswer {
    const skip = Number(url.searchParams.get('$skiptoken') ?? 0)
    const all = [
      { '@odata.type': '#microsoft.graph.device', id: 'a-device' },
      ...(groups.get(id)?.members ?? []).map((member) => ({ '@odata.type': '#microsoft.graph.user', id: member })),
    ]
    const next = `${url.origin}${url.pathname}?$skiptoken=${skip + PAGE}`
    return {
      body: {
        value: all.slice(skip, skip + PAGE),
        ...(skip + PAGE < all.length ? { '@odata.nextLink': next } : {}),
      },
    }
  }

  function answerApi(request: StubRequest): StubAnswer {
    const [, version, kind, id, relation] = request.url.pathname.split('/')
    if (version === 'v1.0' && kind === 'users' && id === 'delta') return delta(request)
    if (kind === 'users' && id !== undefined) return users.has(id) ? { body: { id } } : { status: 404, body: {} }
    if (kind === 'groups' && relation === 'transitiveMembers') return members(request, id ?? '')
    const list = [...groups].map(([groupId, { name }]) => ({ id: groupId, displayName: name }))
    if (kind === 'groups' && id === undefined) return { body: { value: list } }
    return { status: 404, body: { error: { code: 'Request_ResourceNotFound' } } }
  }

  const server = await startStubServer((request) => {
    if (request.url.pathname === '/oauth2/v2.0/token') return tokens.issue(request.form)
    const planned = faults.next.shift()
    if (planned !== undefined) return planned
    if (!tokens.accepts(request.authorization)) {
      return { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } }
    }
    return answerApi(request)
  })
  const change = (id: string, changes: Partial<GraphUser>) => {
    const user = users.get(id)
    if (user === undefined) throw new Error('no such user')
    users.set(id, { ...user, ...changes })
    record(id, changes)
  }
  return {
    ...server,
    faults,
    tokensIssued: tokens.issued,
    addUser(userPrincipalName: string): string {
      const id = randomUUID()
      const user = { id, accountEnabled: true, userPrincipalName, mail: `${userPrincipalName}@example.test` }
      users.set(id, user)
      record(id, user)
      return id
    },
    change,
    remove(id: string) {
      users.delete(id)
      record(id)
    },
    setGroup: (name: string, memberIds: readonly string[]) => {
      groups.set(`group-${name}`, { name, members: memberIds })
    },
  }
}
