import { TestBrowser } from '@sluice/test-stack'
import { findFreePort } from '@sluice/testkit'
import { type AdminStack, startAdminStack } from './test-stack.ts'

const CLIENT = { id: 'console', secret: 'console-secret' }

/** The admin service with its console on. */
export interface ConsoleStack extends AdminStack {
  readonly origin: string
  /** A browser of its own, with no cookie yet. */
  browser(): TestBrowser
  /** A browser in which this person is logged in. */
  loggedIn(sub: string): Promise<TestBrowser>
}

/**
 * Starts the admin service with its console on, and these variables.
 *
 * @param host in its address; WebAuthn wants a name.
 */
export async function startConsoleStack(env: Record<string, string> = {}, host = '127.0.0.1'): Promise<ConsoleStack> {
  const port = await findFreePort()
  const origin = `http://${host}:${port}`
  const stack = await startAdminStack(
    {
      ...{
        PORT: String(port),
        CONSOLE_URL: origin,
        CONSOLE_CLIENT_ID: CLIENT.id,
        CONSOLE_CLIENT_SECRET: CLIENT.secret,
      },
      ...env,
    },
    {
      webClients: [
        { ...CLIENT, redirectUris: [`${origin}/console/callback`], postLogoutRedirectUris: [`${origin}/console/`] },
      ],
    },
  )
  const browser = () => new TestBrowser(origin)
  return {
    ...stack,
    origin,
    browser,
    loggedIn: async (sub) => {
      const one = browser()
      await one.logIn(sub)
      return one
    },
  }
}
