import type { UserRef } from './session-store.ts'

/**
 * The names of keys and channels. All keys share one hash tag, so that a cluster holds them in one slot and one script
 * can change a state, log it and announce it in one step. That slot gets a command per freeze, per lease and per
 * session every few seconds, not per request. Keys that grow with content have other tags.
 */
export interface SessionKeys {
  /** What all keys begin with. Scripts build the names of records from it. */
  readonly base: string
  /** String: the last session number, which is the time in microseconds or a little more. */
  readonly sequence: string
  /** Sorted set: session numbers, each scored by itself. */
  readonly index: string
  /** String: the number of the last entry of the freeze log, which is its time in microseconds or a little more. */
  readonly freezeSequence: string
  /** Stream: the last changes of state, one entry each. The id of an entry holds its number. */
  readonly freezeLog: string
  /** Hash: the records of freezes that the outbox does not have yet, by their ids. */
  readonly unrecorded: string
  /** Sorted set: gateways by the end of their lease. */
  readonly gateways: string
  /** Channel: each entry of the freeze log. */
  readonly freezeChannel: string
  /** Channel: each acknowledgement. */
  readonly acknowledgementChannel: string
  /** Set: the gateways that have acknowledged an entry of the freeze log. */
  acknowledgements(announcement: number): string
  /** Hash: one session. */
  session(id: number): string
  user(ref: UserRef): UserKeys
  /** Sorted set: the subjects of a tenant who are frozen, in the order of their bytes. */
  frozenUsers(tenant: string): string
}

interface UserKeys {
  /** The part of the keys that stands for the user. */
  readonly part: string
  /** Hash: state, version and cause of the user's last freeze or unfreeze. Never expires. */
  readonly marker: string
  /** Sorted set: the user's sessions by their end. */
  readonly sessions: string
  /** The part of a script's keys that stands for a client. */
  clientPart(client: string): string
  /** Hash: that a client of the user was revoked, and why. Expires long after everything that the client is. */
  client(client: string): string
  /** String: the number of the current session of this client and name. */
  pointer(client: string, name: string | undefined): string
}

const PREFIX = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Names the keys and channels of one logical database. The names of channels carry its number, because a channel
 * belongs to the whole server (https://redis.io/docs/latest/develop/pubsub/#database--scoping). Throws a `TypeError`
 * for a prefix with other characters than letters, digits, dots, dashes and underscores.
 */
export function createSessionKeys(prefix = 'sluice', database = 0): SessionKeys {
  if (!PREFIX.test(prefix)) throw new TypeError('the key prefix may hold letters, digits, dots, dashes and underscores')
  const base = `${prefix}:{sessions}:`
  const scope = database === 0 ? '' : `:${database}`
  return {
    base,
    sequence: `${base}sequence`,
    index: `${base}index`,
    freezeSequence: `${base}freeze-sequence`,
    freezeLog: `${base}freeze-log`,
    unrecorded: `${base}unrecorded`,
    gateways: `${base}gateways`,
    freezeChannel: `${base}freezes${scope}`,
    acknowledgementChannel: `${base}acknowledgements${scope}`,
    acknowledgements: (announcement) => `${base}acknowledged:${announcement}`,
    session: (id) => `${base}session:${id}`,
    frozenUsers: (tenant) => `${base}frozen-users:${encodePart(tenant)}`,
    user: ({ tenant, sub }) => {
      const part = `${encodePart(tenant)}:${encodePart(sub)}`
      const user = `${base}user:${part}:`
      return {
        part,
        marker: `${user}freeze`,
        sessions: `${user}sessions`,
        clientPart: encodePart,
        client: (client) => `${user}client:${encodePart(client)}`,
        pointer: (client, name) =>
          `${user}current:${encodePart(client)}${name === undefined ? '' : `:${encodePart(name)}`}`,
      }
    },
  }
}

/** Percent-encoding leaves no brace, which would end the hash tag, and no colon; two texts never give the same. */
function encodePart(text: string): string {
  return encodeURIComponent(text)
}
