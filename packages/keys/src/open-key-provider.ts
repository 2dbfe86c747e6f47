import type { Clock } from '@sluice/contracts'
import { z } from 'zod'
import type { KeyProvider } from './key-provider.ts'
import type { AskOptions } from './providers/ask-provider.ts'
import { awsKmsSchema, createAwsKms } from './providers/aws-kms.ts'
import { azureKeyVaultSchema, createAzureKeyVault } from './providers/azure-key-vault.ts'
import { createLocalKeys, localKeysSchema } from './providers/local-keys.ts'
import { createVaultTransit, vaultTransitSchema } from './providers/vault-transit.ts'

/** Who unwraps data keys. It names files with credentials, and holds none. */
export const keyProviderSchema = z.discriminatedUnion('kind', [
  localKeysSchema,
  vaultTransitSchema,
  awsKmsSchema,
  azureKeyVaultSchema,
])

type KeyProviderOptions = z.output<typeof keyProviderSchema>

/** Opens a provider; it is asked for nothing yet. */
export function openKeyProvider(options: KeyProviderOptions, clock: Clock, asking?: AskOptions): KeyProvider {
  switch (options.kind) {
    case 'local':
      return createLocalKeys(options)
    case 'vault-transit':
      return createVaultTransit(options, asking)
    case 'aws-kms':
      return createAwsKms(options, clock, asking)
    case 'azure-key-vault':
      return createAzureKeyVault(options, clock, asking)
  }
}
