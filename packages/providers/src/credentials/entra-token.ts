import type { Clock } from '@sluice/contracts'
import type { EntraOptions } from '../endpoint-options.ts'
import { isRecord } from '../is-record.ts'
import { askForCredentials } from './ask-for-credentials.ts'
import { NoToken, Renewed } from './renewed.ts'

const DEFAULT_AUTHORITY = 'https://login.microsoftonline.com'
/** For every model of Azure: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity */
const SCOPE = 'https://cognitiveservices.azure.com/.default'

/**
 * A service's token of Microsoft Entra ID, by client credentials.
 *
 * Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export class EntraToken {
  readonly #token: Renewed<string>

  constructor(options: EntraOptions, clock: Clock) {
    this.#token = new Renewed(() => fetchToken(options, clock.nowMs()), clock)
  }

  /** Rejects with `NoToken`. */
  get(): Promise<string> {
    return this.#token.get()
  }

  /** Forgets a token that was refused, unless it has been replaced since. */
  forget(value: string): void {
    this.#token.forget((known) => known === value)
  }
}

async function fetchToken(options: EntraOptions, askedAtMs: number) {
  const { tenantId, clientId, clientSecret, authority = DEFAULT_AUTHORITY } = options
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: SCOPE }
  const url = `${authority.replace(/\/$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  return await askForCredentials(url, { form, accept: 'application/json' }, 'The authority gave no token.', (text) =>
    readToken(JSON.parse(text), askedAtMs),
  )
}

function readToken(answer: unknown, askedAtMs: number) {
  if (!isRecord(answer)) throw new NoToken()
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(value)) throw new NoToken()
  if (typeof seconds !== 'number' || !(seconds > 0)) throw new NoToken()
  return { value, endsAtMs: askedAtMs + seconds * 1000 }
}
