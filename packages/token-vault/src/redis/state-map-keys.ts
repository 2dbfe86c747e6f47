import { hash } from 'node:crypto'
import type { HeldSubject } from '../mapping-holds.ts'

/** Users are spread over so many slots of a cluster; the first hex digit of a digest of the user is the slot. */
export const SLOTS = 16

/** What the keys of a user begin with, and the user's part in them. */
export function slotOf(keyPrefix: string, { tenant, sub }: Pick<HeldSubject, 'tenant' | 'sub'>) {
  const slot = hash('sha256', JSON.stringify([tenant, sub]), 'hex').slice(0, 1)
  return { base: `${keyPrefix}{m:${slot}}:`, user: `${encodeURIComponent(tenant)}:${encodeURIComponent(sub)}` }
}

/** The mark that keeps what a user, or one session of the user, has stored: a set of the holds on it. */
export function heldKeyOf(keyPrefix: string, subject: HeldSubject): string {
  const { base, user } = slotOf(keyPrefix, subject)
  const { sessionId } = subject
  return sessionId === undefined ? `${base}${user}:held` : `${base}${user}:${sessionId}:held`
}
