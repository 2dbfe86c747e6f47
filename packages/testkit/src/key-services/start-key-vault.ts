import { constants, generateKeyPairSync, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto'
import { z } from 'zod'
import { type KeyService, type KeyServiceAnswer, type KeyServiceRequest, startKeyService } from './key-service.ts'

/*
 * A stub of Azure Key Vault and of Microsoft Entra ID before it, written from
 * https://learn.microsoft.com/rest/api/keyvault/keys/wrap-key/wrap-key, .../unwrap-key/unwrap-key and
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow, read in November 2026.
 */

interface StubKeyVault extends KeyService {
  rotate(): void
  destroyBefore(version: number): void
}

interface StubKeyVaultOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** The token of a cluster that counts in place of the secret. */
  readonly assertion?: string
}

const bodySchema = z.strictObject({ alg: z.literal('RSA-OAEP-256'), value: z.base64url() })
const ROUTE = /^\/keys\/sluice(?:\/([0-9a-f]{32}))?\/(wrapkey|unwrapkey)\?api-version=7\.4$/
const TOKEN_PATH = '/tenant-1/oauth2/v2.0/token'
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Its only key is `sluice`, of 2,048 bits. It is its own authority, of the tenant `tenant-1`. */
export async function startStubKeyVault(options: StubKeyVaultOptions): Promise<StubKeyVault> {
  const { clientId, clientSecret, assertion } = options
  const keys: (KeyObject | undefined)[] = [newKey()]
  const service = await startKeyService((request) => {
    if (request.method !== 'POST') return failure(405, 'MethodNotAllowed')
    if (request.path === TOKEN_PATH) return giveToken(new URLSearchParams(request.text))
    if (request.headers.authorization !== 'Bearer token-of-vault') return failure(401, 'Unauthorized')
    return useKey(request)
  })

  function giveToken(form: URLSearchParams): KeyServiceAnswer {
    const isSecret = form.get('client_secret') === clientSecret
    const isAssertion =
      form.get('client_assertion_type') === ASSERTION && form.get('client_assertion') === (assertion ?? Number.NaN)
    const isRight =
      form.get('client_id') === clientId &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('scope') === 'https://vault.azure.net/.default'
    if (!isRight || !(isSecret || isAssertion)) return { status: 400, body: { error: 'invalid_client' } }
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3_600, access_token: 'token-of-vault' } }
  }

  function useKey({ path, text }: KeyServiceRequest): KeyServiceAnswer {
    const [, name, verb] = ROUTE.exec(path) ?? []
    if (verb === undefined) return failure(404, 'KeyNotFound')
    const version = name === undefined ? keys.length : Number.parseInt(name, 16)
    const key = keys[version - 1]
    if (key === undefined) return failure(404, 'KeyNotFound')
    const value = Buffer.from(bodySchema.parse(JSON.parse(text)).value, 'base64url')
    const padding = { key, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING }
    try {
      const made = verb === 'wrapkey' ? publicEncrypt(padding, value) : privateDecrypt(padding, value)
      const kid = `${service.url}/keys/sluice/${version.toString(16).padStart(32, '0')}`
      return { status: 200, body: { kid, value: made.toString('base64url') } }
    } catch {
      return failure(400, 'BadParameter')
    }
  }

  return {
    ...service,
    rotate: () => void keys.push(newKey()),
    destroyBefore: (version) => {
      for (let old = 1; old < version; old += 1) keys[old - 1] = undefined
    },
  }
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
}

function failure(status: number, code: string): KeyServiceAnswer {
  return { status, body: { error: { code, message: 'It was refused.' } } }
}
