import { z } from 'zod'
import { type KeyService, type KeyServiceAnswer, type KeyServiceRequest, startKeyService } from './key-service.ts'
import { SealingKey } from './sealing-key.ts'

/*
 * A stub of HashiCorp Vault with the Transit engine, written from
 * https://developer.hashicorp.com/vault/api-docs/secret/transit, read in November 2026.
 */

export interface StubVault extends KeyService {
  /** Makes a new version of the key. */
  rotate(): void
  /** As `min_decryption_version` and a trim do: older versions unwrap nothing any more. */
  destroyBefore(version: number): void
}

interface StubVaultOptions {
  readonly token: string
  /** Whoever shows this token of a service account, and this role, gets the token. */
  readonly kubernetes?: { readonly jwt: string; readonly role: string }
  readonly namespace?: string
}

const encryptSchema = z.strictObject({ plaintext: z.base64() })
const decryptSchema = z.strictObject({ ciphertext: z.string() })
const loginSchema = z.strictObject({ role: z.string(), jwt: z.string() })
const CIPHERTEXT = /^vault:v(\d+):(.+)$/

/** Its only key is `sluice`, of the engine at `transit`. */
export async function startStubVault({ token, kubernetes, namespace }: StubVaultOptions): Promise<StubVault> {
  const key = new SealingKey()
  const service = await startKeyService((request) => {
    if (request.method !== 'POST') return failure(405, 'unsupported operation')
    if (request.headers['x-vault-namespace'] !== namespace) return failure(403, 'permission denied')
    if (request.path === '/v1/auth/kubernetes/login') return login(request)
    if (request.headers['x-vault-token'] !== token) return failure(403, 'permission denied')
    if (request.path === '/v1/transit/encrypt/sluice') return encrypt(request)
    if (request.path === '/v1/transit/decrypt/sluice') return decrypt(request)
    return failure(404, 'no handler for route')
  })

  function login({ text }: KeyServiceRequest): KeyServiceAnswer {
    const { role, jwt } = loginSchema.parse(JSON.parse(text))
    if (role !== kubernetes?.role || jwt !== kubernetes.jwt) return failure(403, 'permission denied')
    return { status: 200, body: { auth: { client_token: token, lease_duration: 3_600, renewable: true } } }
  }

  function encrypt({ text }: KeyServiceRequest): KeyServiceAnswer {
    const { plaintext } = encryptSchema.parse(JSON.parse(text))
    const sealed = key.seal(Buffer.from(plaintext, 'base64'), '').toString('base64')
    return { status: 200, body: { data: { ciphertext: `vault:v${key.version}:${sealed}`, key_version: key.version } } }
  }

  function decrypt({ text }: KeyServiceRequest): KeyServiceAnswer {
    const [, version, sealed = ''] = CIPHERTEXT.exec(decryptSchema.parse(JSON.parse(text)).ciphertext) ?? []
    try {
      const plain = key.open(Buffer.from(sealed, 'base64'), Number(version), '')
      return { status: 200, body: { data: { plaintext: plain.toString('base64') } } }
    } catch {
      return failure(400, 'ciphertext or signature version is disallowed by policy (too old)')
    }
  }

  return {
    ...service,
    rotate: () => key.rotate(),
    destroyBefore: (version) => {
      for (let old = 1; old < version; old += 1) key.destroy(old)
    },
  }
}

function failure(status: number, error: string): KeyServiceAnswer {
  return { status, body: { errors: [error] } }
}
