import { parseArgs } from 'node:util'
import { readConfig } from '@sluice/service-kit'
import { ConfigError, type Environment, url } from '@sluice/service-kit/environment'
import { z } from 'zod'

const USAGE = `Usage: npm run erase -- (--user SUB | --session NUMBER) --reason TEXT

Erases a person, or one session, at the admin service: keys, values, held requests, kept responses and records. It cannot
be taken back. ADMIN_TOKEN, or the file that ADMIN_TOKEN_FILE names, is an access token of somebody with the role Legal
Counsel, as fresh as STEP_UP asks for; ADMIN_URL says where (http://127.0.0.1:8081 by default).

Exit code: 0; 1 where it was refused or failed; 2 for a wrong command; 78 for a wrong configuration.`

const schema = z.object({ ADMIN_URL: url().default('http://127.0.0.1:8081'), ADMIN_TOKEN: z.string().min(1) })
const orderSchema = z
  .strictObject({
    user: z.string().min(1).optional(),
    session: z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .optional(),
    reason: z.string().min(1),
  })
  .refine(({ user, session }) => (user === undefined) !== (session === undefined))
const TIMEOUT_MS = 300_000

/** Runs the command; gives the exit code. */
async function runErase(
  args: readonly string[],
  environment: Environment,
  write: (line: string) => void,
): Promise<number> {
  const order = readArguments(args)
  if (order === undefined) {
    write(USAGE)
    return 2
  }
  try {
    const { ADMIN_URL: address, ADMIN_TOKEN: token } = readConfig(schema, environment)
    const { user, session: session_id, reason } = order
    const response = await fetch(`${address.replace(/\/+$/, '')}/admin/erasures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user, session_id, reason }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    const challenge = response.headers.get('www-authenticate')
    write(response.ok ? text : `Not erased (status ${response.status}): ${text}`)
    if (!response.ok && challenge !== null) write(`It asks for: ${challenge}`)
    return response.ok ? 0 : 1
  } catch (error) {
    write(`Not erased, or not all: ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof ConfigError ? 78 : 1
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { user: text, session: text, reason: text } })
    return orderSchema.safeParse(values).data
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  process.exitCode = await runErase(process.argv.slice(2), process.env, (line) => console.log(line))
}
