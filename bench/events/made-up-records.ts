import { randomBytes } from 'node:crypto'
import type { LayerId, StoredRecord } from '@sluice/contracts'
import { storedRequestForTests } from '@sluice/outbox/testing'
import { newId } from '@sluice/service-kit/environment'

/** The way of a request that the model answered (gateway specification, section 2). */
const LAYERS: readonly LayerId[] = ['L0', 'L1', 'L2', 'L3', 'L7', 'L5', 'L7', 'L4', 'L6']
/** Sessions begin here, so that none of them is one of a gateway. */
const FIRST_SESSION = 1_000_000

const MARK = '0ffe7ed0'
const NAME = new RegExp(`^${MARK}([0-9a-f]{12})([0-9a-f]{12})$`)

/** The session of an offered record, by its number from 0. */
function sessionIdOf(session: number): number {
  return FIRST_SESSION + session
}

/**
 * The name of a record: its session, and its number there, which rises. It has the form of a request id that a gateway
 * takes from its caller: 32 hexadecimal digits.
 */
export function requestIdOf(session: number, number: number): string {
  return `${MARK}${hex(session, 12)}${hex(number, 12)}`
}

/** Reads a name that `requestIdOf` gave; undefined for any other. */
export function readRequestId(text: string): { readonly session: number; readonly number: number } | undefined {
  const [, session, number] = NAME.exec(text) ?? []
  if (session === undefined || number === undefined) return undefined
  return { session: Number.parseInt(session, 16), number: Number.parseInt(number, 16) }
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

/** The record of an answered request that went through every layer, one after another of its session. */
export function recordOf(session: number, number: number): StoredRecord {
  return storedRequestForTests({
    id: newId(),
    request_id: requestIdOf(session, number),
    session_id: sessionIdOf(session),
    tenant: 'default',
    sub: `user-${session % 100}`,
    time_ms: Date.now(),
    outcome: 'answered',
    code: undefined,
    layers: LAYERS.map((layer) => ({ layer, outcome: 'allow', duration_ms: 0.125, findings: 0 })),
    commitment: randomBytes(32).toString('base64url'),
    sealed_opening: `k1.${randomBytes(12).toString('base64url')}.${randomBytes(72).toString('base64url')}.x`,
  })
}
