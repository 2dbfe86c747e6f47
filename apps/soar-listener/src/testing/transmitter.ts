import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export const CAEP_SESSION_REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'
export const RISC_ACCOUNT_DISABLED = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled'
export const SSF_VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification'
export const RECEIVER = 'https://sluice.example.com/ssf'

interface SetChanges {
  /** Changed claims; `undefined` leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signs with a key that is not published, under a published `kid`. */
  readonly foreignKey?: boolean
}

/** A Shared Signals transmitter of its own issuer, with metadata and keys. */
export interface TestTransmitter {
  readonly issuer: string
  /** Signs a token with one event about `sub_id`, as SSF 1.0 has it. */
  sign(event: string, subject: unknown, changes?: SetChanges): Promise<string>
  /** How often metadata and keys were fetched. */
  readonly asked: { metadata: number; keys: number }
  /** Metadata and keys cannot be had while this is set. */
  down: boolean
  stop(): Promise<void>
}

/** Starts one; with a path the metadata lies where SSF 1.0, section 7.2, says. */
export async function startTransmitter(path = ''): Promise<TestTransmitter> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 't1', alg: 'RS256', use: 'sig' }
  const asked = { metadata: 0, keys: 0 }
  const state = { down: false }
  const server = createServer((request, response) => {
    const documents: Record<string, () => unknown> = {
      [`/.well-known/ssf-configuration${path}`]: () => {
        asked.metadata += 1
        return { issuer, jwks_uri: `${origin}/keys` }
      },
      '/keys': () => {
        asked.keys += 1
        return { keys: [key] }
      },
    }
    const document = state.down ? undefined : documents[request.url ?? '']
    response.writeHead(document === undefined ? 503 : 200, { 'content-type': 'application/json' })
    response.end(document === undefined ? '' : JSON.stringify(document()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const issuer = `${origin}${path}`
  return {
    issuer,
    asked,
    get down() {
      return state.down
    },
    set down(down) {
      state.down = down
    },
    sign: async (event, subject, { claims = {}, header = {}, foreignKey = false } = {}) => {
      const payload = {
        iss: issuer,
        aud: RECEIVER,
        iat: Math.floor(Date.now() / 1_000),
        jti: randomUUID(),
        sub_id: subject,
        events: { [event]: {} },
        ...claims,
      }
      const present = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
      const fullHeader: JWTHeaderParameters = { alg: 'RS256', kid: 't1', typ: 'secevent+jwt', ...header }
      return await new SignJWT(present)
        .setProtectedHeader(fullHeader)
        .sign(foreignKey ? foreign.privateKey : privateKey)
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
