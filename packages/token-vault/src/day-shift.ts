import { createHmac, type KeyObject } from 'node:crypto'
import type { EntityType } from '@sluice/contracts'
import { deriveToken } from './token.ts'

/** In UTF-8, which no text of `deriveToken` can be: that begins with the letters of a type in UTF-16. */
const LABEL = 'sluice day shift v1'

const FEWEST_WEEKS = 4
const MOST_WEEKS = 52
const CHOICES = MOST_WEEKS - FEWEST_WEEKS + 1

/**
 * By how many days the dates of a session are moved: 28 to 364, later or earlier, a multiple of seven, so that days of
 * the week stay true. It is taken from HMAC-SHA-256 (RFC 2104) under the session's token key, so it stays the same as
 * long as its tokens do. There are 98 choices: it hides dates from whoever reads them, and not from whoever knows one.
 */
export function dayShiftOf(sessionTokenKey: KeyObject): number {
  const choice = createHmac('sha256', sessionTokenKey).update(LABEL, 'utf8').digest().readUIntBE(0, 6) % (2 * CHOICES)
  const weeks = FEWEST_WEEKS + (choice % CHOICES)
  return 7 * (choice < CHOICES ? weeks : -weeks)
}

/**
 * The name under which the mapping of a session holds the date that a shifted one stands for. It has the form of a
 * token, and is that of no value: a model never sees it.
 */
export function nameOfShifted(sessionTokenKey: KeyObject, entity: EntityType, shifted: string): string {
  return deriveToken(sessionTokenKey, entity, `${LABEL}\0${shifted}`)
}
