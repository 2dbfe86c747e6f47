import { callStack, hasSharedStack } from '../stack/call-stack.ts'
import { createTokens } from './obtain-tokens.ts'
import type { OidcOptions, OidcServer } from './oidc-server.ts'
import { DEFAULT_CLIENTS } from './provider-configuration.ts'
import { startOwnOidc } from './start-own-oidc.ts'

/**
 * An issuer for one test file: at the run's shared OpenID provider, whose keys are made once, or at one of its own
 * outside a test run. A file that needs a certain port, or keys of its own, takes {@link startOwnOidc}.
 */
export async function startOidc(options: OidcOptions): Promise<OidcServer> {
  if (!hasSharedStack()) return await startOwnOidc(options)
  const { issuer, audience, port, keys } = await callStack('open-issuer', options)
  const known = new Set(options.users.map(({ sub }) => sub))
  const [firstClient = DEFAULT_CLIENTS[0]] = options.clientIds ?? []
  return {
    issuer,
    audience,
    port,
    jwksUri: `${issuer}/jwks`,
    setUser: async (user) => {
      await callStack('set-user', { issuer, user })
      known.add(user.sub)
    },
    ...createTokens({ issuer, audience, keys, firstClient, knownUsers: () => [...known] }),
    stop: async () => void (await callStack('close-issuer', { issuer })),
  }
}
