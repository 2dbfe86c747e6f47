import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, problemOf, startHouse } from './house.ts'

/*
 * What fails, fails closed: nobody is let in whose state cannot be found out, and nobody is freed off the record. What
 * stops a user works as long as it can.
 */

let house: House
let redis: RedisServer
beforeAll(async () => {
  redis = await startOwnRedis()
  house = await startHouse({ OUTBOX_MAX_RECORDS: '1' }, redis)
})
afterAll(() => house.stop())

it('freezes with a full outbox and says that it is not recorded, and frees nobody', async () => {
  const { id } = await house.begin('u-alice')
  const freeze = (path: string) => house.call('carol', 'POST', path, { reason: 'a drill' })
  expect(await (await freeze(`/admin/sessions/${id}/freeze`)).json()).toMatchObject({ recorded: true })
  expect(await (await freeze('/admin/users/u-alice/freeze')).json()).toMatchObject({ changed: true, recorded: false })
  for (const path of [`/admin/sessions/${id}/unfreeze`, '/admin/users/u-alice/unfreeze']) {
    expect(await problemOf(await freeze(path))).toMatchObject({ status: 503, code: 'audit_unavailable' })
  }
  expect(await house.sessions.find(id)).toMatchObject({
    state: 'frozen',
    own: { state: 'frozen' },
    user: { state: 'frozen' },
  })
  expect(house.logged()).toContain('its audit record could not be written')
})

it('counts whom it did not let in', async () => {
  await house.call(undefined, 'GET', '/admin/sessions/1')
  await house.call('grace', 'GET', '/admin/sessions/7')
  const metrics = await (await fetch(`${house.url}/metrics`)).text()
  expect(metrics).toMatch(/sluice_admin_denied_total\{.*route="\/admin\/sessions\/:id",code="token_missing".*\} 1\n/)
  expect(metrics).toMatch(
    /sluice_admin_denied_total\{.*route="\/admin\/sessions\/:id",code="action_not_permitted".*\} 1\n/,
  )
  expect(house.logged()).toMatch(/"code":"action_not_permitted","tenant":"default","sub":"grace"/)
})

it('lets nobody in while Redis is away, and everyone again when it is back', async () => {
  await redis.kill()
  expect(await problemOf(await house.call('carol', 'GET', '/admin/sessions'))).toMatchObject({
    ...{ status: 503, code: 'dependency_unavailable' },
  })
  expect((await fetch(`${house.url}/health/live`)).status).toBe(200)
  expect((await fetch(`${house.url}/health/ready`)).status).toBe(503)
  await redis.restart()
  await expect
    .poll(async () => (await house.call('carol', 'GET', '/admin/sessions')).status, { timeout: 10_000 })
    .toBe(200)
})
