import { createHash, createPrivateKey, createPublicKey, createSign, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { newEcdsaKeyPem } from './new-signing-keys.ts'
import { type Signer, SigningKeyError } from './signer.ts'

/** Public key as JSON Web Key (RFC 7518, 6.2.1). */
interface EcPublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256' | 'P-384'
  readonly x: string
  readonly y: string
}

/** An ECDSA key (FIPS 186-5) with what JSON signatures need of it. */
export interface EcdsaSigner extends Signer {
  readonly jwa: 'ES256' | 'ES384'
  readonly jwk: EcPublicJwk
  /** Both coordinates in a row (IEEE P1363, RFC 7518, 3.4), as JSON signatures want them. */
  readonly signForJson: (text: string) => Uint8Array
}

const curves = {
  'P-384': { algorithm: 'ECDSA-P384-SHA384', jwa: 'ES384', hash: 'sha384' },
  'P-256': { algorithm: 'ECDSA-P256-SHA256', jwa: 'ES256', hash: 'sha256' },
} as const

const jwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.enum(['P-256', 'P-384']),
  x: z.string(),
  y: z.string(),
})

/**
 * Signs with a P-384 or P-256 key, given as PEM (PKCS #8 or SEC 1); without one, a new P-384 key is made, which lasts
 * as long as the process. Throws a `SigningKeyError` for anything else.
 */
export function createEcdsaSigner(privateKeyPem: string = newEcdsaKeyPem()): EcdsaSigner {
  const privateKey = readKey(privateKeyPem)
  const publicKey = createPublicKey(privateKey)
  const jwk = jwkSchema.safeParse(publicKey.export({ format: 'jwk' }))
  if (!jwk.success) throw new SigningKeyError('The signing key must be an EC key on P-384 or P-256.')
  const { algorithm, jwa, hash } = curves[jwk.data.crv]
  const signAs = (text: string, dsaEncoding: 'der' | 'ieee-p1363') =>
    new Uint8Array(createSign(hash).update(text, 'utf8').sign({ key: privateKey, dsaEncoding }))
  return {
    proof: {
      algorithm,
      keyId: createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest('hex'),
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    jwa,
    jwk: jwk.data,
    sign: (text) => signAs(text, 'der'),
    signForJson: (text) => signAs(text, 'ieee-p1363'),
  }
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ec') return key
  } catch (cause) {
    throw new SigningKeyError('The signing key is not a private key in PEM.', { cause })
  }
  throw new SigningKeyError('The signing key must be an EC key on P-384 or P-256.')
}
