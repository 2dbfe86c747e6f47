import { runAuthorizationCodeFlow } from '@sluice/testkit'
import { z } from 'zod'
import { SAMPLE_USERS } from './sample-users.ts'
import { SOAR_CLIENT } from './soar-client.ts'
import { isStackRunning, type StackRecord } from './stack-file.ts'
import type { Secrets } from './state-folder.ts'

const tokenSchema = z.object({ access_token: z.string() })

/**
 * Obtains what `npm run token` prints: the access token of a sample user, named or by role, or of the sample SOAR
 * system (`soar`), from the running stack; or the SOAR system's signing secret (`soar-secret`) or the token of the
 * local directory (`directory`). Throws a message for the console when the name is unknown or the stack does not run.
 */
export async function requestToken(
  name: string | undefined,
  stack: StackRecord | undefined,
  secrets: Secrets,
): Promise<string> {
  if (name === undefined) throw new Error(`Whose token? For example: npm run token -- alice\n${knownNames()}`)
  if (name === 'soar-secret') return secrets.soarSecret
  if (name === 'directory') return secrets.directoryToken
  const user = SAMPLE_USERS.find(({ sub, groups }) => sub === name || groups.includes(`role:${name}`))
  if (user === undefined && name !== 'soar') throw new Error(`There is no ${name}.\n${knownNames()}`)
  if (stack === undefined || !isStackRunning(stack)) {
    throw new Error('The local stack is not running. Start it in another terminal with: npm start')
  }
  return user === undefined ? await soarToken(stack) : await userToken(user.sub, stack)
}

function knownNames(): string {
  const users = SAMPLE_USERS.map(({ sub }) => sub)
  const roles = new Set(SAMPLE_USERS.flatMap(({ groups }) => groups.filter((group) => group.startsWith('role:'))))
  return [
    `Users: ${users.join(', ')}`,
    `Roles, for the first user who has it: ${Array.from(roles, (role) => role.slice('role:'.length)).join(', ')}`,
    'Machines: soar (an access token), soar-secret (to sign with), directory (for the SCIM directory)',
  ].join('\n')
}

async function userToken(sub: string, { issuer, audience }: StackRecord): Promise<string> {
  const request = { issuer, audience, clientId: 'web', redirectUri: 'http://127.0.0.1/cb', loginHint: sub }
  return (await runAuthorizationCodeFlow(request)).access_token
}

/** Through the client credentials grant (RFC 6749, section 4.4). */
async function soarToken({ issuer, audience }: StackRecord): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${SOAR_CLIENT.id}:${SOAR_CLIENT.secret}`).toString('base64')}`
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'chat', resource: audience })
  const response = await fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body: form })
  return tokenSchema.parse(await response.json()).access_token
}
