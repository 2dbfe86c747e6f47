import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createStubTokens, type StubAnswer, type StubFaults, type StubRequest, startStubServer } from './stub-server.ts'

/*
 * What Okta answers, as far as the adapter asks it, written from its published pages: developer.okta.com Users API
 * ("List all users", "Retrieve a user"), Groups API ("List all groups", "List all member users"), "Core Okta API"
 * (pagination, errors), "Rate limit best practices", "Implement OAuth for Okta with a service app". Nobody has compared
 * it with the service itself.
 */

interface OktaUser {
  readonly id: string
  readonly status: string
  readonly profile: { readonly login: string; readonly email: string }
}

interface RateLimit {
  remaining: number
  readonly resetAtMs: number
}

const PAGE = 2
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

export const OKTA_TOKEN = 'okta-api-token'
export const OKTA_CLIENT = {
  clientId: 'service-app',
  keyId: 'key-1',
  privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** A stub of an Okta organization, for API tokens (SSWS) and for tokens of its own authorization server. */
export async function startOktaStub() {
  const faults: StubFaults & { rateLimit?: RateLimit } = { next: [], tokenUses: 0 }
  const users = new Map<string, OktaUser>()
  const groups = new Map<string, { readonly name: string; readonly members: readonly string[] }>()
  const tokens = createStubTokens(faults, (form) => isSignedBy(form, `${origin()}/oauth2/v1/token`))
  let counter = 0
  let refusals = 0

  function answerApi(request: StubRequest): StubAnswer {
    const [, , , kind, id, relation] = request.url.pathname.split('/')
    const listed = [...users.values()].filter(({ status }) => status !== 'DEPROVISIONED')
    if (kind === 'users' && id === undefined) return paged(request, listed)
    const user = users.get(id ?? '')
    if (kind === 'users') return user === undefined ? notFound() : { body: user }
    const all = [...groups].map(([groupId, { name }]) => ({ id: groupId, type: 'OKTA_GROUP', profile: { name } }))
    if (kind === 'groups' && id === undefined) return paged(request, all)
    const members = groups.get(id ?? '')?.members ?? []
    if (kind === 'groups' && relation === 'users') {
      return paged(
        request,
        listed.filter((one) => members.includes(one.id)),
      )
    }
    return notFound()
  }

  function limited(): StubAnswer | undefined {
    const { rateLimit } = faults
    if (rateLimit === undefined) return undefined
    rateLimit.remaining -= 1
    if (rateLimit.remaining >= 0) return undefined
    refusals += 1
    return { status: 429, body: { errorCode: 'E0000047', errorSummary: 'API call exceeded rate limit.' } }
  }

  const server = await startStubServer((request) => {
    if (request.url.pathname === '/oauth2/v1/token') return tokens.issue(request.form)
    const planned = faults.next.shift()
    if (planned !== undefined) return planned
    const { authorization } = request
    if (authorization !== `SSWS ${OKTA_TOKEN}` && !tokens.accepts(authorization)) {
      return { status: 401, body: { errorCode: 'E0000011', errorSummary: 'Invalid token provided' } }
    }
    const answer = limited() ?? answerApi(request)
    return { ...answer, headers: { ...answer.headers, ...limitHeaders(faults.rateLimit) } }
  })
  function origin(): string {
    return server.url
  }
  return {
    ...server,
    faults,
    tokensIssued: tokens.issued,
    /** How often the rate limit was exceeded. */
    refusals: () => refusals,
    addUser(login: string): string {
      counter += 1
      const id = `00u${String(counter).padStart(17, '0')}`
      users.set(id, { id, status: 'ACTIVE', profile: { login, email: `${login}@example.test` } })
      return id
    },
    setStatus(id: string, status: string) {
      const user = users.get(id)
      if (user !== undefined) users.set(id, { ...user, status })
    },
    rename(id: string, login: string) {
      const user = users.get(id)
      if (user !== undefined) users.set(id, { ...user, profile: { ...user.profile, login } })
    },
    remove: (id: string) => {
      users.delete(id)
    },
    setGroup: (name: string, memberIds: readonly string[]) => {
      groups.set(`00g-${name}`, { name, members: memberIds })
    },
  }
}

function paged(request: StubRequest, items: readonly { readonly id: string }[]): StubAnswer {
  const { url } = request
  const after = url.searchParams.get('after')
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  const page = items.slice(start, start + PAGE)
  const self = `<${url.href}>; rel="self"`
  const next = new URL(url)
  next.searchParams.set('after', page.at(-1)?.id ?? '')
  const more = start + PAGE < items.length
  return { body: page, headers: { link: more ? `${self}, <${next.href}>; rel="next"` : self } }
}

function limitHeaders(rateLimit: RateLimit | undefined): Record<string, string> {
  if (rateLimit === undefined) return {}
  return {
    'x-rate-limit-limit': '600',
    'x-rate-limit-remaining': `${Math.max(0, rateLimit.remaining)}`,
    'x-rate-limit-reset': `${Math.ceil(rateLimit.resetAtMs / 1_000)}`,
  }
}

function notFound(): StubAnswer {
  return { status: 404, body: { errorCode: 'E0000007', errorSummary: 'Not found: Resource not found' } }
}

function isSignedBy(form: URLSearchParams, tokenUrl: string): boolean {
  const [header = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.')
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
  const good = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))
  if (!good) return false
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { iss, sub, aud, exp } = read(claims)
  return (
    read(header).kid === OKTA_CLIENT.keyId &&
    iss === OKTA_CLIENT.clientId &&
    sub === OKTA_CLIENT.clientId &&
    aud === tokenUrl &&
    exp * 1_000 > Date.now()
  )
}
