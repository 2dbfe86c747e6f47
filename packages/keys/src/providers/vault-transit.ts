import { readTokenFile } from '@sluice/providers/credentials'
import { z } from 'zod'
import { type KeyProvider, KeyProviderError } from '../key-provider.ts'
import { type AskOptions, askProvider } from './ask-provider.ts'
import { httpsUrl, path, segment } from './option-schemas.ts'

/** A key of the Transit engine of HashiCorp Vault, or of OpenBao. */
export const vaultTransitSchema = z
  .strictObject({
    kind: z.literal('vault-transit'),
    address: httpsUrl,
    /** Where the engine is mounted. */
    mount: path.default('transit'),
    key: segment,
    namespace: z.string().min(1).max(256).optional(),
    /** A token that somebody else renews, such as the agent of Vault. */
    tokenFile: path.optional(),
    /** Or the token of a service account, which is exchanged for one of Vault. */
    kubernetes: z
      .strictObject({
        role: segment,
        mount: path.default('kubernetes'),
        tokenFile: path.default('/var/run/secrets/kubernetes.io/serviceaccount/token'),
      })
      .optional(),
  })
  .refine(({ tokenFile, kubernetes }) => (tokenFile === undefined) !== (kubernetes === undefined), {
    message: 'must have either tokenFile or kubernetes',
    path: ['tokenFile'],
  })

type VaultTransitOptions = z.output<typeof vaultTransitSchema>

/** 128 bytes are 172 characters of base64. */
const plainText = z.base64().min(4).max(172)
const cipherText = z.string().regex(/^vault:v[1-9]\d{0,9}:[A-Za-z0-9+/=]{16,4096}$/)
const encryptedSchema = z.looseObject({ data: z.looseObject({ ciphertext: cipherText }) })
const decryptedSchema = z.looseObject({ data: z.looseObject({ plaintext: plainText }) })
const loginSchema = z.looseObject({
  auth: z.looseObject({ client_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/) }),
})

/**
 * Sources: https://developer.hashicorp.com/vault/api-docs/secret/transit (Encrypt data, Decrypt data) and
 * https://developer.hashicorp.com/vault/api-docs/auth/kubernetes (Login), read in November 2026.
 */
export function createVaultTransit(options: VaultTransitOptions, asking?: AskOptions): KeyProvider {
  const { mount, key } = options
  const ask = async <Answer>(verb: 'encrypt' | 'decrypt', body: object, schema: z.ZodType<Answer>) => {
    const headers = { ...headersOf(options), 'x-vault-token': await tokenOf(options, asking) }
    const url = urlOf(options, `${mount}/${verb}/${encodeURIComponent(key)}`)
    return await askProvider(async () => ({ url, headers, body: JSON.stringify(body) }), schema, asking)
  }
  return {
    async wrap(plain) {
      const { data } = await ask('encrypt', { plaintext: Buffer.from(plain).toString('base64') }, encryptedSchema)
      return data.ciphertext
    },
    async unwrap(wrapped) {
      if (!cipherText.safeParse(wrapped).success) {
        throw new KeyProviderError('malformed', 'what was wrapped is not a ciphertext of Vault')
      }
      const { data } = await ask('decrypt', { ciphertext: wrapped }, decryptedSchema)
      return Buffer.from(data.plaintext, 'base64')
    },
  }
}

async function tokenOf(options: VaultTransitOptions, asking?: AskOptions): Promise<string> {
  const { kubernetes, tokenFile = '' } = options
  if (kubernetes === undefined) return await readToken(tokenFile)
  const { role, mount, tokenFile: accountTokenFile } = kubernetes
  const make = async () => ({
    url: urlOf(options, `auth/${mount}/login`),
    headers: headersOf(options),
    body: JSON.stringify({ role, jwt: await readToken(accountTokenFile) }),
  })
  return (await askProvider(make, loginSchema, asking)).auth.client_token
}

async function readToken(file: string): Promise<string> {
  try {
    return await readTokenFile(file)
  } catch (error) {
    throw new KeyProviderError('refused', 'the file with its token cannot be read, or holds none', { cause: error })
  }
}

function urlOf({ address }: VaultTransitOptions, route: string): string {
  return `${address.replace(/\/+$/, '')}/v1/${route}`
}

function headersOf({ namespace }: VaultTransitOptions): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-vault-request': 'true',
    ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
  }
}
