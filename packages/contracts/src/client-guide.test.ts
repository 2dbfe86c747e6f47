import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from './errors.ts'

/** Codes that only services beside the gateway answer with. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'message_replayed',
  'in_flight',
  'idempotency_key_reused',
  'user_not_found',
  'user_ambiguous',
  'conflict',
  'credentials_missing',
  'signature_invalid',
  'signature_expired',
  'insufficient_user_authentication',
  'scope_missing',
  'unfreeze_not_permitted',
])

const guide = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')

/** The rows of the guide's table, as `status code retry` and the message. */
const documented = [...guide.matchAll(/^\| (\d{3}) +\| `(\w+)` +\| (yes|no) +\| (.+?) +\|$/gm)].map(
  ([, status, code, retry, message]) => ({ status: Number(status), code, retry: retry === 'yes', message }),
)

it('lists every error of the gateway for those who write clients, and no other', () => {
  const expected = Object.entries(ERRORS)
    .filter(([code]) => !ELSEWHERE.has(code as ErrorCode))
    .map(([code, { status, retry, publicMessage }]) => ({ status, code, retry, message: publicMessage }))
    .sort((a, b) => a.status - b.status)
  expect(documented).toEqual(expected)
})
