import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { ML_DSA_87, mlDsaSeedPem } from './ml-dsa.ts'

/** Makes a key that signs with ECDSA on P-384 (FIPS 186-5), in PEM (PKCS #8). */
export function newEcdsaKeyPem(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-384' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

/** Makes a key that signs with ML-DSA-87 (FIPS 204), in PEM (PKCS #8 with the seed only, RFC 9881, section 6). */
export function newMlDsaKeyPem(): string {
  return mlDsaSeedPem(randomBytes(ML_DSA_87.seedBytes))
}
