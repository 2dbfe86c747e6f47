import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { SEEDED_IDENTITIES } from './identities.ts'
import { AUDIENCE, createTokens, ISSUER } from './tokens.ts'

/** Long enough for HS512 as well, so that only the algorithm is at fault there. */
const KEY = 'a key of these tests that is long enough for each of HS256 and HS512'
const START_MS = Date.parse('2026-07-01T12:00:00.900Z')
const EIGHT_HOURS_S = 8 * 60 * 60

function setUp(key = KEY) {
  const time = { ms: START_MS }
  const clock = { nowMs: () => time.ms, monotonicMs: () => 0 }
  return { time, tokens: createTokens({ key, clock }) }
}

const [, admin] = SEEDED_IDENTITIES
const claims = { unique_name: 'Security Admin', role: 'ConsultantAdmin' }
const startSeconds = Math.floor(START_MS / 1_000)

function signed(
  key: string,
  change: (jwt: SignJWT) => SignJWT = (jwt) => jwt,
  payload: object = claims,
  alg = 'HS256',
) {
  const jwt = new SignJWT({ ...payload })
    .setProtectedHeader({ alg })
    .setSubject('admin-001')
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(startSeconds + 60)
  return change(jwt).sign(new TextEncoder().encode(key))
}

describe('a token', () => {
  it.each(SEEDED_IDENTITIES)('of $clientId has exactly the claims of the specification', async (identity) => {
    const { tokens } = setUp()
    const token = await tokens.issue(identity)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decodeJwt(token)).toEqual({
      sub: identity.clientId,
      unique_name: identity.name,
      role: identity.role,
      iss: ISSUER,
      aud: AUDIENCE,
      exp: startSeconds + EIGHT_HOURS_S,
    })
    await expect(tokens.verify(`Bearer ${token}`)).resolves.toEqual({
      clientId: identity.clientId,
      name: identity.name,
      role: identity.role,
    })
  })

  it('is good until the second before its expiry and not a millisecond longer', async () => {
    const { tokens, time } = setUp()
    const token = await tokens.issue(admin!)
    time.ms = (startSeconds + EIGHT_HOURS_S) * 1_000 - 1
    await expect(tokens.verify(`Bearer ${token}`)).resolves.toMatchObject({ clientId: 'admin-001' })
    time.ms += 1
    await expect(tokens.verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'token_expired' })
  })

  const none = new UnsecuredJWT(claims)
    .setSubject('admin-001')
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime(startSeconds + 60)
    .encode()

  it.each<[string, () => Promise<string> | string | undefined, string]>([
    ['that is not there', () => undefined, 'token_missing'],
    ['of another scheme', () => 'Basic YTpi', 'token_missing'],
    ['that is empty', () => 'Bearer ', 'token_invalid'],
    ['that is no JWT', () => 'Bearer abc', 'token_invalid'],
    ['with spaces in it', () => 'Bearer a b', 'token_invalid'],
    ['that is too long', () => `Bearer ${'a'.repeat(5_000)}`, 'token_invalid'],
    ['of a foreign key', () => signed('another key of at least thirty-two characters'), 'token_invalid'],
    ['without a signature (alg none)', () => none, 'token_invalid'],
    ['with its signature cut off', async () => (await signed(KEY)).replace(/\.[^.]*$/, '.'), 'token_invalid'],
    ['signed with HS512', () => signed(KEY, undefined, claims, 'HS512'), 'token_invalid'],
    ['of another issuer', () => signed(KEY, (jwt) => jwt.setIssuer('urn:other')), 'token_invalid'],
    ['for another audience', () => signed(KEY, (jwt) => jwt.setAudience('urn:other')), 'token_invalid'],
    ['that has expired', () => signed(KEY, (jwt) => jwt.setExpirationTime(startSeconds)), 'token_expired'],
    ['that is not good yet', () => signed(KEY, (jwt) => jwt.setNotBefore(startSeconds + 1)), 'token_invalid'],
    ['without a role', () => signed(KEY, undefined, { unique_name: 'x' }), 'token_invalid'],
    ['without a name', () => signed(KEY, undefined, { role: 'Auditor' }), 'token_invalid'],
    ['with a role that is no text', () => signed(KEY, undefined, { ...claims, role: ['Auditor'] }), 'token_invalid'],
  ])('%s is refused', async (_name, make, code) => {
    const made = await make()
    const header = made === undefined || /^(?:Bearer|Basic)/.test(made) ? made : `Bearer ${made}`
    await expect(setUp().tokens.verify(header)).rejects.toMatchObject({ code })
  })

  it('without an expiry is refused', async () => {
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('a')
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
    const token = await jwt.sign(new TextEncoder().encode(KEY))
    await expect(setUp().tokens.verify(`Bearer ${token}`)).rejects.toMatchObject({ code: 'token_invalid' })
  })
})
