import { type Clock, SluiceError } from '@sluice/contracts'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { discoverProvider } from './discovery.ts'
import { readText } from './read-text.ts'
import { createRetrying } from './retrying.ts'

interface SigningKeysOptions {
  readonly issuer: string
  readonly clock: Clock
  /** The limit of one fetch of metadata or keys. */
  readonly timeoutMs: number
  /** Keys older than this are fetched again before use, or do not count. A withdrawn key counts at most this long. */
  readonly maxAgeMs: number
  /** The least time between the last fetch and one for an unknown key id. */
  readonly cooldownMs: number
  /** The address of the issuer's metadata where it differs from OpenID Connect's, as in Shared Signals. */
  readonly metadataUrl?: string | undefined
  /** The address of the keys, where no metadata is read. */
  readonly jwksUri?: string | undefined
}

type Key = Awaited<ReturnType<JWTVerifyGetKey>>
type TokenParts = Parameters<JWTVerifyGetKey>

export interface SigningKeys {
  /** Finds the key of a token. Throws jose's error for an unknown key, `dependency_unavailable` without keys. */
  readonly find: JWTVerifyGetKey
  /** As `find`, with the time (monotonic) until which what this key has signed may be believed. */
  findUntil(...token: TokenParts): Promise<{ readonly key: Key; readonly untilMs: number }>
  /** Resolves when fresh keys are loaded. Throws `dependency_unavailable`. */
  checkReady(): Promise<void>
}

const MAXIMUM_JWKS_BYTES = 1024 * 1024
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** Reads the issuer's keys: discovers them at the first use, and fetches them again when they are too old. */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  const keys = new IssuerKeys(options)
  return {
    find: async (...token) => (await keys.find(token)).key,
    findUntil: (...token) => keys.find(token),
    checkReady: () => keys.checkReady(),
  }
}

interface KeySet {
  readonly find: JWTVerifyGetKey
  /** When they were asked for: a key that was withdrawn since then may be among them. Monotonic. */
  readonly askedMs: number
}

class IssuerKeys {
  readonly #options: SigningKeysOptions
  readonly #locate: () => Promise<URL>
  readonly #download: () => Promise<KeySet>
  #location: URL | undefined
  #latest: KeySet | undefined

  constructor(options: SigningKeysOptions) {
    const { issuer, clock, timeoutMs, metadataUrl, jwksUri } = options
    const pauses = { clock, firstPauseMs: FIRST_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS }
    this.#options = options
    this.#locate = createRetrying({
      ...pauses,
      attempt: async () =>
        jwksUri === undefined ? (await discoverProvider(issuer, timeoutMs, metadataUrl)).jwksUri : new URL(jwksUri),
    })
    this.#download = createRetrying({ ...pauses, attempt: () => this.#fetch() })
  }

  async find(token: TokenParts): Promise<{ readonly key: Key; readonly untilMs: number }> {
    const set = await this.#current()
    try {
      return await this.#findIn(set, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#ageMs(set) < this.#options.cooldownMs) throw error
    }
    return await this.#findIn(await this.#renew(), token)
  }

  async checkReady(): Promise<void> {
    await this.#current()
  }

  async #findIn({ find, askedMs }: KeySet, token: TokenParts) {
    try {
      return { key: await find(...token), untilMs: askedMs + this.#options.maxAgeMs }
    } catch (error) {
      throw isFaultOfToken(error) ? error : unavailable(error)
    }
  }

  async #current(): Promise<KeySet> {
    const latest = this.#latest
    return latest !== undefined && this.#ageMs(latest) < this.#options.maxAgeMs ? latest : await this.#renew()
  }

  async #renew(): Promise<KeySet> {
    try {
      this.#location ??= await this.#locate()
      this.#latest = await this.#download()
      return this.#latest
    } catch (error) {
      throw unavailable(error)
    }
  }

  async #fetch(): Promise<KeySet> {
    const { clock, timeoutMs } = this.#options
    const askedMs = clock.monotonicMs()
    const location = this.#location
    if (location === undefined) throw new Error('the address of the keys is not known')
    const keys: JSONWebKeySet = JSON.parse(await fetchKeys(location, timeoutMs))
    // jose throws here on what is no key set, and on a key that is none when a token names it.
    return { find: createLocalJWKSet(keys), askedMs }
  }

  #ageMs({ askedMs }: KeySet): number {
    return this.#options.clock.monotonicMs() - askedMs
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
