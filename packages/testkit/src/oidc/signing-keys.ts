import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** The algorithms for which the provider publishes a key; RSA signs both RS256 and PS256. */
export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA'

/** Reads the private signing keys of a JWKS file, or creates the keys and, with a file name, keeps them there. */
export async function obtainSigningKeys(keyFile?: string): Promise<JWK[]> {
  const kept = keyFile === undefined ? undefined : await readKeys(keyFile)
  if (kept !== undefined) return kept
  const keys = await createSigningKeys()
  if (keyFile !== undefined) {
    await mkdir(dirname(keyFile), { recursive: true, mode: 0o700 })
    await writeFile(`${keyFile}.new`, JSON.stringify({ keys }, null, 2), { mode: 0o600 })
    await rename(`${keyFile}.new`, keyFile)
  }
  return keys
}

async function readKeys(keyFile: string): Promise<JWK[] | undefined> {
  const text = await readFile(keyFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const set: unknown = JSON.parse(text)
  if (typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys)) return set.keys
  throw new Error(`${keyFile} holds no JWKS. Remove it to have new keys created.`)
}

/** Creates one private key for each algorithm. */
export async function createSigningKeys(): Promise<JWK[]> {
  const [rsa, ec, ed] = await Promise.all([privateJwk('RS256'), privateJwk('ES256'), privateJwk('EdDSA')])
  return [
    { ...rsa, alg: 'RS256', kid: 'rs256-1', use: 'sig' },
    { ...rsa, alg: 'PS256', kid: 'ps256-1', use: 'sig' },
    { ...ec, alg: 'ES256', kid: 'es256-1', use: 'sig' },
    { ...ed, alg: 'EdDSA', kid: 'eddsa-1', use: 'sig' },
  ]
}

async function privateJwk(algorithm: SigningAlgorithm): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  return await exportJWK(privateKey)
}
