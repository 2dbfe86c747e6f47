import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, problemOf, startAdminStack } from '../testing/test-stack.ts'

/*
 * Failures close the service: a caller whose state is unknown is refused, and nobody is unfrozen without a record. A
 * freeze works as long as Redis does.
 */

let stack: AdminStack
let redis: RedisServer
beforeAll(async () => {
  redis = await startOwnRedis({ sources: ['docker', 'binary'] })
  stack = await startAdminStack({ OUTBOX_MAX_RECORDS: '1' }, { redis })
})
afterAll(() => stack.stop())

it('freezes with a full outbox and says that it is not recorded, and unfreezes nobody', async () => {
  const { id } = await stack.begin('u-alice')
  const freeze = (path: string) => stack.call('carol', 'POST', path, { reason: 'a drill' })
  expect(await (await freeze(`/admin/sessions/${id}/freeze`)).json()).toMatchObject({ recorded: true })
  expect(await (await freeze('/admin/users/u-alice/freeze')).json()).toMatchObject({ changed: true, recorded: false })
  for (const path of [`/admin/sessions/${id}/unfreeze`, '/admin/users/u-alice/unfreeze']) {
    expect(await problemOf(await freeze(path))).toMatchObject({ status: 503, code: 'audit_unavailable' })
  }
  expect(await stack.sessions.find(id)).toMatchObject({
    state: 'frozen',
    ownFreezeState: { state: 'frozen' },
    userFreezeState: { state: 'frozen' },
  })
  expect(stack.logged()).toContain('its audit record could not be written')
})

it('counts refused callers', async () => {
  await stack.call(undefined, 'GET', '/admin/sessions/1')
  await stack.call('grace', 'GET', '/admin/sessions/7')
  const metrics = await (await fetch(`${stack.url}/metrics`)).text()
  expect(metrics).toMatch(/sluice_admin_denied_total\{.*route="\/admin\/sessions\/:id",code="token_missing".*\} 1\n/)
  expect(metrics).toMatch(
    /sluice_admin_denied_total\{.*route="\/admin\/sessions\/:id",code="action_not_permitted".*\} 1\n/,
  )
  expect(stack.logged()).toMatch(/"code":"action_not_permitted","tenant":"default","sub":"grace"/)
})

it('lets nobody in while Redis is away, and everyone again when it is back', async () => {
  await redis.kill()
  expect(await problemOf(await stack.call('carol', 'GET', '/admin/policies'))).toMatchObject({
    ...{ status: 503, code: 'dependency_unavailable' },
  })
  expect((await fetch(`${stack.url}/health/live`)).status).toBe(200)
  expect((await fetch(`${stack.url}/health/ready`)).status).toBe(503)
  await redis.restart()
  await expect
    .poll(async () => (await stack.call('carol', 'GET', '/admin/policies')).status, { timeout: 10_000 })
    .toBe(200)
})
