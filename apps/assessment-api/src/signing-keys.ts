import { open } from 'node:fs/promises'
import { newEcdsaKeyPem, newMlDsaKeyPem } from '@sluice/assessment/signing-keys'
import type { AssessmentConfig } from './config.ts'

/** The private keys that bills of materials are signed with, in PEM (PKCS #8). */
export interface SigningKeyPems {
  /** ECDSA on P-384 or P-256. */
  readonly ecdsa: string
  /** ML-DSA-87, as its seed (RFC 9881, section 6). */
  readonly mlDsa: string
}

const MAX_KEY_FILE_BYTES = 16_384

/** Reads the configured keys and makes those that are not configured. Throws for a file that cannot be read. */
export async function obtainSigningKeys(
  config: Pick<AssessmentConfig, 'CBOM_SIGNING_KEY_FILE' | 'CBOM_ML_DSA_KEY_FILE'>,
): Promise<SigningKeyPems> {
  const { CBOM_SIGNING_KEY_FILE: ecdsaFile, CBOM_ML_DSA_KEY_FILE: mlDsaFile } = config
  return {
    ecdsa: ecdsaFile === undefined ? newEcdsaKeyPem() : await readKeyFile('CBOM_SIGNING_KEY_FILE', ecdsaFile),
    mlDsa: mlDsaFile === undefined ? newMlDsaKeyPem() : await readKeyFile('CBOM_ML_DSA_KEY_FILE', mlDsaFile),
  }
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
