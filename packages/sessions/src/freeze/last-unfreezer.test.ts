import { createControlRecord } from '@sluice/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreezeTestStack, order, startFreezeTestStack } from '../testing/freeze-test-stack.ts'
import { createUnfreezers } from './unfreezers.ts'

let stack: FreezeTestStack
beforeAll(async () => {
  stack = await startFreezeTestStack()
}, 300_000)
afterAll(async () => await stack?.stop())

it('a freeze of the last active CISO takes effect like any other, and raises a critical event', async () => {
  const tenant = 'two'
  const [one, two, other] = [
    { tenant, sub: 'ciso-1' },
    { tenant, sub: 'ciso-2' },
    { tenant, sub: 'alice' },
  ] as const
  const unfreezers = createUnfreezers({ findActive: async () => [one.sub, two.sub], sessions: stack.sessions })
  const missing: number[] = []
  const errors: Error[] = []
  const control = stack.anotherControl({
    unfreezers,
    onUnfreezersMissing: (tenants) => missing.push(tenants),
    connection: stack.connect({ onError: (error) => errors.push(error) }),
  })
  const records = () => stack.records.filter((record) => record.tenant === tenant)
  const events = () => records().map(({ event }) => event)
  await control.freezeUser(other, order)
  await control.freezeUser(one, order)
  expect(await unfreezers.isAnyLeft(tenant)).toBe(true)
  expect(await control.freezeUser(two, { ...order, incidentId: 'INC-3' })).toMatchObject({
    changed: true,
    recorded: true,
  })
  await expect.poll(events).toContain('ciso.last_frozen')
  expect(events().filter((event) => event === 'ciso.last_frozen')).toHaveLength(1)
  expect(records().at(-1)).toMatchObject({
    severity: 'critical',
    actor: order.actor,
    sub: two.sub,
    incident_id: 'INC-3',
  })
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('no active CISO is left')])
  expect(await unfreezers.isAnyLeft(tenant)).toBe(false)
  await control.unfreezeUser(one, order)
  await expect.poll(() => missing).toEqual([0, 1, 0])
  control.close()
})

it('a freeze whose consequence cannot be found out is reported', async () => {
  const failing = createUnfreezers({
    findActive: async () => {
      throw new Error('no database')
    },
    sessions: stack.sessions,
  })
  const errors: Error[] = []
  const control = stack.anotherControl({
    unfreezers: failing,
    connection: stack.connect({ onError: (error) => errors.push(error) }),
  })
  expect(await control.freezeUser({ tenant: 'unknown', sub: 'ciso' }, order)).toMatchObject({ recorded: true })
  await expect.poll(() => errors.map(({ message }) => message)).toEqual([expect.stringContaining('whether a CISO')])
  control.close()
})

it('a freeze of the last one that took effect late raises the event when it is recorded', async () => {
  const last = { tenant: 'late', sub: 'ciso' }
  const control = stack.anotherControl({
    unfreezers: createUnfreezers({ findActive: async () => [last.sub], sessions: stack.sessions }),
  })
  const events = () => stack.records.filter(({ tenant }) => tenant === 'late').map(({ event }) => event)
  const record = createControlRecord({
    ...{ id: 'late-1', event: 'user.frozen', severity: 'critical', timeMs: 7, service: 'test', actor: order.actor },
    ...{ ...last, reason: order.reason },
  })
  // As a process that has died since has ordered it. Only the control with `unfreezers` is there to find it.
  stack.control.close()
  await stack.writer.freezeUser(
    last,
    { reason: order.reason, by: order.actor },
    { id: record.id, text: JSON.stringify(record) },
  )
  await expect.poll(events, { timeout: 15_000 }).toEqual(['user.frozen', 'ciso.last_frozen'])
  control.close()
})
