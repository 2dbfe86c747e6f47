import type { ServiceConfig, ServiceDefinition } from '@sluice/service-kit'
import { ConfigError, type Environment, environmentOf, findMisspeltServices } from '@sluice/service-kit/environment'

/** A service that is to run, with its own environment. */
interface ChosenService {
  readonly definition: ServiceDefinition<ServiceConfig>
  readonly env: Environment
}

/** Each service loads its own modules only. */
const LOADERS: Readonly<Record<string, () => Promise<ServiceDefinition<ServiceConfig>>>> = {
  gateway: async () => (await import('@sluice/gateway/service')).gatewayService,
  'gateway-worker': async () => (await import('@sluice/gateway/worker')).gatewayWorkerService,
  admin: async () => (await import('@sluice/admin/service')).adminService,
  'soar-listener': async () => (await import('@sluice/soar-listener/service')).soarListenerService,
  'idp-sync': async () => (await import('@sluice/idp-sync/service')).idpSyncService,
  'assessment-api': async () => (await import('@sluice/assessment-api/service')).assessmentService,
}

const NAMES = Object.keys(LOADERS)
const VARIABLE = 'SERVICES'
/** What may share the event loop that callers of models wait for. */
const BESIDE_CALLERS = ['gateway', 'gateway-worker']

/**
 * The services that `SERVICES` names, separated by commas, each with what is set for it (`ADMIN__PORT`) and for all.
 *
 * @throws {ConfigError} when it names none, an unknown one or one twice, when it puts anything but the worker beside
 * the gateway, or when the name of a service is misspelt before that of a variable.
 */
export async function chooseServices(env: Environment): Promise<readonly ChosenService[]> {
  const names = (env[VARIABLE] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const fault = faultOf(names)
  if (fault !== undefined) throw new ConfigError([{ variable: VARIABLE, message: fault }])
  const definitions = await Promise.all(names.flatMap((name) => LOADERS[name]?.() ?? []))
  const known = definitions.map(({ name, configSchema }) => [name, Object.keys(configSchema.shape)])
  const misspelt = findMisspeltServices(NAMES, Object.fromEntries(known), env)
  if (misspelt.length > 0) {
    throw new ConfigError(
      misspelt.map(({ given, meant }) => ({
        variable: given,
        message: `is set, which nothing reads; is ${meant} meant?`,
      })),
    )
  }
  return definitions.map((definition) => ({ definition, env: environmentOf(definition.name, NAMES, env) }))
}

function faultOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return `is required: a list of ${NAMES.join(', ')}`
  const unknown = names.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) return `names no such service; they are ${NAMES.join(', ')}`
  if (new Set(names).size < names.length) return 'names a service twice'
  if (names.includes('gateway') && !names.every((name) => BESIDE_CALLERS.includes(name))) {
    return 'puts others beside the gateway, whose callers would wait for them; only gateway-worker may be'
  }
  return undefined
}
