import { SluiceError } from '@sluice/contracts'
import type { BreakGlassGrant, TurnedKey } from '@sluice/db'
import { areBothKeys, type KeyRoles, keysOf } from '../dual-key.ts'

/** The two keys (gateway specification, section 4). */
const KEYS: KeyRoles = ['legal-counsel', 'ciso']

/** How long the first key waits for the second. */
export const CONFIRM_WITHIN_MS = 15 * 60_000

const MINUTE_MS = 60_000

/**
 * - `waiting`: for the second key;
 * - `lapsed`: the second key was not turned in time;
 * - `open`: the two may read;
 * - `expired`: its time is over;
 * - `revoked`: somebody ended it.
 */
type GrantState = 'waiting' | 'lapsed' | 'open' | 'expired' | 'revoked'

/** Somebody who turns a key. */
export interface KeyHolder {
  readonly sub: string
  readonly roles: readonly string[]
}

export function stateOf({ revoked, expiresAtMs, confirmUntilMs }: BreakGlassGrant, nowMs: number): GrantState {
  if (revoked !== undefined) return 'revoked'
  if (expiresAtMs !== undefined) return nowMs < expiresAtMs ? 'open' : 'expired'
  return nowMs < confirmUntilMs ? 'waiting' : 'lapsed'
}

/** The key that somebody turns. Throws `action_not_permitted` for a person without one. */
export function turnKey({ sub, roles }: KeyHolder, nowMs: number): TurnedKey {
  const held = keysOf(KEYS, roles)
  if (held.length === 0) throw new SluiceError('action_not_permitted')
  return { sub, roles: held, atMs: nowMs }
}

/** The grant with its second key turned. Throws `conflict` where it does not wait, or this is no second person. */
export function confirm(grant: BreakGlassGrant, holder: KeyHolder, nowMs: number): BreakGlassGrant {
  const state = stateOf(grant, nowMs)
  if (state !== 'waiting') throw conflict(`This request is ${state}. It takes no second key.`)
  const { opened } = grant
  if (opened.sub === holder.sub) throw conflict('You have turned the first key. Another person must turn the second.')
  const confirmed = turnKey(holder, nowMs)
  if (!areBothKeys(KEYS, opened.roles, confirmed.roles)) {
    throw conflict('Legal Counsel and a CISO must agree, one person of each role.')
  }
  return { ...grant, confirmed, expiresAtMs: nowMs + grant.durationMinutes * MINUTE_MS }
}

/** The grant, ended. Throws `conflict` where it has ended already. */
export function revoke(grant: BreakGlassGrant, sub: string, nowMs: number): BreakGlassGrant {
  const state = stateOf(grant, nowMs)
  if (state !== 'waiting' && state !== 'open') throw conflict(`This request is ${state} already.`)
  return { ...grant, revoked: { sub, atMs: nowMs } }
}

/** Lets only the two persons of an open grant pass. Throws `action_not_permitted`, `conflict`. */
export function requireOpenTo(grant: BreakGlassGrant, { sub, roles }: KeyHolder, nowMs: number): void {
  const { opened, confirmed } = grant
  if (sub !== opened.sub && sub !== confirmed?.sub) {
    throw new SluiceError({ code: 'action_not_permitted', message: 'Only the two persons of this request may read.' })
  }
  const state = stateOf(grant, nowMs)
  if (state !== 'open') throw conflict(`This request is ${state}.`)
  const key = sub === opened.sub ? opened : confirmed
  // Who has lost the role since then has lost the key.
  if (!key?.roles.some((role) => roles.includes(role))) throw new SluiceError('action_not_permitted')
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}
