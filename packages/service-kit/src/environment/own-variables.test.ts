import { expect, it } from 'vitest'
import { environmentOf, findMisspeltServices, ownVariables } from './own-variables.ts'

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

it('finds a misspelt name of a service, and takes nothing else for one', () => {
  const known = { admin: ['PORT', 'TLOG_KEY'], 'gateway-worker': ['PORT'] }
  const others = { ADMIN_PORT: 'tcp://1', ADMIN__PROT: '1', AIRFLOW__PORT: '1', GATEWAY__PORT: '1', npm__config: 'x' }
  const env = { ADMN__TLOG_KEY: 'k', GATEWAYWORKER__PORT: '1', ...others }
  expect(findMisspeltServices(SERVICES, known, env)).toEqual([
    { given: 'ADMN__TLOG_KEY', meant: 'ADMIN__TLOG_KEY' },
    { given: 'GATEWAYWORKER__PORT', meant: 'GATEWAY_WORKER__PORT' },
  ])
  expect(findMisspeltServices(SERVICES, known, { ADMN__TLOG_KEY: 'k', ADMIN__TLOG_KEY: 'k' })).toEqual([])
})
