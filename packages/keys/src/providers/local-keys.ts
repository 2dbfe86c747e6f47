import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dataKeys } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { type KeyProvider, KeyProviderError } from '../key-provider.ts'
import { path } from './option-schemas.ts'

/** Key-encryption keys in a file, of the same form as `DATA_KEYS`: the last one wraps, every one unwraps. */
export const localKeysSchema = z.strictObject({ kind: z.literal('local'), keysFile: path })

/** NIST SP 800-38D: 96 bits of IV, and the full tag. */
const IV_BYTES = 12
const TAG_BYTES = 16
const WRAPPED = /^local:([A-Za-z0-9_-]{1,32}):([A-Za-z0-9_-]{38,256})$/

/** A provider without a service: whoever reads the file can unwrap what the configuration holds. */
export function createLocalKeys({ keysFile }: z.output<typeof localKeysSchema>): KeyProvider {
  return {
    async wrap(plain) {
      const [id, key] = [...(await readKeys(keysFile))].at(-1) ?? noKey()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(id))
      const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      return `local:${id}:${sealed.toString('base64url')}`
    },
    async unwrap(wrapped) {
      const [, id, text] = WRAPPED.exec(wrapped) ?? []
      if (id === undefined || text === undefined) {
        throw new KeyProviderError('malformed', 'what was wrapped is not of this provider')
      }
      const key = (await readKeys(keysFile)).get(id) ?? noKey()
      const sealed = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(id))
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch (error) {
        throw new KeyProviderError('refused', 'its key does not unwrap this', { cause: error })
      }
    },
  }
}

async function readKeys(file: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new KeyProviderError('unavailable', 'the file with its keys cannot be read', { cause: error })
  })
  const keys = dataKeys().safeParse(text)
  if (!keys.success) throw new KeyProviderError('malformed', 'the file with its keys has another form than DATA_KEYS')
  return new Map(Object.entries(keys.data))
}

function noKey(): never {
  throw new KeyProviderError('refused', 'it has no such key')
}
