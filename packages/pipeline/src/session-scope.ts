import type { SessionScope } from '@sluice/token-vault'
import type { ExchangeOrigin } from './layer.ts'

/** Names the user's session, among those of all tenants. */
export function sessionNameOf({ principal, session }: Pick<ExchangeOrigin, 'principal' | 'session'>): string {
  return JSON.stringify([principal.tenant, principal.sub, session.id])
}

/** Which mapping the tokens of a request belong to: that of its user's session, with the session's secret. */
export function sessionScopeOf({ principal, session }: ExchangeOrigin): SessionScope {
  return { tenant: principal.tenant, sub: principal.sub, sessionId: session.id, secret: session.secret }
}
