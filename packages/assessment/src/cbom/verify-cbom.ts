import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { z } from 'zod'
import { signedTextOf } from './build-cbom.ts'
import { ML_DSA_87, messageRepresentative, readMlDsaPublicKey } from './ml-dsa.ts'
import { SigningKeyError } from './signer.ts'

/** Nothing but the signature is taken for granted: whatever else the document holds is what was signed. */
const signedSchema = z.looseObject({ signature: z.base64().max(16_384) })

/**
 * Says whether a CBOM bears the signature of this public key (PEM; ECDSA on P-384 or P-256, or ML-DSA-87). Throws a
 * `SigningKeyError` for another key. A document that is no CBOM, or has no canonical form, is not verified.
 */
export function verifyCbom(cbom: unknown, publicKeyPem: string): boolean {
  const parsed = signedSchema.safeParse(cbom)
  if (!parsed.success || !isWhole(parsed.data, cbom)) return false
  const signature = Buffer.from(parsed.data.signature, 'base64')
  const mlDsaKey = readMlDsaPublicKey(publicKeyPem)
  const ecKey = mlDsaKey === undefined ? readEcKey(publicKeyPem) : undefined
  try {
    const text = signedTextOf(parsed.data)
    if (ecKey !== undefined) return verifyEcdsa(text, ecKey, signature)
    if (mlDsaKey === undefined || signature.length !== ML_DSA_87.signatureBytes) return false
    const mu = messageRepresentative(mlDsaKey, text)
    return ml_dsa87.internal.verify(new Uint8Array(signature), mu, mlDsaKey, { externalMu: true })
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** A member that checking drops, `__proto__`, would be shown to readers and not be signed. */
function isWhole(checked: object, cbom: unknown): boolean {
  return typeof cbom === 'object' && cbom !== null && Object.keys(cbom).length === Object.keys(checked).length
}

function verifyEcdsa(text: string, key: KeyObject, signature: Buffer): boolean {
  const hash = key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'sha384' : 'sha256'
  return createVerify(hash).update(text, 'utf8').verify(key, signature)
}

function readEcKey(pem: string): KeyObject {
  try {
    const key = createPublicKey(pem)
    if (['secp384r1', 'prime256v1'].includes(key.asymmetricKeyDetails?.namedCurve ?? '')) return key
  } catch (cause) {
    throw new SigningKeyError('The key is not a public key in PEM.', { cause })
  }
  throw new SigningKeyError('The key must be an EC key on P-384 or P-256, or ML-DSA-87.')
}
