import { userInfo } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminStack, startAdminStack } from './testing/test-stack.ts'
import { runUnfreeze } from './unfreeze-command.ts'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack?.stop())

async function run(...args: string[]) {
  const lines: string[] = []
  const environment = { REDIS_URL: stack.redis.url }
  const code = await runUnfreeze(args, { environment, write: (line) => lines.push(line), osUser: userInfo().username })
  return { code, text: lines.join('\n') }
}

describe('npm run unfreeze', () => {
  it('unfreezes a user from the host, and leaves a record with the name of the operator', async () => {
    await stack.call('dave', 'POST', '/admin/users/carol/freeze', { reason: 'r' })
    const { code, text } = await run('--sub', 'carol', '--reason', 'The only CISO', '--incident', 'INC-6')
    expect(text).toContain('carol of default is active')
    expect(code).toBe(0)
    const { freezeState } = await stack.sessions.findUser({ tenant: 'default', sub: 'carol' })
    expect(freezeState).toMatchObject({ state: 'active', by: `host:${userInfo().username}` })
    expect((await stack.takeRecords()).filter(({ event }) => event === 'user.unfrozen')).toEqual([
      expect.objectContaining({
        event: 'user.unfrozen',
        severity: 'critical',
        service: 'unfreeze-command',
        actor: `host:${userInfo().username}`,
        reason: 'The only CISO',
        incident_id: 'INC-6',
      }),
    ])
  })

  it('says so where the user was not frozen', async () => {
    expect(await run('--tenant', 'acme', '--sub', 'carol', '--reason', 'r')).toMatchObject({
      code: 0,
      text: expect.stringContaining('was not frozen'),
    })
  })

  it.each([
    ['no subject', ['--reason', 'r']],
    ['no reason', ['--sub', 'carol']],
    ['an empty reason', ['--sub', 'carol', '--reason', '']],
    ['an unknown option', ['--sub', 'carol', '--reason', 'r', '--force']],
    ['a word too many', ['carol', '--sub', 'carol', '--reason', 'r']],
  ])('explains itself to whom gives %s', async (_what, args) => {
    expect(await run(...args)).toMatchObject({ code: 2, text: expect.stringContaining('Usage:') })
  })

  it('ends with 1 where Redis cannot be reached, and with 78 without its address', async () => {
    const lines: string[] = []
    const options = { write: (line: string) => lines.push(line), osUser: 'root' }
    const args = ['--sub', 'carol', '--reason', 'r']
    expect(await runUnfreeze(args, { ...options, environment: { REDIS_URL: 'redis://127.0.0.1:1' } })).toBe(1)
    expect(await runUnfreeze(args, { ...options, environment: {} })).toBe(78)
    expect(lines.join('\n')).toContain('REDIS_URL')
  })
})
