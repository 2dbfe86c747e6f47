import { createHmac, randomBytes } from 'node:crypto'
import { type Attack, couldNotTell, notStopped, type Outcome, stopped } from '../attack.ts'
import { openListener } from '../listener.ts'
import { describe, type Reply, type Target } from '../target.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Parts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** As they stand in the token. */
  readonly raw: readonly [header: string, claims: string, signature: string]
}

function partsOf(token: string): Parts | undefined {
  const [header, claims, signature, ...more] = token.split('.')
  if (header === undefined || claims === undefined || signature === undefined || more.length > 0) return undefined
  const decode = (text: string): Readonly<Record<string, unknown>> =>
    Object(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  try {
    return { header: decode(header), claims: decode(claims), raw: [header, claims, signature] }
  } catch {
    return undefined
  }
}

const hs256 = (header: object, claims: object, key: string) => {
  const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const FORGERIES: readonly (readonly [id: string, sends: string, forge: (parts: Parts) => string])[] = [
  ['none', 'the claims unsigned, alg none', ({ header, raw }) => `${encode({ ...header, alg: 'none' })}.${raw[1]}.`],
  [
    'none-signed',
    'alg None, with the old signature',
    ({ header, raw }) => `${encode({ ...header, alg: 'None' })}.${raw[1]}.${raw[2]}`,
  ],
  ['hs256', 'a signature by HMAC with an empty key', ({ header, claims }) => hs256(header, claims, '')],
  [
    'hs256-kid',
    'a signature by HMAC with the name of the key',
    ({ header, claims }) => hs256(header, claims, String(header.kid)),
  ],
  [
    'subject',
    'another subject, the old signature',
    ({ raw, claims }) => `${raw[0]}.${encode({ ...claims, sub: 'carol' })}.${raw[2]}`,
  ],
  [
    'groups',
    'more groups, the old signature',
    ({ raw, claims }) => `${raw[0]}.${encode({ ...claims, groups: ['role:ciso'] })}.${raw[2]}`,
  ],
  [
    'longer',
    'a later end, the old signature',
    ({ raw, claims }) => `${raw[0]}.${encode({ ...claims, exp: 4_102_444_800 })}.${raw[2]}`,
  ],
  ['cut', 'no signature', ({ raw }) => `${raw[0]}.${raw[1]}.`],
  [
    'kid-path',
    'a key name that is a path',
    ({ header, raw }) => `${encode({ ...header, kid: '../../../../dev/null' })}.${raw[1]}.${raw[2]}`,
  ],
]

const STOPPED_WHEN = '401, where the right token is taken'

/** Tokens that nobody issued. */
export const TOKENS: readonly Attack[] = [
  ...FORGERIES.map(([id, sends, forge]) =>
    tokenAttack(`token-${id}`, sends, ({ accounts }) => forgeWith(accounts.token, forge)),
  ),
  tokenAttack('token-none-at-all', 'no token', () => ''),
  tokenAttack(
    'token-expired',
    'a token that has expired',
    ({ accounts }) => accounts.expiredToken ?? { needs: '--expired-token' },
  ),
  {
    ...{ id: 'token-jku', group: 'tokens', sends: 'a token that names a server with its keys' },
    stoppedWhen: '401, and nobody has asked that server',
    run: async (target, signal) => {
      if (!target.accounts.isLoopback)
        return couldNotTell('the server of the attack is on loopback, which a far gateway cannot reach')
      const listener = await openListener()
      try {
        const token = forgeWith(target.accounts.token, ({ header, raw }) => {
          return `${encode({ ...header, jku: `${listener.url}/keys`, x5u: `${listener.url}/cert`, kid: 'other' })}.${raw[1]}.${raw[2]}`
        })
        if (typeof token !== 'string') return couldNotTell(token.needs)
        const reply = await models(target, token, signal)
        if (await listener.wasCalled()) return notStopped('the gateway has asked the server')
        return reply.status === 401 ? stopped(describe(reply)) : notStopped(describe(reply))
      } finally {
        listener.close()
      }
    },
  },
  {
    ...{ id: 'api-key-guess', group: 'tokens', sends: 'twenty API keys of the right form, drawn at random' },
    stoppedWhen: '401 for each',
    run: async (target, signal) => {
      for (let round = 0; round < 20; round += 1) {
        const key = `sk-sluice-${randomBytes(8).toString('hex')}_${randomBytes(37).toString('base64url').slice(0, 49)}`
        const reply = await models(target, key, signal)
        if (reply.status < 400) return notStopped(describe(reply))
        if (reply.status !== 401) return couldNotTell(describe(reply))
      }
      return stopped('401 twenty times')
    },
  },
  {
    ...{ id: 'header-identity', group: 'tokens', sends: 'no token, and headers that name a user, as proxies set them' },
    stoppedWhen: '401',
    run: async (target, signal) => {
      const named = ['x-forwarded-user', 'x-remote-user', 'x-user', 'x-sub', 'x-auth-request-user', 'remote-user']
      const headers = Object.fromEntries(named.map((name) => [name, 'alice']))
      const reply = await target.fetch('/v1/models', { headers, signal })
      return reply.status === 401 ? stopped(describe(reply)) : notStopped(describe(reply))
    },
  },
]

function forgeWith(token: string, forge: (parts: Parts) => string): string | { readonly needs: string } {
  const parts = partsOf(token)
  return parts === undefined ? { needs: 'a token of three parts (JWT) as --token' } : forge(parts)
}

function tokenAttack(id: string, sends: string, make: (target: Target) => string | { readonly needs: string }): Attack {
  return {
    ...{ id, group: 'tokens', sends, stoppedWhen: STOPPED_WHEN },
    run: async (target, signal): Promise<Outcome> => {
      const token = make(target)
      if (typeof token !== 'string') return couldNotTell(`it needs ${token.needs}`)
      const right = await models(target, target.accounts.token, signal)
      if (right.status !== 200) return couldNotTell(`the right token is not taken either: ${describe(right)}`)
      const reply = await models(target, token === '' ? undefined : token, signal)
      if (reply.status === 401) return stopped(describe(reply))
      return reply.status < 400 ? notStopped(describe(reply)) : couldNotTell(describe(reply))
    },
  }
}

async function models(target: Target, token: string | undefined, signal: AbortSignal): Promise<Reply> {
  return await target.fetch('/v1/models', { token, signal })
}
