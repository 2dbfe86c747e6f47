import { environmentOf } from '@sluice/service-kit/environment'
import { expect, it } from 'vitest'
import { groupEnvironment, serviceGroups } from './service-groups.ts'
import { LOCAL_SERVICES, serviceEnvironment } from './services.ts'
import { SURROUNDINGS } from './testing/surroundings.ts'

const NAMES = LOCAL_SERVICES.map(({ name }) => name)
const settings = { portBase: 9000, environment: {} }

it('runs what is built in two processes, and what callers of models wait for apart', () => {
  const groups = serviceGroups('built')
  expect(groups.map(({ services }) => services.map(({ name }) => name))).toEqual([
    ['gateway', 'gateway-worker'],
    ['admin', 'soar-listener', 'idp-sync', 'assessment-api'],
  ])
  expect(groups.flatMap(({ services }) => services)).toHaveLength(LOCAL_SERVICES.length)
})

it('runs each service from its sources in a process of its own, with its own environment', () => {
  const groups = serviceGroups('sources')
  expect(groups.map(({ name }) => name)).toEqual(NAMES)
  for (const group of groups) {
    const [service] = group.services
    const expected = service && serviceEnvironment(service, SURROUNDINGS, settings)
    expect(groupEnvironment(group, SURROUNDINGS, settings)).toEqual(expected)
  }
})

it('hands each service of a process the environment that it has alone', () => {
  for (const group of serviceGroups('built')) {
    const { SERVICES, ...env } = groupEnvironment(group, SURROUNDINGS, settings)
    expect(SERVICES?.split(',')).toEqual(group.services.map(({ name }) => name))
    for (const service of group.services) {
      const expected = serviceEnvironment(service, SURROUNDINGS, settings)
      expect(environmentOf(service.name, NAMES, env)).toEqual(expected)
    }
  }
})
