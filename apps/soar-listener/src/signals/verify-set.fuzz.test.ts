import { SluiceError } from '@sluice/contracts'
import { systemClock } from '@sluice/service-kit'
import type { FreezeReport } from '@sluice/sessions'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  CAEP_SESSION_REVOKED,
  RECEIVER,
  RISC_ACCOUNT_DISABLED,
  SSF_VERIFICATION,
  startTransmitter,
  type TestTransmitter,
} from '../testing/transmitter.ts'
import { applySet } from './apply-set.ts'
import { SetError } from './set-error.ts'
import { createTransmitters, type Transmitters, transmittersSchema } from './transmitters.ts'
import { verifySet } from './verify-set.ts'

let transmitter: TestTransmitter
let transmitters: Transmitters
let genuine: string
beforeAll(async () => {
  transmitter = await startTransmitter()
  const configs = transmittersSchema.parse([{ issuer: transmitter.issuer, audience: RECEIVER, allowHttp: true }])
  transmitters = createTransmitters(configs, { loginIssuer: 'https://login.example.com', clock: systemClock })
  genuine = await transmitter.sign(CAEP_SESSION_REVOKED, ANN)
})
afterAll(() => transmitter?.stop())

const ANN = { format: 'iss_sub', iss: 'https://login.example.com', sub: 'ann' }
/** Longer than any run. */
const MAX_AGE_MS = 7 * 86_400_000

const FROZEN: FreezeReport = {
  changed: true,
  state: 'frozen',
  version: 1,
  atMs: 1,
  sessions: 0,
  gateways: { alive: 0, acknowledged: 0, missing: [] },
  elapsedMs: 0,
  recorded: true,
}

interface Frozen {
  readonly tenant: string
  readonly sub: string
  readonly reason: string
}

const neverAsked = () => Promise.reject(new Error('No signal asks for this.'))

/** What a token does: whom it freezes, or why it is refused. */
async function receive(token: string): Promise<{ readonly frozen: readonly Frozen[] } | { readonly refused: string }> {
  const frozen: Frozen[] = []
  try {
    const set = await verifySet(token, undefined, { transmitters, clock: systemClock, maxAgeMs: MAX_AGE_MS })
    await applySet(set, 'request-1', {
      control: {
        freezeUser: async ({ tenant, sub }, { reason }) => {
          frozen.push({ tenant, sub, reason })
          return FROZEN
        },
        unfreezeUser: neverAsked,
        freezeSession: neverAsked,
        unfreezeSession: neverAsked,
        revokeClient: neverAsked,
        announceClient: neverAsked,
        close: () => undefined,
      },
      counts: { command: () => undefined, signal: () => undefined },
      findUsers: async (subject, tenant) => {
        const name = 'sub' in subject ? subject.sub : subject.email
        return name === 'ann' || name === 'ann@example.com' ? [{ tenant: tenant ?? 'default', sub: 'ann' }] : []
      },
      refusedSignals: { record: async () => undefined, close: async () => undefined },
    })
    return { frozen }
  } catch (error) {
    // Every subject is read before anybody is frozen.
    expect(frozen).toEqual([])
    if (error instanceof SluiceError) return { refused: error.code }
    if (!(error instanceof SetError)) throw error
    expect(error.message).not.toContain(token.slice(0, 40) || 'no token')
    return { refused: error.err }
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url')
const junk = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('.', '=', '\n', 'A', '..', '{}', ''))
type Change = (parts: readonly string[]) => readonly string[]
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.nat(2), fc.nat(), fc.nat(2), junk).map(
    ([which, at, removed, more]): Change =>
      (parts) =>
        parts.map((each, index) => {
          const place = at % (each.length + 1)
          return index === which ? each.slice(0, place) + more + each.slice(place + removed) : each
        }),
  ),
  fc.tuple(fc.nat(2), fc.jsonValue({ maxDepth: 3 })).map(
    ([which, value]): Change =>
      (parts) =>
        parts.map((each, index) => (index === which ? encode(value) : each)),
  ),
  fc
    .dictionary(
      fc.constantFrom('alg', 'typ', 'kid', 'crit', 'b64', 'jwk'),
      fc.constantFrom<unknown>('none', 'HS256', 'JWT', 7, null, ['b64'], false),
    )
    .map(
      (header): Change =>
        ([, ...rest]) => [encode({ alg: 'RS256', kid: 't1', typ: 'secevent+jwt', ...header }), ...rest],
    ),
  fc.nat(2).map(
    (which): Change =>
      (parts) =>
        parts.filter((_, index) => index !== which),
  ),
)

