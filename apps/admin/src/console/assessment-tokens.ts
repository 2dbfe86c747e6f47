import { type Principal, SluiceError } from '@sluice/contracts'
import { readBounded, singleFlight } from '@sluice/service-kit/async'
import { decodeJwt } from 'jose'
import { z } from 'zod'

interface AssessmentTokensOptions {
  readonly baseUrl: string
  /** Role to the identity of the assessment API, in the order in which they count. */
  readonly clients: Readonly<Record<string, string>>
  readonly secret: string | undefined
  readonly nowMs: () => number
}

interface KnownToken {
  readonly token: string
  readonly untilMs: number
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 16_384
/** The API knows no tolerance of clocks, so a token is given up early. */
const EARLY_MS = 60_000

/** The tokens with which the console asks the assessment API: one for each of its identities, never a person's own. */
export class AssessmentTokens {
  readonly #options: AssessmentTokensOptions
  readonly #known = new Map<string, KnownToken>()
  readonly #share = singleFlight<string, string>()

  constructor(options: AssessmentTokensOptions) {
    this.#options = options
  }

  /** The identity as which a person's calls are made; undefined for somebody who may make none. */
  clientOf({ roles }: Pick<Principal, 'roles'>): string | undefined {
    const { clients } = this.#options
    return Object.entries(clients).find(([role]) => roles.includes(role))?.[1]
  }

  /** The roles of which one is enough to make calls. */
  roles(): string[] {
    return Object.keys(this.#options.clients)
  }

  /** Throws `dependency_unavailable` where the API gives none. */
  async tokenOf(client: string): Promise<string> {
    const known = this.#known.get(client)
    if (known !== undefined && this.#options.nowMs() < known.untilMs) return known.token
    return await this.#share(client, () => this.#obtain(client))
  }

  /** Forgets a token that the API does not take any more: it has been restarted with another key. */
  forget(client: string): void {
    this.#known.delete(client)
  }

  async #obtain(client: string): Promise<string> {
    const { baseUrl, secret } = this.#options
    try {
      const response = await fetch(`${baseUrl.replace(/\/$/, '')}/v1/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: client, ...(secret === undefined ? {} : { secret }) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.status !== 200 || response.body === null) throw new Error(`it answered ${response.status}`)
      const body = await readBounded(response.body, MAX_BYTES, () => new Error('its answer is too long'))
      const { token } = z.object({ token: z.string() }).parse(JSON.parse(body.toString('utf8')))
      this.#known.set(client, { token, untilMs: (decodeJwt(token).exp ?? 0) * 1_000 - EARLY_MS })
      return token
    } catch (cause) {
      const message = 'The assessment API gives the console no token.'
      throw new SluiceError({ code: 'dependency_unavailable', message }, { cause })
    }
  }
}
