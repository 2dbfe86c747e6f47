import { dataKeys, json } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { keyProviderSchema } from './open-key-provider.ts'

const keyId = z.string().regex(/^[A-Za-z_-][A-Za-z0-9_-]{0,31}$/, 'must be a letter, then letters, digits, _ or -')
const MAX_KEYS = 64

/** Data keys as a provider has wrapped them, by id, the oldest first. */
const wrappedKeysSchema = z
  .record(keyId, z.string().regex(/^[\x21-\x7e]{1,8192}$/, 'must be what `npm run keys` printed'))
  .refine((keys) => Object.keys(keys).length > 0, 'must hold at least one key')
  .refine((keys) => Object.keys(keys).length <= MAX_KEYS, `may hold ${MAX_KEYS} keys at most`)

/**
 * The variables of data keys.
 *
 * @param seals what they seal, for the reader.
 */
export function keyConfigShape({ seals }: { readonly seals: string }) {
  return {
    DATA_KEYS: dataKeys().optional().describe(`JSON object: key id to 32 bytes in base64, the oldest first. ${seals}`),
    WRAPPED_DATA_KEYS: json(wrappedKeysSchema)
      .optional()
      .describe('In place of DATA_KEYS: key id to what KEY_PROVIDER has wrapped (`npm run keys`). No secret.'),
    KEY_PROVIDER: json(keyProviderSchema)
      .optional()
      .describe(
        'JSON object {kind, ...}: who unwraps WRAPPED_DATA_KEYS when the service starts: `vault-transit`, `aws-kms`, ' +
          '`azure-key-vault` or `local` (docs/keys.md). It names files with credentials and holds none.',
      ),
    DATA_KEY_CURRENT: z.string().optional().describe('The key id that seals from now on; the last one if unset.'),
  }
}

export type KeyConfig = z.output<z.ZodObject<ReturnType<typeof keyConfigShape>>>

/** Reports data keys that cannot be used as they are given, as a check between variables. */
export function checkKeys(config: KeyConfig, context: z.core.$RefinementCtx): void {
  const { DATA_KEYS, WRAPPED_DATA_KEYS, KEY_PROVIDER, DATA_KEY_CURRENT } = config
  const fault = (name: keyof KeyConfig, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  if (DATA_KEYS !== undefined && WRAPPED_DATA_KEYS !== undefined) {
    fault('WRAPPED_DATA_KEYS', 'is set, and DATA_KEYS is as well: one of them counts')
  }
  if (WRAPPED_DATA_KEYS !== undefined && KEY_PROVIDER === undefined) {
    fault('KEY_PROVIDER', 'is required where WRAPPED_DATA_KEYS is set')
  }
  const keys = DATA_KEYS ?? WRAPPED_DATA_KEYS
  if (DATA_KEY_CURRENT !== undefined && keys !== undefined && !Object.hasOwn(keys, DATA_KEY_CURRENT)) {
    fault('DATA_KEY_CURRENT', `names no key of ${DATA_KEYS === undefined ? 'WRAPPED_DATA_KEYS' : 'DATA_KEYS'}`)
  }
}

/** Reports that a service without data keys cannot run. */
export function requireKeys({ DATA_KEYS, WRAPPED_DATA_KEYS }: KeyConfig, context: z.core.$RefinementCtx): void {
  if (DATA_KEYS !== undefined || WRAPPED_DATA_KEYS !== undefined) return
  const message = 'is required but not set; WRAPPED_DATA_KEYS would do as well'
  context.addIssue({ code: 'custom', path: ['DATA_KEYS'], message })
}
