import { runAuthorizationCodeFlow } from '@sluice/testkit'
import { sampleUsers } from './sample-users.ts'
import { isStackRunning, type StackRecord } from './stack-file.ts'

/**
 * Obtains a sample user's access token from the running stack, through the authorization code flow with PKCE.
 * Throws a message for the console when the user is unknown or the stack does not run.
 */
export async function requestToken(name: string | undefined, stack: StackRecord | undefined): Promise<string> {
  const names = sampleUsers.map(({ sub }) => sub).join(', ')
  if (name === undefined) throw new Error(`Whose token? For example: npm run token -- alice (known: ${names})`)
  if (!sampleUsers.some(({ sub }) => sub === name)) throw new Error(`There is no sample user ${name}. Known: ${names}`)
  if (stack === undefined || !isStackRunning(stack)) {
    throw new Error('The local stack is not running. Start it in another terminal with: npm start')
  }
  const { issuer, audience } = stack
  const request = { issuer, audience, clientId: 'web', redirectUri: 'http://127.0.0.1/cb', loginHint: name }
  return (await runAuthorizationCodeFlow(request)).access_token
}
