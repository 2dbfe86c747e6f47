import { compileCodenames } from '@sluice/pipeline/ports'
import { systemClock } from '@sluice/service-kit'
import { describe, expect, it } from 'vitest'
import { readReason } from './read-reason.ts'

const snapshot = { version: '1', index: compileCodenames([{ term: 'Nightfall', level: 7 }]) }
const codenames = { current: () => snapshot }
const principal = {
  ...{ tenant: 'acme', sub: 'alice', username: 'alice', client: 'app' },
  ...{ groups: [], roles: [], departments: [] },
}
const read = (header: string | undefined) => readReason({ codenames, clock: systemClock }, header, principal)
/** As Node gives the octets of a header that was sent as UTF-8. */
const sentAsUtf8 = (text: string) => Buffer.from(text).toString('latin1')

describe('readReason', () => {
  it.each([
    ['Quarterly report for the board.', 'Quarterly report for the board.'],
    ['  Ticket 12  ', 'Ticket 12'],
    [sentAsUtf8('Prüfung für Zürich 猫'), 'Prüfung für Zürich 猫'],
    ['Pr\u00fcfung', 'Prüfung'],
    ['Ask ann@example.org about 4111 1111 1111 1111', 'Ask EMAIL_ADDRESS about CREDIT_CARD'],
    ['Due diligence for Nightfall', 'Due diligence for CODENAME'],
    [undefined, undefined],
  ])('reads %j as %j', async (header, reason) => {
    expect(await read(header)).toBe(reason)
  })

  it.each(['', '   ', 'a\tb', 'a\u0085b', sentAsUtf8('a\u0085b'), 'x'.repeat(1_001)])('refuses %j', async (header) => {
    await expect(read(header)).rejects.toMatchObject({ code: 'invalid_request', refusal: { param: 'x-reason' } })
  })

  it('returns no more than a record holds, however long the names of types are', async () => {
    const reason = await read('a@b.co '.repeat(140).trim())
    expect(reason).toHaveLength(1_000)
    expect(reason).not.toContain('@')
  })
})
