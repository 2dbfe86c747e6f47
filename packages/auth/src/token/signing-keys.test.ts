import { createServer, type Server } from 'node:http'
import { startOwnOidc } from '@sluice/testkit'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTokenVerifier, type TokenVerifierOptions } from './verify-token.ts'

const audience = 'urn:sluice:gateway'
const unavailable = { code: 'dependency_unavailable' }

interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly location?: string
}

/** An issuer whose two documents can be made wrong, and which counts how often it is asked. */
async function startIssuer() {
  const asked = { metadata: 0, keys: 0 }
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const answers: { metadata?: Answer; keys?: Answer; hang?: boolean } = {}
  const server: Server = createServer((request, response) => {
    const about = request.url === '/jwks' ? 'keys' : 'metadata'
    asked[about] += 1
    if (answers.hang) return
    const answer = answers[about] ?? { status: 500, body: '' }
    response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const good = {
    metadata: { body: { issuer, jwks_uri: `${issuer}/jwks` } },
    keys: { body: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k1' }] } },
  }
  Object.assign(answers, good)
  const sign = (kid = 'k1') =>
    new SignJWT({ sub: 'alice' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(privateKey)
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return { issuer, asked, answers, good, sign, stop }
}

describe('the keys of an issuer', () => {
  let fake: Awaited<ReturnType<typeof startIssuer>>
  let skewMs = 0
  const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() + skewMs }
  beforeEach(async () => {
    skewMs = 0
    fake = await startIssuer()
  })
  afterEach(async () => await fake.stop())

  const verifierWith = (options: Partial<TokenVerifierOptions> = {}) =>
    createTokenVerifier({ issuer: fake.issuer, audience, clock, ...options })

  it('are fetched once for requests that come at once, and not before the first', async () => {
    const verifier = verifierWith()
    expect(fake.asked).toEqual({ metadata: 0, keys: 0 })
    const token = await fake.sign()
    await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)))
    expect(fake.asked).toEqual({ metadata: 1, keys: 1 })
  })

  it.each<[string, Answer]>([
    ['fails', { status: 500, body: '' }],
    ['is no JSON', { body: '<html>' }],
    ['is no object', { body: 'null' }],
    ['names another issuer', { body: { issuer: 'SELF/', jwks_uri: 'SELF/jwks' } }],
    ['has no keys', { body: { issuer: 'SELF' } }],
    ['has keys at no address', { body: { issuer: 'SELF', jwks_uri: 'jwks' } }],
    ['has keys in a file', { body: { issuer: 'SELF', jwks_uri: 'file:///etc/passwd' } }],
    ['redirects', { status: 302, body: '', location: '/elsewhere' }],
    ['is too long', { body: `{"issuer":"SELF","x":"${'x'.repeat(300_000)}"}` }],
  ])('cannot be had where the metadata %s', async (_fault, answer) => {
    const verifier = verifierWith()
    const body: unknown = JSON.parse(JSON.stringify(answer.body).replaceAll('SELF', fake.issuer))
    fake.answers.metadata = { ...answer, body }
    await expect(verifier.verify(await fake.sign())).rejects.toMatchObject(unavailable)
    await expect(verifier.checkReady()).rejects.toMatchObject(unavailable)
    expect(fake.asked.keys).toBe(0)
  })

  it.each<[string, Answer]>([
    ['fail', { status: 503, body: '' }],
    ['are no JSON', { body: '<html>' }],
    ['are no key set', { body: { keys: 'none' } }],
    ['redirect', { status: 302, body: '', location: '/elsewhere' }],
    ['are too long', { body: { keys: [], x: 'x'.repeat(1_100_000) } }],
  ])('cannot be had where they %s', async (_fault, answer) => {
    const verifier = verifierWith()
    fake.answers.keys = answer
    await expect(verifier.verify(await fake.sign())).rejects.toMatchObject(unavailable)
    await expect(verifier.checkReady()).rejects.toMatchObject(unavailable)
    fake.answers.keys = fake.good.keys
    skewMs += 60_000
    await verifier.checkReady()
    expect((await verifier.verify(await fake.sign())).claims.sub).toBe('alice')
  })

  it('are asked for again only after a pause, which grows', async () => {
    const verifier = verifierWith()
    fake.answers.metadata = { status: 500, body: '' }
    const token = await fake.sign()
    const tryTimes = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await expect(verifier.verify(token)).rejects.toMatchObject(unavailable)
      return fake.asked.metadata
    }
    const hour = 3_600_000
    skewMs = hour
    expect(await tryTimes(1)).toBe(1)
    // The pause is 250 ms after the first failure and 500 ms after the second; the real clock runs on meanwhile.
    skewMs += 250
    expect(await tryTimes(1)).toBe(2)
    skewMs += hour
    expect(await tryTimes(1)).toBe(3)
    fake.answers.metadata = fake.good.metadata
    skewMs += 5_000
    expect((await verifier.verify(token)).claims.sub).toBe('alice')
  })

  it('are not waited for longer than the time-out', async () => {
    fake.answers.hang = true
    await expect(verifierWith({ timeoutMs: 80 }).verify(await fake.sign())).rejects.toMatchObject(unavailable)
  })

  it('cannot be had where nobody listens', async () => {
    await fake.stop()
    await expect(verifierWith().verify(await fake.sign())).rejects.toMatchObject(unavailable)
  })

  it('that are known still count while the issuer is down, an unknown one cannot be told', async () => {
    const verifier = verifierWith({ jwksCooldownMs: 0 })
    const [known, unknown] = [await fake.sign(), await fake.sign('k2')]
    await verifier.verify(known)
    await expect(verifier.verify(unknown)).rejects.toMatchObject({ code: 'token_invalid' })
    fake.answers.keys = { status: 500, body: '' }
    expect((await verifier.verify(known)).claims.sub).toBe('alice')
    await expect(verifier.verify(unknown)).rejects.toMatchObject(unavailable)
  })

  it('are not fetched anew for each unknown key id', async () => {
    const verifier = verifierWith({ jwksCooldownMs: 60_000 })
    for (let index = 0; index < 10; index += 1) {
      const token = await fake.sign(`unknown-${index}`)
      await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token_invalid' })
    }
    expect(fake.asked.keys).toBe(1)
  })

  it('of a real provider may be replaced under the same key id', async () => {
    const first = await startOwnOidc({ users: [] })
    const verifier = createTokenVerifier({ issuer: first.issuer, audience, clock, jwksMaxAgeMs: 0 })
    const oldToken = await first.mint({}, { alg: 'ES256' })
    await verifier.verify(oldToken)
    await first.stop()
    const second = await startOwnOidc({ users: [], port: first.port })
    expect((await verifier.verify(await second.mint({}, { alg: 'ES256' }))).claims.sub).toBe('alice')
    await expect(verifier.verify(oldToken)).rejects.toMatchObject({ code: 'token_invalid' })
    await second.stop()
  })

  it('that are withdrawn stop counting, and new ones count at once', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const verifier = verifierWith({ jwksCooldownMs: 0, jwksMaxAgeMs: 0 })
    const oldToken = await fake.sign()
    await verifier.verify(oldToken)
    fake.answers.keys = { body: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k2' }] } }
    const newToken = await new SignJWT({ sub: 'bob' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k2' })
      .setIssuer(fake.issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(privateKey)
    expect((await verifier.verify(newToken)).claims.sub).toBe('bob')
    await expect(verifier.verify(oldToken)).rejects.toMatchObject({ code: 'token_invalid' })
  })

  it('serve the permitted algorithms only, even where they could serve others', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    fake.answers.keys = { body: { keys: [await exportJWK(publicKey)] } }
    const verifier = verifierWith()
    for (const [alg, accepted] of [
      ['RS256', true],
      ['PS256', true],
      ['RS512', false],
      ['PS384', false],
    ] as const) {
      const key = await importJWK(await exportJWK(privateKey), alg)
      const token = await new SignJWT({ sub: 'alice' })
        .setProtectedHeader({ alg, typ: 'at+jwt' })
        .setIssuer(fake.issuer)
        .setAudience(audience)
        .setExpirationTime('5m')
        .sign(key)
      const outcome = await verifier.verify(token).then(
        () => true,
        ({ code }) => code,
      )
      expect([alg, outcome]).toEqual([alg, accepted || 'token_invalid'])
    }
  })

  it.each([
    'no url',
    'ftp://id.example',
    'http://id.example',
    'https://id.example/?a=b',
    'https://id.example/#x',
    'https://user:secret@id.example/',
  ])('are not looked for at %s', (issuer) => {
    expect(() => createTokenVerifier({ issuer, audience, clock })).toThrow(TypeError)
  })

  it('are looked for behind plain HTTP where that is permitted', () => {
    expect(() => createTokenVerifier({ issuer: 'http://id.example', audience, clock, allowHttp: true })).not.toThrow()
    expect(() => createTokenVerifier({ issuer: 'https://id.example/realms/a', audience, clock })).not.toThrow()
  })
})
