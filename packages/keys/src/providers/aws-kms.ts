import { hash } from 'node:crypto'
import type { Clock } from '@sluice/contracts'
import { type AwsOptions, awsRole, readTokenFile, signForAmazon } from '@sluice/providers/credentials'
import { z } from 'zod'
import { type KeyProvider, KeyProviderError } from '../key-provider.ts'
import { type AskOptions, askProvider } from './ask-provider.ts'
import { httpsUrl, path } from './option-schemas.ts'

/** A symmetric key of AWS Key Management Service. */
export const awsKmsSchema = z
  .strictObject({
    kind: z.literal('aws-kms'),
    region: z.string().regex(/^[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}$/),
    /** Id, alias or ARN of the key. */
    key: z.string().regex(/^[A-Za-z0-9:/_-]{1,2048}$/),
    /** The address of KMS; that of the region by default. */
    endpoint: httpsUrl.optional(),
    /** A role that is assumed by the token of a service account, as in Amazon EKS. */
    webIdentity: z
      .strictObject({
        roleArn: z.string().regex(/^arn:[\w+=,.@:/-]{1,2044}$/),
        tokenFile: path,
        sessionName: z
          .string()
          .regex(/^[\w+=,.@-]{2,64}$/)
          .optional(),
        endpoint: httpsUrl.optional(),
      })
      .optional(),
    /** A role whose credentials the host gives out, as in Amazon ECS and by EKS Pod Identity. */
    container: z.strictObject({ fullUri: z.url(), authorizationTokenFile: path.optional() }).optional(),
    /** Or keys of a user. */
    accessKeyId: z
      .string()
      .regex(/^\w{16,128}$/)
      .optional(),
    secretAccessKeyFile: path.optional(),
  })
  .refine(
    ({ accessKeyId, secretAccessKeyFile }) => (accessKeyId === undefined) === (secretAccessKeyFile === undefined),
    {
      message: 'and accessKeyId go together',
      path: ['secretAccessKeyFile'],
    },
  )
  .refine(
    ({ webIdentity, container, accessKeyId }) =>
      [webIdentity, container, accessKeyId].filter((one) => one !== undefined).length === 1,
    { message: 'must have one of webIdentity, container and accessKeyId', path: ['webIdentity'] },
  )

type AwsKmsOptions = z.output<typeof awsKmsSchema>

const WRAPPED = /^aws-kms:([A-Za-z0-9+/]{16,8172}={0,2})$/
/** It is bound to what is wrapped and stands in the log of the account (CloudTrail). */
const CONTEXT = { sluice: 'data-key' }
const encryptedSchema = z.looseObject({ CiphertextBlob: z.base64().min(16).max(8_172) })
const decryptedSchema = z.looseObject({ Plaintext: z.base64().min(4).max(172) })

/**
 * Sources: https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html and API_Decrypt.html, read in November
 * 2026. A symmetric ciphertext names the version that made it: KMS unwraps under every one.
 */
export function createAwsKms(options: AwsKmsOptions, clock: Clock, asking?: AskOptions): KeyProvider {
  const { region, key } = options
  const url = options.endpoint ?? `https://kms.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`
  const credentials = credentialsOf(options, clock)
  const ask = async <Answer>(action: 'Encrypt' | 'Decrypt', members: object, schema: z.ZodType<Answer>) => {
    const body = JSON.stringify({ KeyId: key, EncryptionContext: CONTEXT, ...members })
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` }
    const make = async () => {
      const request = { service: 'kms', url, bodyHash: hash('sha256', body, 'hex'), headers } as const
      return { url, body, headers: await signForAmazon(request, { region, ...(await credentials()) }, clock) }
    }
    return await askProvider(make, schema, asking)
  }
  return {
    async wrap(plain) {
      const answer = await ask('Encrypt', { Plaintext: Buffer.from(plain).toString('base64') }, encryptedSchema)
      return `aws-kms:${answer.CiphertextBlob}`
    },
    async unwrap(wrapped) {
      const [, blob] = WRAPPED.exec(wrapped) ?? []
      if (blob === undefined) throw new KeyProviderError('malformed', 'what was wrapped is not a ciphertext of AWS KMS')
      return Buffer.from((await ask('Decrypt', { CiphertextBlob: blob }, decryptedSchema)).Plaintext, 'base64')
    },
  }
}

/** Gives the keys to sign with, each time anew where they end. Rejects with a `KeyProviderError`. */
function credentialsOf(
  { region, webIdentity, container, accessKeyId, secretAccessKeyFile }: AwsKmsOptions,
  clock: Clock,
) {
  const source: Exclude<AwsOptions, { readonly accessKeyId: string }> | undefined =
    webIdentity !== undefined ? { region, webIdentity } : container !== undefined ? { region, container } : undefined
  const role = source && awsRole(source, clock)
  return async () => {
    try {
      if (role !== undefined) return await role.get()
      return { accessKeyId: accessKeyId ?? '', secretAccessKey: await readTokenFile(secretAccessKeyFile ?? '') }
    } catch (error) {
      throw new KeyProviderError('unavailable', 'no credentials are to be had', { cause: error })
    }
  }
}
