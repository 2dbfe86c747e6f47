import { ownVariables } from '@sluice/service-kit/environment'
import type { Code } from './service-process.ts'
import {
  LOCAL_SERVICES,
  type LocalService,
  type ServiceSettings,
  type Surroundings,
  serviceEnvironment,
} from './services.ts'

/** A process of the local stack, and the services in it. */
export interface ServiceGroup {
  readonly name: string
  /** Under `apps`: what is run. */
  readonly folder: string
  /** The service, by its folder, whose flags of Node it has. */
  readonly flagsOf: string
  readonly services: readonly LocalService[]
}

/** Runs several services as one process. */
const ALL_IN_ONE = 'all-in-one'

/**
 * The processes of the local stack. What is built runs in two, which takes half the memory: what answers callers of
 * models, and the rest. From the sources each service has a process of its own, to start again alone.
 */
export function serviceGroups(code: Code): readonly ServiceGroup[] {
  if (code === 'built') return [group('gateway', 'gateway'), group('control-plane', 'admin')]
  return LOCAL_SERVICES.map((service) => {
    const { name, folder = name } = service
    return { name, folder, flagsOf: folder, services: [service] }
  })
}

function group(name: LocalService['process'], flagsOf: string): ServiceGroup {
  const services = LOCAL_SERVICES.filter(({ process }) => process === name)
  return { name, folder: ALL_IN_ONE, flagsOf, services }
}

/** The environment of a process. Where it may run several services, each finds its own by its name. */
export function groupEnvironment(
  { folder, services }: ServiceGroup,
  surroundings: Surroundings,
  settings: ServiceSettings,
): Record<string, string> {
  const environments = services.map((service) => {
    const environment = serviceEnvironment(service, surroundings, settings)
    return folder === ALL_IN_ONE ? ownVariables(service.name, environment) : environment
  })
  const names = folder === ALL_IN_ONE ? { SERVICES: services.map(({ name }) => name).join() } : {}
  return Object.assign(names, ...environments)
}
