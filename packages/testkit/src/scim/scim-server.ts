export interface ScimOptions {
  /** The token that callers must present; a random one without it. */
  readonly token?: string
  /** Without it a free port is taken. */
  readonly port?: number
}

interface ScimUser {
  readonly userName: string
  readonly externalId?: string
  readonly active?: boolean
  readonly emails?: readonly { readonly value: string; readonly primary?: boolean }[]
}

interface ScimGroup {
  readonly displayName: string
  readonly members: readonly { readonly value: string }[]
}

/** A request that the server got, without its credentials. */
export interface ScimRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
}

/** A real SCIM 2.0 server (RFC 7643, RFC 7644) whose resources are kept in memory. */
export interface ScimServer {
  /** `http://127.0.0.1:PORT/scim/v2`. */
  readonly url: string
  readonly token: string
  /** What it was asked over HTTP so far. */
  readonly requests: readonly ScimRequest[]
  /** Adds a user over HTTP, as an administrator's tool would, and returns the id. */
  addUser(user: ScimUser): Promise<string>
  /** Changes attributes of a user: `{ active: false }` disables one. */
  patchUser(id: string, changes: Partial<ScimUser>): Promise<void>
  deleteUser(id: string): Promise<void>
  addGroup(group: ScimGroup): Promise<string>
  deleteGroup(id: string): Promise<void>
  /**
   * From now on every answer to a GET passes through here before it is sent: for answers that no sound server gives. A
   * text is sent as it is. Undefined ends that.
   */
  tamper(change: ((body: unknown, request: ScimRequest) => unknown) | undefined): void
  stop(): Promise<void>
}
