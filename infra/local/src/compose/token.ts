import { soarToken, userToken } from '../sample-tokens.ts'
import { SAMPLE_USERS } from '../sample-users.ts'
import { AUDIENCES, DEMO_ISSUER } from './addresses.ts'

/** `docker compose exec demo token NAME [SERVICE]`: the access token of a sample user, or of the sample SOAR system. */
const [name = '', service = name === 'soar' ? 'soar' : 'gateway'] = process.argv.slice(2)

try {
  console.log(await tokenOf(name, audienceOf(service)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function tokenOf(sub: string, audience: string): Promise<string> {
  const stack = { issuer: DEMO_ISSUER, audience }
  if (sub === 'soar') return await soarToken(stack)
  if (SAMPLE_USERS.some((user) => user.sub === sub)) return await userToken(sub, stack)
  throw new Error(`Whose token? One of ${SAMPLE_USERS.map((user) => user.sub).join(', ')}, soar`)
}

function audienceOf(text: string): string {
  const found = Object.entries(AUDIENCES).find(([known]) => known === text)
  if (found === undefined) throw new Error(`For which service? One of ${Object.keys(AUDIENCES).join(', ')}`)
  return found[1]
}
