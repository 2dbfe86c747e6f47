import type { Clock } from '@sluice/contracts'
import type { EntraOptions } from '../endpoint-options.ts'
import { isRecord } from '../is-record.ts'
import { askForCredentials } from './ask-for-credentials.ts'
import { readTokenFile } from './read-token-file.ts'
import { NoToken, Renewed } from './renewed.ts'

const DEFAULT_AUTHORITY = 'https://login.microsoftonline.com'
/** For every model of Azure: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/managed-identity */
const SCOPE = 'https://cognitiveservices.azure.com/.default'

/** How a service shows who it is: by a secret, or by a token of its cluster in a file (workload identity). */
type EntraClient = Omit<EntraOptions, 'clientSecret'> &
  ({ readonly clientSecret: string } | { readonly federatedTokenFile: string })

/**
 * A service's token of Microsoft Entra ID, by client credentials.
 *
 * Source: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export class EntraToken {
  readonly #token: Renewed<string>

  /** @param scope what the token is for; the models of Azure by default. */
  constructor(options: EntraClient, clock: Clock, scope = SCOPE) {
    this.#token = new Renewed(() => fetchToken(options, scope, clock.nowMs()), clock)
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

async function fetchToken(options: EntraClient, scope: string, askedAtMs: number) {
  const { tenantId, clientId, authority = DEFAULT_AUTHORITY } = options
  const form = { grant_type: 'client_credentials', client_id: clientId, scope, ...(await proofOf(options)) }
  const url = `${authority.replace(/\/$/, '')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  return await askForCredentials(url, { form, accept: 'application/json' }, 'The authority gave no token.', (text) =>
    readToken(JSON.parse(text), askedAtMs),
  )
}

/** Source: the same page, "Third case: Access token request with a federated credential". */
async function proofOf(options: EntraClient): Promise<Record<string, string>> {
  if ('clientSecret' in options) return { client_secret: options.clientSecret }
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await readTokenFile(options.federatedTokenFile),
  }
}

function readToken(answer: unknown, askedAtMs: number) {
  if (!isRecord(answer)) throw new NoToken()
  const { access_token: value, expires_in: seconds } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(value)) throw new NoToken()
  if (typeof seconds !== 'number' || !(seconds > 0)) throw new NoToken()
  return { value, endsAtMs: askedAtMs + seconds * 1000 }
}
