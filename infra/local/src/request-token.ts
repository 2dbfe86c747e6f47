import { soarToken, userToken } from './sample-tokens.ts'
import { SAMPLE_USERS } from './sample-users.ts'
import { isStackRunning, type StackRecord } from './stack-file.ts'
import type { Secrets } from './state-folder.ts'

/**
 * Obtains what `npm run token` prints: the access token of a sample user, named or by role, or of the sample SOAR
 * system (`soar`), from the running stack; or the SOAR system's signing secret (`soar-secret`) or the token of the
 * local directory (`directory`). Throws a message for the console when the name is unknown or the stack does not run.
 *
 * @param stackFile where `stack` was looked for, for that message.
 */
export async function requestToken(
  name: string | undefined,
  stack: StackRecord | undefined,
  secrets: Secrets,
  stackFile: string,
): Promise<string> {
  if (name === undefined) throw new Error(`Whose token? For example: npm run token -- alice\n${knownNames()}`)
  if (name === 'soar-secret') return secrets.soarSecret
  if (name === 'directory') return secrets.directoryToken
  const user = SAMPLE_USERS.find(({ sub, groups }) => sub === name || groups.includes(`role:${name}`))
  if (user === undefined && name !== 'soar') throw new Error(`There is no ${name}.\n${knownNames()}`)
  if (stack === undefined || !isStackRunning(stack)) {
    const where = `${stackFile} names none that runs`
    const how = 'Start it in another terminal with: npm start'
    throw new Error(`The local stack is not running: ${where}. ${how}\n${OTHER_FOLDER}`)
  }
  return user === undefined ? await soarToken(stack) : await userToken(user.sub, stack)
}

const OTHER_FOLDER = 'One that keeps its state elsewhere is found where SLUICE_STATE_DIR names that folder.'

function knownNames(): string {
  const users = SAMPLE_USERS.map(({ sub }) => sub)
  const roles = new Set(SAMPLE_USERS.flatMap(({ groups }) => groups.filter((group) => group.startsWith('role:'))))
  return [
    `Users: ${users.join(', ')}`,
    `Roles, for the first user who has it: ${Array.from(roles, (role) => role.slice('role:'.length)).join(', ')}`,
    'Machines: soar (an access token), soar-secret (to sign with), directory (for the SCIM directory)',
  ].join('\n')
}
