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

/** The users and groups of the stub, and what it answers about them. */
class GraphDirectory {
  /** The status with which a delta token is refused that a pull brings back. */
  forgetful: false | 410 | 400 = false
  readonly #users = new Map<string, GraphUser>()
  readonly #groups = new Map<string, { readonly name: string; readonly members: readonly string[] }>()
  readonly #log: Change[] = []

  addUser(userPrincipalName: string): string {
    const id = randomUUID()
    const user = { id, accountEnabled: true, userPrincipalName, mail: `${userPrincipalName}@example.test` }
    this.#users.set(id, user)
    this.#record(id, user)
    return id
  }

  change(id: string, changes: Partial<GraphUser>): void {
    const user = this.#users.get(id)
    if (user === undefined) throw new Error('no such user')
    this.#users.set(id, { ...user, ...changes })
    this.#record(id, changes)
  }

  remove(id: string): void {
    this.#users.delete(id)
    this.#record(id)
  }

  setGroup(name: string, memberIds: readonly string[]): void {
    this.#groups.set(`group-${name}`, { name, members: memberIds })
  }

  answer(request: StubRequest): StubAnswer {
    const [, version, kind, id, relation] = request.url.pathname.split('/')
    if (version === 'v1.0' && kind === 'users' && id === 'delta') return this.#delta(request)
    if (kind === 'users' && id !== undefined) return this.#users.has(id) ? { body: { id } } : { status: 404, body: {} }
    if (kind === 'groups' && relation === 'transitiveMembers') return this.#members(request, id ?? '')
    const list = [...this.#groups].map(([groupId, { name }]) => ({ id: groupId, displayName: name }))
    if (kind === 'groups' && id === undefined) return { body: { value: list } }
    return { status: 404, body: { error: { code: 'Request_ResourceNotFound' } } }
  }

  #record(id: string, changed?: Partial<GraphUser>): void {
    this.#log.push({ sequence: this.#log.length + 1, id, ...(changed === undefined ? {} : { changed }) })
  }

  #delta({ url }: StubRequest): StubAnswer {
    const since = Number(url.searchParams.get('$deltatoken') ?? url.searchParams.get('$skiptoken')?.split('.')[0] ?? 0)
    if (url.searchParams.has('$deltatoken') && this.forgetful) {
      const code = this.forgetful === 410 ? 'resyncRequired' : 'syncStateNotFound'
      return { status: this.forgetful, body: { error: { code, message: 'The delta token is expired.' } } }
    }
    const offset = Number(url.searchParams.get('$skiptoken')?.split('.')[1] ?? 0)
    const items = since === 0 ? [...this.#users.values()] : this.#changesSince(since)
    const here = `${url.origin}/v1.0/users/delta`
    const more = offset + PAGE < items.length
    const page = {
      value: items.slice(offset, offset + PAGE),
      ...(more
        ? { '@odata.nextLink': `${here}?$skiptoken=${since}.${offset + PAGE}` }
        : { '@odata.deltaLink': `${here}?$deltatoken=${this.#log.length}` }),
    }
    return { body: page }
  }

  /** One item per change: a user may come twice in a round. */
  #changesSince(since: number): unknown[] {
    return this.#log
      .filter(({ sequence }) => sequence > since)
      .map(({ id, changed }) =>
        changed === undefined ? { id, '@removed': { reason: 'changed' } } : { id, ...changed },
      )
  }

  #members({ url }: StubRequest, id: string): StubAnswer {
    const skip = Number(url.searchParams.get('$skiptoken') ?? 0)
    const all = [
      { '@odata.type': '#microsoft.graph.device', id: 'a-device' },
      ...(this.#groups.get(id)?.members ?? []).map((member) => ({
        '@odata.type': '#microsoft.graph.user',
        id: member,
      })),
    ]
    const next = `${url.origin}${url.pathname}?$skiptoken=${skip + PAGE}`
    return {
      body: {
        value: all.slice(skip, skip + PAGE),
        ...(skip + PAGE < all.length ? { '@odata.nextLink': next } : {}),
      },
    }
  }
}

/** A stub of Microsoft Graph and of its token endpoint. */
export async function startGraphStub() {
  const directory = new GraphDirectory()
  const faults: StubFaults = { next: [], tokenUses: 0 }
  const tokens = createStubTokens(faults, (form) => {
    return form.get('client_id') === GRAPH_CLIENT.clientId && form.get('client_secret') === GRAPH_CLIENT.secret
  })
  const server = await startStubServer((request) => {
    if (request.url.pathname === '/oauth2/v2.0/token') return tokens.issue(request.form)
    const planned = faults.next.shift()
    if (planned !== undefined) return planned
    if (!tokens.accepts(request.authorization)) {
      return { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } }
    }
    return directory.answer(request)
  })
  return { ...server, directory, faults, tokensIssued: tokens.issued }
}
