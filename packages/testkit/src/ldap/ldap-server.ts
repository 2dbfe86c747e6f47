import type { ServerSource } from '../system/first-source.ts'

export interface LdapOptions {
  /** The most entries that the reader may get from one search, paged or not; without it there is no limit. */
  readonly sizeLimit?: number
  /** Without it a free port is taken. */
  readonly port?: number
  readonly logFile?: string
  /** Which ways to try, in this order. */
  readonly sources?: readonly ServerSource[]
}

export interface LdapCredentials {
  readonly dn: string
  readonly password: string
}

export interface LdapUser {
  readonly uid: string
  /** The address; `UID@example.test` without it. */
  readonly mail?: string
  /** One of these counts as disabled by the tests' own convention: `accountStatus: inactive`. */
  readonly accountStatus?: 'active' | 'inactive'
  /** Microsoft's bits, as Active Directory keeps them: 512 is a normal account, 514 a disabled one. */
  readonly userAccountControl?: number
}

export type LdapAttributes = Readonly<Record<string, string | readonly string[]>>

/** A real directory under a base of its own, with `ou=people` and `ou=groups`. */
export interface LdapServer {
  readonly source: ServerSource
  /** `ldap://host:port`. */
  readonly url: string
  readonly port: number
  readonly baseDn: string
  readonly peopleDn: string
  readonly groupsDn: string
  /** An account that may do everything, and that no limit applies to. */
  readonly admin: LdapCredentials
  /** An account that may read and that limits apply to. */
  readonly reader: LdapCredentials
  /** Adds a person and returns its DN. */
  addUser(user: LdapUser): Promise<string>
  deleteUser(uid: string): Promise<void>
  /** Changes attributes of a person: `{ accountStatus: 'inactive' }` disables one. */
  modifyUser(uid: string, attributes: LdapAttributes): Promise<void>
  renameUser(uid: string, newUid: string): Promise<void>
  /** Adds a `groupOfNames` with these people and returns its DN. */
  addGroup(cn: string, memberUids: readonly [string, ...string[]]): Promise<string>
  /** Sets exactly who is in a group. */
  setGroup(cn: string, memberUids: readonly [string, ...string[]]): Promise<void>
  /** Adds any entry, a referral for example. */
  add(dn: string, attributes: LdapAttributes): Promise<void>
  /** Ends the server hard, as a crash would. Refused for a server from the environment. */
  kill(): Promise<void>
  /** Starts it again with its data and, where given, another limit. Refused for a server from the environment. */
  restart(changes?: Pick<LdapOptions, 'sizeLimit'>): Promise<void>
  /** Stops the server and removes its data; from one of the environment, what was added here. */
  stop(): Promise<void>
}
