import { randomUUID } from 'node:crypto'
import SCIMMY from 'scimmy'

interface Stored {
  readonly id: string
}

/** The resources of one server. scimmy's declarations are global, so each request brings the store it is about. */
interface ScimStore {
  readonly users: Map<string, Stored>
  readonly groups: Map<string, Stored>
}

export function createScimStore(): ScimStore {
  return { users: new Map(), groups: new Map() }
}

let declared = false

/** Declares users and groups to scimmy, once in a process. */
export function declareScimResources(): void {
  if (declared) return
  declared = true
  SCIMMY.Resources.declare(SCIMMY.Resources.User, handlers('users'))
  SCIMMY.Resources.declare(SCIMMY.Resources.Group, handlers('groups'))
  SCIMMY.Config.set({ patch: true, filter: { supported: true, maxResults: 200 }, sort: true })
}

interface ResourceRef {
  readonly id?: string | undefined
}

/** The handlers get the context that `createScimContext` made; scimmy knows it as anything. */
function handlers(kind: keyof ScimStore) {
  return {
    egress: (resource: ResourceRef, store: ScimStore) =>
      resource.id === undefined ? [...store[kind].values()] : found(store, kind, resource.id),
    ingress: (resource: ResourceRef, data: object, store: ScimStore) => {
      const id = resource.id ?? randomUUID()
      if (resource.id !== undefined) found(store, kind, resource.id)
      // A copy by value: what scimmy hands over refers back to the schema.
      const stored = { ...JSON.parse(JSON.stringify(data)), id, meta: { lastModified: new Date() } }
      store[kind].set(id, stored)
      return stored
    },
    degress: (resource: ResourceRef, store: ScimStore) => {
      found(store, kind, resource.id ?? '')
      store[kind].delete(resource.id ?? '')
    },
  }
}

function found(store: ScimStore, kind: keyof ScimStore, id: string): Stored {
  const stored = store[kind].get(id)
  // @ts-expect-error: the types want a text where the code, as RFC 7644 section 3.12, has none for 404.
  if (stored === undefined) throw new SCIMMY.Types.Error(404, null, `no such resource: ${id}`)
  return stored
}
