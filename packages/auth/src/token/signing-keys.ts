import { type Clock, SluiceError } from '@sluice/contracts'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { discoverProvider } from './discovery.ts'
import { readText } from './read-text.ts'
import { createRetrying } from './retrying.ts'

interface SigningKeysOptions {
  readonly issuer: string
  readonly clock: Clock
  /** The limit of one fetch of metadata or keys. */
  readonly timeoutMs: number
  /** Keys older than this are fetched again before use. A withdrawn key is accepted at most this long. */
  readonly maxAgeMs: number
  /** The least time between the last fetch and one for an unknown key id. */
  readonly cooldownMs: number
  /** The address of the issuer's metadata where it differs from OpenID Connect's, as in Shared Signals. */
  readonly metadataUrl?: string | undefined
  /** The address of the keys, where no metadata is read. */
  readonly jwksUri?: string | undefined
}

export interface SigningKeys {
  /** Finds the key of a token. Throws jose's error for an unknown key, `dependency_unavailable` without keys. */
  readonly find: JWTVerifyGetKey
  /** Resolves when fresh keys are loaded. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

const MAXIMUM_JWKS_BYTES = 1024 * 1024
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Reads the issuer's keys: discovers them at the first use; jose's remote key set then keeps them fresh. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const { issuer, clock, timeoutMs, maxAgeMs, cooldownMs } = options
  const locate = async () =>
    options.jwksUri === undefined
      ? (await discoverProvider(issuer, timeoutMs, options.metadataUrl)).jwksUri
      : new URL(options.jwksUri)
  const pauses = { clock, firstPauseMs: FIRST_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS }
  let keySet: ReturnType<typeof createRemoteJWKSet> | undefined

  const discover = createRetrying({
    ...pauses,
    attempt: async () => {
      const jwksUri = await locate()
      const download = createRetrying({ ...pauses, attempt: () => fetchKeys(jwksUri, timeoutMs) })
      keySet = createRemoteJWKSet(jwksUri, {
        timeoutDuration: timeoutMs,
        cacheMaxAge: maxAgeMs,
        cooldownDuration: cooldownMs,
        [customFetch]: async () => new Response(await download()),
      })
      return keySet
    },
  })

  const obtain = async () => keySet ?? (await discover())

  return {
    async find(header, token) {
      try {
        return await (await obtain())(header, token)
      } catch (error) {
        throw isFaultOfToken(error) ? error : unavailable(error)
      }
    },
    async checkReady() {
      try {
        const keys = await obtain()
        if (!keys.fresh) await keys.reload()
      } catch (error) {
        throw unavailable(error)
      }
    },
  }
}

async function fetchKeys(jwksUri: URL, timeoutMs: number): Promise<string> {
  const response = await fetch(jwksUri, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json, application/jwk-set+json' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`the JWKS endpoint answered ${response.status}`)
  }
  return await readText(response, MAXIMUM_JWKS_BYTES)
}

/** True where keys were loaded, and the token names none of them, several, or one that cannot be used. */
function isFaultOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  )
}

function unavailable(cause: unknown): SluiceError {
  return new SluiceError('dependency_unavailable', { cause })
}
