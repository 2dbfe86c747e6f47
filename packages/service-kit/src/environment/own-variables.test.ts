import { expect, it } from 'vitest'
import { environmentOf, ownVariables, unownedVariables } from './own-variables.ts'

const SERVICES = ['gateway', 'gateway-worker', 'admin']

it('gives a service what is set for all and for it alone, and nothing of the others', () => {
  const env = {
    HOST: 'h',
    PORT: '1',
    GATEWAY__PORT: '2',
    GATEWAY_WORKER__PORT: '3',
    ADMIN__TLOG_KEY: 'k',
    GATEWAY_URL: 'u',
  }
  const shared = { HOST: 'h', GATEWAY_URL: 'u' }
  expect(environmentOf('gateway', SERVICES, env)).toEqual({ ...shared, PORT: '2' })
  expect(environmentOf('gateway-worker', SERVICES, env)).toEqual({ ...shared, PORT: '3' })
  expect(environmentOf('admin', SERVICES, env)).toEqual({ ...shared, PORT: '1', TLOG_KEY: 'k' })
})

it('lets an own empty value take away what is set for all', () => {
  expect(environmentOf('admin', SERVICES, { OPERATIONS_PORT: '9', ADMIN__OPERATIONS_PORT: '' }).OPERATIONS_PORT).toBe(
    '',
  )
})

it.each([
  [{ TLOG_KEY: 'for all', ADMIN__TLOG_KEY_FILE: '/own' }, { TLOG_KEY_FILE: '/own' }],
  [{ TLOG_KEY_FILE: '/for-all', ADMIN__TLOG_KEY: 'own' }, { TLOG_KEY: 'own' }],
])('lets an own value win over a file for all, and an own file over a value: %j', (env, expected) => {
  expect(environmentOf('admin', SERVICES, env)).toEqual(expected)
})

it('finds again what it has named', () => {
  const variables = { PORT: '1', LOG_LEVEL: '' }
  expect(environmentOf('gateway-worker', SERVICES, ownVariables('gateway-worker', variables))).toEqual(variables)
})

it('names variables of a service that there is not, and leaves those of others alone', () => {
  const env = { ADMN__PORT: '1', ADMIN__PORT: '1', __CF_USER: 'x', npm__config: 'x', __PORT: '1' }
  expect(unownedVariables(SERVICES, new Set(['PORT']), env)).toEqual(['ADMN__PORT'])
})
