import { SluiceError } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'
import * as oidc from 'openid-client'

/** The tokens of a login, as they are sealed with its session. */
export interface Tokens {
  readonly access: string
  /** Absent where the provider gives none: then the session ends with the access token. */
  readonly refresh?: string | undefined
  /** Says at the provider whom to log out. */
  readonly id?: string | undefined
  /** When the access token expires; milliseconds since the Unix epoch. Undefined where the provider does not say. */
  readonly expiresAtMs?: number | undefined
}

/** A login that was begun: what only its browser may end. */
export interface LoginAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Of the login that was asked for, in seconds. */
  readonly maxAge?: number | undefined
}

/** How a login was made, as its ID token says. */
export interface MadeLogin {
  readonly tokens: Tokens
  /** Seconds since the Unix epoch. */
  readonly authTime: number | undefined
  readonly acr: string | undefined
}

interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  readonly resource: string | undefined
  /** `CONSOLE_URL` without a slash at its end. */
  readonly origin: string
  readonly allowHttp: boolean
  readonly nowMs: () => number
}

/** Says no: the login is not one that this browser began, or the provider refuses it. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused'
}

const TIMEOUT_SECONDS = 5
/** Errors of the token endpoint that say that the grant is over (RFC 6749, section 5.2). */
const GRANT_OVER = new Set(['invalid_grant', 'unauthorized_client', 'interaction_required', 'login_required'])

/**
 * The identity provider, as a client of the authorization code flow with PKCE (RFC 9700, section 2.1.1). Its metadata
 * is read at the first use. Every method throws `dependency_unavailable` where the provider cannot be reached.
 */
export class Provider {
  readonly #options: ProviderOptions
  readonly #share = singleFlight<'discovery', oidc.Configuration>()
  #configuration: oidc.Configuration | undefined

  constructor(options: ProviderOptions) {
    this.#options = options
  }

  /** Begins a login: where to send the browser, and what must come back. */
  async begin(demand: {
    readonly maxAgeSeconds?: number | undefined
    readonly acrValues?: readonly string[] | undefined
  }): Promise<{ readonly url: URL; readonly attempt: LoginAttempt }> {
    const configuration = await this.#discover()
    const attempt = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }
    const { maxAgeSeconds, acrValues } = demand
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callback.href,
      scope: this.#options.scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
      ...this.#resource,
      ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      ...(acrValues === undefined ? {} : { acr_values: acrValues.join(' ') }),
    })
    return { url, attempt: { ...attempt, maxAge: maxAgeSeconds } }
  }

  /**
   * Ends a login with what the provider sent the browser back with. Throws `LoginRefused` where it is not the answer to
   * this attempt, or the provider refuses.
   */
  async finish({ state, nonce, codeVerifier, maxAge }: LoginAttempt, query: string): Promise<MadeLogin> {
    const configuration = await this.#discover()
    const current = new URL(query, this.#callback)
    const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
    const response = await refusing(() =>
      oidc.authorizationCodeGrant(
        configuration,
        current,
        { ...checks, ...(maxAge === undefined ? {} : { maxAge }) },
        this.#resource,
      ),
    )
    const claims = response.claims()
    return {
      tokens: this.#tokensOf(response),
      authTime: claims?.auth_time,
      acr: typeof claims?.acr === 'string' ? claims.acr : undefined,
    }
  }

  /** Asks for new tokens. Throws `LoginRefused` where the login is over at the provider. */
  async refresh(tokens: Tokens & { readonly refresh: string }): Promise<Tokens> {
    const configuration = await this.#discover()
    const response = await refusing(() => oidc.refreshTokenGrant(configuration, tokens.refresh, this.#resource))
    // A provider that does not rotate a token sends none again.
    const { refresh = tokens.refresh, id = tokens.id, ...rest } = this.#tokensOf(response)
    return { ...rest, refresh, id }
  }

  /** Where the browser logs out at the provider; undefined where it has no such address. */
  async logoutUrl(idToken: string | undefined): Promise<URL | undefined> {
    const configuration = await this.#discover()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: new URL('/console/', this.#options.origin).href,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    })
  }

  /** Takes a refresh token back at the provider, where it has an address for that. */
  async revoke(refreshToken: string): Promise<void> {
    const configuration = await this.#discover()
    if (configuration.serverMetadata().revocation_endpoint === undefined) return
    await refusing(() => oidc.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' }))
  }

  get #callback(): URL {
    return new URL('/console/callback', this.#options.origin)
  }

  get #resource(): Record<string, string> {
    const { resource } = this.#options
    return resource === undefined ? {} : { resource }
  }

  #tokensOf(response: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): Tokens {
    const seconds = response.expiresIn()
    return {
      access: response.access_token,
      refresh: response.refresh_token,
      id: response.id_token,
      expiresAtMs: seconds === undefined ? undefined : this.#options.nowMs() + seconds * 1_000,
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    this.#configuration ??= await this.#share('discovery', () => this.#read())
    return this.#configuration
  }

  async #read(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, allowHttp } = this.#options
    const isPlain = new URL(issuer).protocol === 'http:'
    try {
      return await oidc.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? oidc.None() : oidc.ClientSecretPost(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // The signature of ID tokens is checked although they come from the provider itself.
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain || allowHttp ? [oidc.allowInsecureRequests] : [])],
        },
      )
    } catch (cause) {
      throw new SluiceError('dependency_unavailable', { cause: withoutContent(cause) })
    }
  }
}

/** Keeps apart a provider that says no, or says what it must not, from one that does not answer. */
async function refusing<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    const cause = withoutContent(error)
    const code = codeOf(error)
    if (error instanceof oidc.AuthorizationResponseError) throw new LoginRefused(code, { cause })
    const isOver = error instanceof oidc.ResponseBodyError && GRANT_OVER.has(error.error)
    if (isOver || NOT_THE_ANSWER.has(code)) throw new LoginRefused(code, { cause })
    throw new SluiceError('dependency_unavailable', { cause })
  }
}

/** Checks that an answer failed: its state, nonce, issuer, audience, times or signature. */
const NOT_THE_ANSWER: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_REQUEST',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed'
}

/** Keeps the code alone: messages and causes may quote tokens and claims. */
function withoutContent(error: unknown): Error {
  return new Error(`the identity provider: ${codeOf(error)}`)
}
