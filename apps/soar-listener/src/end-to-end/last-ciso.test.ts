import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListenerStack, startListenerStack } from '../testing/test-stack.ts'

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack(() => ({ ROLES_BY_GROUP: '{"Chiefs":"ciso","Helpers":"auditor"}' }))
}, 300_000)
afterAll(async () => await stack?.stop())

it('freezes the last CISO of a tenant by SOAR, as anybody, with a critical event', async () => {
  const common = { tenant: 'acme', active: true } as const
  await stack.users.upsert({ ...common, sub: 'chief-1', groups: ['Chiefs'] })
  await stack.users.upsert({ ...common, sub: 'chief-2', groups: ['x', 'Chiefs'] })
  await stack.users.upsert({ ...common, sub: 'chief-3', groups: ['Chiefs'], active: false })
  await stack.users.upsert({ ...common, sub: 'helper', groups: ['Helpers'] })
  await stack.users.upsert({ ...common, tenant: 'default', sub: 'chief-4', groups: ['Chiefs'] })
  const freeze = async (sub: string) => {
    const command = { command: 'freeze_user', user: { sub }, tenant: 'acme', reason: 'phished', incident_id: 'INC-1' }
    const response = await stack.command(command)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ state: 'frozen', changed: true, recorded: true })
  }
  const lost = async () => (await stack.records()).filter(({ event }) => event === 'ciso.last_frozen')
  await freeze('helper')
  await freeze('chief-1')
  await freeze('chief-2')
  await expect
    .poll(lost)
    .toEqual([
      expect.objectContaining({ severity: 'critical', sub: 'chief-2', actor: 'soar:xsoar', incident_id: 'INC-1' }),
    ])
  expect(await (await fetch(`${stack.url}/metrics`)).text()).toMatch(/sluice_tenants_without_ciso\{[^}]*\} 1/)
  expect(stack.logged()).toContain('no active CISO is left')
})
