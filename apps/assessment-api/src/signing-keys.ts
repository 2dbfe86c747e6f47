import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { AssessmentConfig } from './config.ts'

/** The private keys that bills of materials are signed with, in PEM (PKCS #8). */
export interface SigningKeyPems {
  /** ECDSA on P-384 or P-256. */
  readonly ecdsa: string
  /** ML-DSA-87, as its seed (RFC 9881, section 6). */
  readonly mlDsa: string
}

/** A PKCS #8 key of id-ml-dsa-87 up to its 32 bytes of seed (RFC 9881, section 6). */
const ML_DSA_87_SEED_PREFIX = Buffer.from('3034020100300b060960864801650304031304228020', 'hex')
const ML_DSA_SEED_BYTES = 32
const MAX_KEY_FILE_BYTES = 16_384

/** Reads the configured keys and makes those that are not configured. Throws for a file that cannot be read. */
export async function obtainSigningKeys(
  config: Pick<AssessmentConfig, 'CBOM_SIGNING_KEY_FILE' | 'CBOM_ML_DSA_KEY_FILE'>,
): Promise<SigningKeyPems> {
  const { CBOM_SIGNING_KEY_FILE: ecdsaFile, CBOM_ML_DSA_KEY_FILE: mlDsaFile } = config
  return {
    ecdsa: ecdsaFile === undefined ? newEcdsaKey() : await readKeyFile('CBOM_SIGNING_KEY_FILE', ecdsaFile),
    mlDsa: mlDsaFile === undefined ? newMlDsaKey() : await readKeyFile('CBOM_ML_DSA_KEY_FILE', mlDsaFile),
  }
}

function newEcdsaKey(): string {
  return toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'der' }))
}

function newMlDsaKey(): string {
  return toPem(Buffer.concat([ML_DSA_87_SEED_PREFIX, randomBytes(ML_DSA_SEED_BYTES)]))
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}

async function readKeyFile(variable: string, path: string): Promise<string> {
  try {
    const file = await open(path, 'r')
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_KEY_FILE_BYTES), 0, MAX_KEY_FILE_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw new Error(`${variable}: ${path} cannot be read`, { cause })
  }
}
