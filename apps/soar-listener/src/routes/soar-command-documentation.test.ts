import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListenerStack, SECRETS, startListenerStack } from '../testing/test-stack.ts'

const page = readFileSync(new URL('../../../../docs/soar.md', import.meta.url), 'utf8')

/** The shell snippet under a heading. */
function snippet(heading: string): string {
  const [, section = ''] = page.split(`## ${heading}\n`)
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
}

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack()
}, 300_000)
afterAll(async () => await stack?.stop())

it.each([
  ['Sign a command with curl and openssl', () => ({ SOAR_SECRET: SECRETS.current }), 'soar:xsoar'],
  [
    'Send a command with an access token',
    async () => ({ TOKEN: await stack.oidc.serviceToken({ scope: 'soar' }) }),
    'soar:oauth:svc',
  ],
])('the example "%s" works as it stands', async (heading, variables, actor) => {
  await stack.unfreezeAll()
  await stack.users.upsert({ tenant: 'default', sub: 'maria', email: 'maria@example.com', groups: [], active: true })
  const env = { ...process.env, SOAR_URL: stack.url, ...(await variables()) }
  const { stdout } = await promisify(execFile)('sh', ['-euc', snippet(heading)], { env })
  expect(JSON.parse(stdout)).toMatchObject({ state: 'frozen', user: { sub: 'maria' }, recorded: true })
  expect(await stack.freezeStateOf('default', 'maria')).toMatchObject({ by: actor })
})

it('the document that the service gives is the one in docs/api', async () => {
  const inDocs: unknown = JSON.parse(
    readFileSync(new URL('../../../../docs/api/soar-listener.json', import.meta.url), 'utf8'),
  )
  expect(await (await fetch(`${stack.url}/openapi.json`)).json()).toEqual(inDocs)
})
