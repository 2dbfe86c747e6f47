import type { Clock } from '@sluice/contracts'
import { readBounded, singleFlight } from '@sluice/service-kit/async'
import { request } from 'undici'
import type { EntraOptions } from '../endpoint-options.ts'
import { isRecord } from '../is-record.ts'

const DEFAULT_AUTHORITY = 'https://login.microsoftonline.com'
/** For every model of Azure: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity */
const SCOPE = 'https://cognitiveservices.azure.com/.default'
/** A token is replaced so long before it ends, or halfway where it lives less than twice as long. */
const RENEW_BEFORE_MS = 300_000
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 65_536

/** No token was to be had. Its message holds nothing of what the authority said. */
export class NoToken extends Error {
  override readonly name = 'NoToken'
}

interface Token {
  readonly value: string
  readonly renewAtMs: number
  readonly endsAtMs: number
}

/**
 * A service's token of Microsoft Entra ID, by client credentials. It is asked for when it is first needed, by one
 * request at a time, and replaced before it ends: the old one serves while the new one is fetched.
 *
 * Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export class EntraToken {
  readonly #options: EntraOptions
  readonly #clock: Clock
  readonly #fetchOnce = singleFlight<'token', Token>()
  #token: Token | undefined

  constructor(options: EntraOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  /** Rejects with `NoToken`. */
  async get(): Promise<string> {
    const now = this.#clock.nowMs()
    const token = this.#token
    if (token === undefined || now >= token.endsAtMs) return (await this.#renew()).value
    // A failure shows once there is no token left.
    if (now >= token.renewAtMs) this.#renew().catch(() => undefined)
    return token.value
  }

  /** Forgets a token that was refused, unless it has been replaced since. */
  forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined
  }

  #renew(): Promise<Token> {
    return this.#fetchOnce('token', async () => {
      const token = await this.#fetch()
      this.#token = token
      return token
    })
  }

  async #fetch(): Promise<Token> {
    const { tenantId, clientId, clientSecret, authority = DEFAULT_AUTHORITY } = this.#options
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: SCOPE }
    const askedAtMs = this.#clock.nowMs()
    try {
      const url = `${authority.replace(/\/$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer = await readBounded(body, MAX_ANSWER_BYTES, () => new NoToken())
      return readToken(statusCode === 200 ? JSON.parse(answer.toString('utf8')) : undefined, askedAtMs)
    } catch {
      // What was caught may quote the answer.
      throw new NoToken('The authority gave no token.')
    }
  }
}

function readToken(answer: unknown, askedAtMs: number): Token {
  if (!isRecord(answer)) throw new NoToken()
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(value)) throw new NoToken()
  if (typeof seconds !== 'number' || !(seconds > 0)) throw new NoToken()
  const livesMs = seconds * 1000
  const renewAtMs = askedAtMs + Math.max(livesMs - RENEW_BEFORE_MS, livesMs / 2)
  return { value, renewAtMs, endsAtMs: askedAtMs + livesMs }
}