const subject = fc.oneof(
  fc.constant<unknown>(ANN),
  fc.record({
    format: fc.constantFrom<unknown>('iss_sub', 'email', 'opaque', 'complex', 'phone_number', 7),
    iss: fc.constantFrom<unknown>('https://login.example.com', 'https://other.example.com', '', null),
    sub: fc.oneof(fc.constant<unknown>('ann'), fc.jsonValue({ maxDepth: 1 })),
    email: fc.oneof(fc.constant<unknown>('ann@example.com'), fc.jsonValue({ maxDepth: 1 })),
    id: fc.constantFrom<unknown>('ann', '', 'a\u0000'),
    user: fc.constantFrom<unknown>(ANN, {}, null, [ANN]),
  }),
  fc.jsonValue({ maxDepth: 3 }),
)
const payload = fc.oneof(
  fc.record(
    { reason_admin: fc.jsonValue({ maxDepth: 2 }), reason: fc.jsonValue({ maxDepth: 1 }), subject },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const events = fc.oneof(
  fc.dictionary(
    fc.constantFrom(
      CAEP_SESSION_REVOKED,
      RISC_ACCOUNT_DISABLED,
      SSF_VERIFICATION,
      '__proto__',
      'constructor',
      'urn:x',
      '',
    ),
    payload,
    { maxKeys: 4 },
  ),
  fc
    .array(fc.nat(20), { maxLength: 20 })
    .map((numbers) => Object.fromEntries(numbers.map((each) => [`urn:${each}`, {}]))),
  fc.jsonValue({ maxDepth: 2 }),
)

fuzz('SET receiver', {
  'does nothing for a token that was changed': {
    property: fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const token = changes.reduce<readonly string[]>((rest, each) => each(rest), genuine.split('.')).join('.')
      const [head, body, signature = ''] = token.split('.')
      const read = Buffer.from(signature, 'base64url')
      const [ownHead, ownBody, ownSignature = ''] = genuine.split('.')
      const isGenuine = head === ownHead && body === ownBody && read.equals(Buffer.from(ownSignature, 'base64url'))
      const outcome = await receive(token)
      if (!isGenuine) expect(outcome).toHaveProperty('refused')
    }),
    runs: 300,
  },
  'freezes at most the users that a signed token names as it may, whatever its claims': {
    property: fc.asyncProperty(
      subject,
      events,
      fc.dictionary(fc.constantFrom('jti', 'iat', 'aud', 'toe', 'txn', 'exp'), fc.jsonValue({ maxDepth: 1 }), {
        maxKeys: 1,
      }),
      async (subId, what, more) => {
        const outcome = await receive(await transmitter.sign('', subId, { claims: { events: what, ...more } }))
        if (!('frozen' in outcome)) return
        for (const { tenant, sub, reason } of outcome.frozen) {
          expect([tenant, sub]).toEqual(['default', 'ann'])
          expect(reason).toMatch(/^(?:CAEP session-revoked|RISC account-disabled)/)
          expect(reason.length).toBeLessThanOrEqual(1_000)
          expect(reason.isWellFormed() && !/\p{Cc}/u.test(reason)).toBe(true)
        }
        const asked = [CAEP_SESSION_REVOKED, RISC_ACCOUNT_DISABLED].filter((type) => Object.hasOwn(Object(what), type))
        expect(outcome.frozen.length).toBeLessThanOrEqual(asked.length)
      },
    ),
    runs: 200,
  },
  'freezes whom a genuine one names': {
    property: fc.asyncProperty(fc.constantFrom(CAEP_SESSION_REVOKED, RISC_ACCOUNT_DISABLED), async (event) => {
      const outcome = await receive(await transmitter.sign(event, ANN))
      expect(outcome).toMatchObject({ frozen: [{ tenant: 'default', sub: 'ann' }] })
    }),
    runs: 10,
  },
})
