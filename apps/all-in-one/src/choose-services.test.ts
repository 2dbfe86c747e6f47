import { expect, it } from 'vitest'
import { chooseServices } from './choose-services.ts'

it('gives each service that is named what is set for it and for all', async () => {
  const services = await chooseServices({
    SERVICES: 'idp-sync, admin',
    REDIS_URL: 'redis://r',
    ADMIN__PORT: '1',
    IDP_SYNC__PORT: '2',
    GATEWAY__PORT: '3',
  })
  expect(services.map(({ definition, env }) => [definition.name, env.PORT, env.REDIS_URL])).toEqual([
    ['idp-sync', '2', 'redis://r'],
    ['admin', '1', 'redis://r'],
  ])
  for (const { env } of services) expect(Object.keys(env)).not.toContain('GATEWAY__PORT')
})

it.each([
  ['', /SERVICES: is required/],
  [' ,', /SERVICES: is required/],
  ['admin,admins', /SERVICES: names no such service; they are gateway, gateway-worker, admin/],
  ['toString', /SERVICES: names no such service/],
  ['admin,admin', /SERVICES: names a service twice/],
  ['gateway,admin', /SERVICES: puts others beside the gateway/],
  ['gateway,gateway-worker,assessment-api', /SERVICES: puts others beside the gateway/],
])('refuses %j', async (names, message) => {
  await expect(chooseServices({ SERVICES: names })).rejects.toThrow(message)
})

it.each(['gateway,gateway-worker', 'gateway-worker,idp-sync', 'assessment-api'])('takes %j', async (names) => {
  const services = await chooseServices({ SERVICES: names })
  expect(services.map(({ definition }) => definition.name).join()).toBe(names)
})

it('refuses a variable whose service is misspelt', async () => {
  const env = { SERVICES: 'idp-sync', IDPSYNC__PORT: '1', OTHER__PORT: '1' }
  const message = 'has 1 fault:\n  IDPSYNC__PORT: is set, which nothing reads; is IDP_SYNC__PORT meant?'
  await expect(chooseServices(env)).rejects.toThrow(message)
})
