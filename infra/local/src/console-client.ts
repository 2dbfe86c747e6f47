import type { WebClient } from '@sluice/testkit/local'

/** The console of the local stack as the local provider knows it. */
export function consoleClient(consoleUrl: string): WebClient {
  return {
    id: 'console',
    secret: 'local-console-secret',
    redirectUris: [`${consoleUrl}/console/callback`],
    postLogoutRedirectUris: [`${consoleUrl}/console/`],
  }
}
