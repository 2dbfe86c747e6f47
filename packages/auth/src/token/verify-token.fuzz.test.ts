import { systemClock } from '@sluice/service-kit'
import { type OidcServer, startOidc } from '@sluice/testkit'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { createAuthenticator } from '../authenticator.ts'

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
const CODES = ['token_missing', 'token_invalid', 'token_expired']
let oidc: OidcServer
let genuine: readonly string[]
let authenticator: ReturnType<typeof createAuthenticator>

beforeAll(async () => {
  oidc = await startOidc({ users: [{ sub: 'alice', groups: [], tid: 'acme' }] })
  // Longer than any run: it is the fuzzer's changes that must be refused, not the time.
  const exp = Math.floor(Date.now() / 1_000) + 7 * 86_400
  genuine = await Promise.all(ALGORITHMS.map((alg) => oidc.mint({ exp }, { alg })))
  authenticator = createAuthenticator({ issuer: oidc.issuer, audience: oidc.audience, clock: systemClock })
})
afterAll(() => oidc?.stop())

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The members of a part; none where an earlier change has left no JSON. */
function decode(part: string): object {
  try {
    return Object(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

/** What a token may say that it must not. */
const claims = fc.dictionary(
  fc.constantFrom('iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'groups', 'tid', '__proto__', 'preferred_username'),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('bob', 'admin', 9e15, -1, null, ['urn:sluice:gateway'])),
  { minKeys: 1, maxKeys: 3 },
)
const headers = fc.dictionary(
  fc.constantFrom('alg', 'typ', 'kid', 'crit', 'b64', 'jwk', 'jku', 'x5c', 'x5u', 'zip', 'enc', 'cty'),
  fc.oneof(
    fc.constantFrom(
      'none',
      'None',
      'HS256',
      'RS256',
      'ES256',
      'EdDSA',
      'at+jwt',
      '../../keys',
      ['b64'],
      false,
      7,
      null,
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  { minKeys: 1, maxKeys: 3 },
)

type Change = (parts: readonly string[], others: readonly string[]) => readonly string[]
const part = fc.nat(2)
const change: fc.Arbitrary<Change> = fc.oneof(
  claims.map(
    (more): Change =>
      ([header = '', payload = '', signature = '']) => [header, encode({ ...decode(payload), ...more }), signature],
  ),
  headers.map(
    (more): Change =>
      ([header = '', payload = '', signature = '']) => [encode({ ...decode(header), ...more }), payload, signature],
  ),
  fc.tuple(part, fc.nat(), fc.string({ minLength: 1, maxLength: 2 })).map(
    ([which, at, put]): Change =>
      (parts) =>
        parts.map((each, index) => {
          const place = at % (each.length + 1)
          return index === which ? each.slice(0, place) + put + each.slice(place + 1) : each
        }),
  ),
  part.map(
    (which): Change =>
      (parts, others) =>
        parts.map((each, at) => (at === which ? (others[at] ?? '') : each)),
  ),
  part.map(
    (which): Change =>
      (parts) =>
        parts.map((each, at) => (at === which ? '' : each)),
  ),
  part.map(
    (which): Change =>
      (parts) =>
        parts.filter((_, at) => at !== which),
  ),
  fc.tuple(part, fc.constantFrom('=', '.', ' ', '\n', '~', 'A', '\u0000')).map(
    ([which, put]): Change =>
      (parts) =>
        parts.map((each, at) => (at === which ? `${each}${put}` : each)),
  ),
  fc.jsonValue({ maxDepth: 2 }).map(
    (value): Change =>
      ([header = '', , signature = '']) => [header, encode(value), signature],
  ),
  fc.string({ maxLength: 30 }).map(
    (text): Change =>
      ([header = '', payload = '']) => [header, payload, encode(text)],
  ),
)
const forged = fc.tuple(fc.nat(3), fc.nat(3), fc.array(change, { minLength: 1, maxLength: 3 }))

/** The signature's last character may differ in bits that mean nothing: the decoded token is what was signed. */
function isGenuine(token: string): boolean {
  const read = (each: string) => {
    const [header, payload, signature = ''] = each.split('.')
    return `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('hex')}`
  }
  return genuine.some((each) => read(each) === read(token))
}

async function outcomeOf(header: string): Promise<string> {
  try {
    return `verified ${(await authenticator.authenticate(header)).sub}`
  } catch (error) {
    expect(CODES).toContain(error instanceof Error && 'code' in error ? error.code : error)
    const { message, cause } = Object(error)
    const secret = header.slice(7, 60)
    if (secret.length > 20) expect(`${message} ${cause}`).not.toContain(secret)
    return 'refused'
  }
}

fuzz('token reader', {
  'believes no token that was changed': {
    property: fc.asyncProperty(forged, async ([one, other, changes]) => {
      const [token = '', foreign = ''] = [genuine[one], genuine[other]]
      const parts = changes.reduce<readonly string[]>((rest, each) => each(rest, foreign.split('.')), token.split('.'))
      const written = parts.join('.')
      const outcome = await outcomeOf(`Bearer ${written}`)
      if (outcome !== 'refused' && !isGenuine(written)) expect.fail(`${outcome}: ${written}`)
    }),
    runs: 300,
  },
  'refuses any other header with a code of its own': {
    property: fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), fc.boolean(), async (text, isBearer) => {
      expect(await outcomeOf(isBearer ? `Bearer ${text}` : text)).toBe('refused')
    }),
    runs: 300,
  },
  'still believes the genuine ones': {
    property: fc.asyncProperty(fc.nat(3), fc.constantFrom('Bearer ', 'bearer ', 'BEARER   '), async (which, scheme) => {
      expect(await outcomeOf(`${scheme}${genuine[which]}`)).toBe('verified alice')
    }),
    runs: 20,
  },
})
