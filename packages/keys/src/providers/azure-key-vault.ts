import type { Clock } from '@sluice/contracts'
import { EntraToken, readTokenFile } from '@sluice/providers/credentials'
import { z } from 'zod'
import { type KeyProvider, KeyProviderError } from '../key-provider.ts'
import { type AskOptions, askProvider } from './ask-provider.ts'
import { httpsUrl, path } from './option-schemas.ts'

/** An RSA key of Azure Key Vault, or of a Managed HSM. */
export const azureKeyVaultSchema = z
  .strictObject({
    kind: z.literal('azure-key-vault'),
    /** For example `https://sluice.vault.azure.net`. */
    vault: httpsUrl,
    key: z.string().regex(/^[A-Za-z0-9-]{1,127}$/),
    tenantId: z.string().regex(/^[A-Za-z0-9.-]{1,128}$/),
    clientId: z.string().regex(/^[A-Za-z0-9-]{1,128}$/),
    /** The secret of the client. */
    clientSecretFile: path.optional(),
    /** Or a token of the cluster (workload identity). */
    federatedTokenFile: path.optional(),
    authority: httpsUrl.optional(),
    /** What tokens are for; another one for a Managed HSM. */
    scope: z.string().min(1).max(256).default('https://vault.azure.net/.default'),
  })
  .refine(
    ({ clientSecretFile, federatedTokenFile }) =>
      (clientSecretFile === undefined) !== (federatedTokenFile === undefined),
    { message: 'must have either clientSecretFile or federatedTokenFile', path: ['clientSecretFile'] },
  )

type AzureOptions = z.output<typeof azureKeyVaultSchema>

const API_VERSION = '7.4'
const ALGORITHM = 'RSA-OAEP-256'
const WRAPPED = /^azure-key-vault:([0-9a-f]{32}):([A-Za-z0-9_-]{16,2048})$/
const KID = /\/keys\/[A-Za-z0-9-]{1,127}\/([0-9a-f]{32})$/
const answerSchema = z.looseObject({ kid: z.string().regex(KID), value: z.base64url().min(2).max(2_048) })

/**
 * Sources: https://learn.microsoft.com/rest/api/keyvault/keys/wrap-key/wrap-key and unwrap-key/unwrap-key, read in
 * November 2026. What was wrapped does not say with which version of the key, so the text that is kept does.
 */
export function createAzureKeyVault(options: AzureOptions, clock: Clock, asking?: AskOptions): KeyProvider {
  const { vault, key } = options
  const tokenOf = tokensOf(options, clock)
  const ask = async (version: string, verb: 'wrapkey' | 'unwrapkey', value: string) => {
    const url = `${vault.replace(/\/+$/, '')}/keys/${key}${version}/${verb}?api-version=${API_VERSION}`
    const body = JSON.stringify({ alg: ALGORITHM, value })
    const make = async () => ({
      ...{ url, body },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf()}` },
    })
    return await askProvider(make, answerSchema, asking)
  }
  return {
    async wrap(plain) {
      const { kid, value } = await ask('', 'wrapkey', Buffer.from(plain).toString('base64url'))
      return `azure-key-vault:${KID.exec(kid)?.[1]}:${value}`
    },
    async unwrap(wrapped) {
      const [, version, value] = WRAPPED.exec(wrapped) ?? []
      if (version === undefined || value === undefined) {
        throw new KeyProviderError('malformed', 'what was wrapped is not of Azure Key Vault')
      }
      return Buffer.from((await ask(`/${version}`, 'unwrapkey', value)).value, 'base64url')
    },
  }
}

/** Gives a token, by way of one that is kept until it ends. Rejects with a `KeyProviderError`. */
function tokensOf(options: AzureOptions, clock: Clock): () => Promise<string> {
  const { tenantId, clientId, clientSecretFile, federatedTokenFile, authority, scope } = options
  const client = { tenantId, clientId, authority }
  let token: EntraToken | undefined
  return async () => {
    try {
      token ??=
        federatedTokenFile === undefined
          ? new EntraToken({ ...client, clientSecret: await readTokenFile(clientSecretFile ?? '') }, clock, scope)
          : new EntraToken({ ...client, federatedTokenFile }, clock, scope)
      return await token.get()
    } catch (error) {
      throw new KeyProviderError('unavailable', 'no token is to be had', { cause: error })
    }
  }
}
