import { createHash, randomBytes } from 'node:crypto'
import { ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { messageRepresentative, mlDsaPublicKeyDer, mlDsaPublicKeyPem, readMlDsaSeed } from './ml-dsa.ts'
import { newMlDsaKeyPem } from './new-signing-keys.ts'
import { type Signer, SigningKeyError } from './signer.ts'

/**
 * Signs with ML-DSA-87 (FIPS 204), the signature of CNSA 2.0, over the same bytes as ECDSA does. The key is given as
 * PEM (PKCS #8 with the seed only, RFC 9881: `openssl genpkey -algorithm ML-DSA-87` of OpenSSL 3.5 with `-provparam
 * ml-dsa.output_formats=seed-only`) or made anew. Throws a `SigningKeyError` for anything else. The signature itself
 * takes some milliseconds of the event loop, now and then some tens.
 */
export function createMlDsaSigner(privateKeyPem: string = newMlDsaKeyPem()): Signer {
  const seed = readMlDsaSeed(privateKeyPem)
  if (seed === undefined) throw new SigningKeyError('The signing key must be an ML-DSA-87 seed in PKCS #8, as PEM.')
  const { publicKey, secretKey } = ml_dsa87.keygen(new Uint8Array(seed))
  return {
    proof: {
      algorithm: 'ML-DSA-87',
      keyId: createHash('sha256').update(mlDsaPublicKeyDer(publicKey)).digest('hex'),
      publicKeyPem: mlDsaPublicKeyPem(publicKey),
    },
    sign: (text) => {
      const mu = messageRepresentative(publicKey, text)
      return ml_dsa87.internal.sign(mu, secretKey, { externalMu: true, extraEntropy: new Uint8Array(randomBytes(32)) })
    },
  }
}
