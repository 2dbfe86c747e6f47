import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { renderLoginPage, sendPage } from './local-pages.ts'
import type { OidcUser } from './oidc-server.ts'
import { LIFETIME_PARAMETER } from './provider-configuration.ts'

interface LoginContext {
  readonly provider: Provider
  readonly users: ReadonlyMap<string, OidcUser>
  readonly audience: string
  readonly lifetimes: Map<string, number>
}

/** `/interaction/UID`, and with the user whom somebody has chosen on its page. */
const CHOSEN = /^\/interaction\/[\w-]+\/as\/([^/?]+)$/

/**
 * Answers the login and consent prompt: for the user that `login_hint` names, or for the one who is chosen on a page.
 * Nobody is asked for a password, so it is for local use only.
 */
export async function logIn(context: LoginContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, users } = context
  try {
    const { params, uid, session, prompt } = await provider.interactionDetails(request, response)
    const chosen = CHOSEN.exec(request.url ?? '')?.[1]
    const loggedIn = prompt.name === 'login' ? undefined : session?.accountId
    const wanted = chosen === undefined ? (params.login_hint ?? loggedIn) : decodeURIComponent(chosen)
    if (wanted === undefined) return sendPage(response, renderLoginPage(uid, [...users.values()]))
    const accountId = String(wanted)
    if (!users.has(accountId)) {
      const result = { error: 'access_denied', error_description: 'login_hint names no local user' }
      return await provider.interactionFinished(request, response, result)
    }
    await finish(context, params, accountId, request, response)
  } catch (error) {
    response.statusCode = 500
    response.end(String(error))
  }
}

async function finish(
  { provider, audience, lifetimes }: LoginContext,
  params: Readonly<Record<string, unknown>>,
  accountId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope('openid profile offline_access')
  grant.addResourceScope(String(params.resource ?? audience), 'chat')
  const grantId = await grant.save()
  const lifetime = params[LIFETIME_PARAMETER]
  if (lifetime !== undefined) lifetimes.set(grantId, Number(lifetime))
  // A login as strong as somebody asks for, because nobody proves anything here anyway.
  const [acr] = String(params.acr_values ?? '').split(' ')
  const login = { accountId, ...(acr === undefined || acr === '' ? {} : { acr }) }
  await provider.interactionFinished(request, response, { login, consent: { grantId } })
}
