import { createHash } from 'node:crypto'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { z } from 'zod'
import { type KeyService, type KeyServiceAnswer, type KeyServiceRequest, startKeyService } from './key-service.ts'
import { SealingKey } from './sealing-key.ts'

/*
 * A stub of AWS Key Management Service, written from https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html
 * and API_Decrypt.html, read in November 2026. Signatures are checked by AWS's own implementation, of its SDK.
 */

interface StubKms extends KeyService {
  rotate(): void
  /** A symmetric key of KMS loses no version but with the whole key: this deletes the key. */
  destroyBefore(version: number): void
}

interface StubKmsOptions {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const common = { KeyId: z.string(), EncryptionContext: z.record(z.string(), z.string()) }
const encryptSchema = z.strictObject({ ...common, Plaintext: z.base64() })
const decryptSchema = z.strictObject({ ...common, CiphertextBlob: z.base64() })
const VERSION_BYTES = 4

/** Its only key is `alias/sluice`. */
export async function startStubKms(options: StubKmsOptions): Promise<StubKms> {
  const key = new SealingKey()
  const service = await startKeyService(async (request) => {
    if (request.method !== 'POST' || request.path !== '/') return failure('UnknownOperationException')
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1') return failure('SerializationException')
    if (!(await isSigned(request, options))) return failure('InvalidSignatureException')
    if (z.looseObject({ KeyId: z.string() }).parse(JSON.parse(request.text)).KeyId !== 'alias/sluice') {
      return failure('NotFoundException')
    }
    switch (request.headers['x-amz-target']) {
      case 'TrentService.Encrypt':
        return encrypt(request)
      case 'TrentService.Decrypt':
        return decrypt(request)
      default:
        return failure('UnknownOperationException')
    }
  })

  function encrypt({ text }: KeyServiceRequest): KeyServiceAnswer {
    const { Plaintext, EncryptionContext } = encryptSchema.parse(JSON.parse(text))
    const version = Buffer.alloc(VERSION_BYTES)
    version.writeUInt32BE(key.version)
    const blob = Buffer.concat([version, key.seal(Buffer.from(Plaintext, 'base64'), JSON.stringify(EncryptionContext))])
    const body = {
      CiphertextBlob: blob.toString('base64'),
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      KeyId: 'arn:of-key',
    }
    return { status: 200, body }
  }

  function decrypt({ text }: KeyServiceRequest): KeyServiceAnswer {
    const { CiphertextBlob, EncryptionContext } = decryptSchema.parse(JSON.parse(text))
    const blob = Buffer.from(CiphertextBlob, 'base64')
    try {
      const sealed = blob.subarray(VERSION_BYTES)
      const plain = key.open(sealed, blob.readUInt32BE(), JSON.stringify(EncryptionContext))
      return { status: 200, body: { Plaintext: plain.toString('base64'), KeyId: 'arn:of-key' } }
    } catch {
      return failure('InvalidCiphertextException')
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

/** Signs the request again, with the headers that it says are signed. */
async function isSigned({ method, path, headers, text }: KeyServiceRequest, options: StubKmsOptions): Promise<boolean> {
  const { region, accessKeyId, secretAccessKey } = options
  const { authorization = '' } = headers
  const [, names = ''] = /SignedHeaders=([a-z0-9;-]+)/.exec(authorization) ?? []
  const signed = names.split(';').map((name) => [name, String(headers[name])])
  for (const name of ['host', 'x-amz-target', 'x-amz-date']) if (!names.split(';').includes(name)) return false
  const hashOfBody = createHash('sha256').update(text).digest('hex')
  if (headers['x-amz-content-sha256'] !== hashOfBody) return false
  const [, date = ''] = /^(\d{8}T\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? []
  const signingDate = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
  const signer = new SignatureV4({
    ...{ service: 'kms', region, sha256: Sha256 },
    credentials: { accessKeyId, secretAccessKey },
  })
  const again = await signer.sign(
    { method, protocol: 'http:', hostname: '127.0.0.1', path, headers: Object.fromEntries(signed), body: text },
    { signingDate },
  )
  return again.headers.authorization === authorization
}

function failure(type: string): KeyServiceAnswer {
  return { status: 400, body: { __type: type, message: 'It was refused.' } }
}
