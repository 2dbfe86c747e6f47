import { expect, it } from 'vitest'
import { okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

it('Lets in a CISO whom no directory knows yet where configuration names one, and says of others why not.', async () => {
  const stack = await startAdminStack({ INITIAL_USERS: JSON.stringify([{ sub: 'first' }]) })
  try {
    const ciso = (sub: string) => ({ sub, groups: ['role:ciso'] })
    expect(await okJson(await stack.call(ciso('first'), 'GET', '/admin/api-keys'))).toEqual({ data: [] })
    const refused = await problemOf(await stack.call(ciso('second'), 'GET', '/admin/api-keys'))
    expect(refused).toMatchObject({ status: 403, code: 'user_not_active' })
    expect(refused.detail).toMatch(/No directory has been synchronized yet.*INITIAL_USERS/)
  } finally {
    await stack.stop()
  }
})
