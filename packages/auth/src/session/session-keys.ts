import type { UserRef } from './session-store.ts'

/**
 * The names of the keys. All of one user carry the hash tag `{u:TENANT:SUB}`, so that a cluster holds them in one slot
 * and one script can see them together; the sequence and the index of owners share another.
 */
export interface SessionKeys {
  readonly sequence: string
  /** The prefix of the index that tells whose session a number is. */
  readonly ownerPrefix: string
  owner(sessionId: number): string
  user(ref: UserRef): UserKeys
}

export interface UserKeys {
  /** What all keys of the user begin with. */
  readonly base: string
  /** Hash: state, version and cause of the user's last freeze or unfreeze. Never expires. */
  readonly marker: string
  /** Hash: one session. */
  session(id: number): string
  /** What follows `base` in the key of the pointer: string, the number of the current session of this client and name. */
  pointerSuffix(client: string, name: string | undefined): string
}

const PREFIX = /^[A-Za-z0-9._-]{1,64}$/

/** Throws a `TypeError` for a prefix with other characters than letters, digits, dots, dashes and underscores. */
export function createSessionKeys(prefix: string): SessionKeys {
  if (!PREFIX.test(prefix)) throw new TypeError('the key prefix may hold letters, digits, dots, dashes and underscores')
  const shared = `${prefix}:{sessions}:`
  const ownerPrefix = `${shared}owner:`
  return {
    sequence: `${shared}sequence`,
    ownerPrefix,
    owner: (sessionId) => `${ownerPrefix}${sessionId}`,
    user: ({ tenant, sub }) => {
      const base = `${prefix}:{u:${encodePart(tenant)}:${encodePart(sub)}}:`
      return {
        base,
        marker: `${base}freeze`,
        session: (id) => `${base}session:${id}`,
        pointerSuffix: (client, name) =>
          `current:${encodePart(client)}${name === undefined ? '' : `:${encodePart(name)}`}`,
      }
    },
  }
}

/** Percent-encoding leaves no brace, which would end the hash tag, and no colon; two texts never give the same. */
function encodePart(text: string): string {
  return encodeURIComponent(text)
}
