import { hash } from 'node:crypto'
import { canonicalJson } from '@sluice/contracts'
import { createEndpointHealth } from '@sluice/pipeline'
import type { ToolPins } from '@sluice/pipeline/ports'
import type { BuildContext } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import { type GatewayConfig, gatewayConfigSchema } from '../config.ts'
import type { Spendings } from '../spending/spendings.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { EndpointRegistry } from './endpoint-registry.ts'
import { type FilesRead, FileWatch, fingerprintOf } from './file-watch.ts'
import { OpenedEndpoints } from './opened-endpoints.ts'
import { readInThread } from './read-in-thread.ts'
import {
  type ReadRegistry,
  type RegistryConfig,
  RegistryFault,
  readRegistryFile,
  withSecrets,
} from './read-registry.ts'
import { SecretReader } from './secret-references.ts'

type EndpointHealth = ReturnType<typeof createEndpointHealth>

/** The endpoints, and what is known of them from how they answer. */
interface OpenEndpoints {
  readonly registry: EndpointRegistry
  readonly health: EndpointHealth
  /** What is known of them now, for those who look after them. */
  readonly describe: () => ReturnType<typeof describeEndpoints>
}

/**
 * Opens the endpoints of the configuration, and follows the registry file where there is one: a change is taken once
 * the file has been left alone for an interval; one that is not valid is refused, and what there was stays.
 *
 * @param liveGateways how many gateways share the limits of endpoints, this one included.
 * @param pins which definitions of tools are accepted.
 * @param spendings the budgets of all endpoints.
 * @throws {ConfigError} where there is no valid registry, or two.
 */
export async function openEndpoints(
  context: BuildContext<GatewayConfig>,
  liveGateways: () => number,
  pins: ToolPins,
  spendings: Pick<Spendings, 'ofEndpoint'>,
): Promise<OpenEndpoints> {
  const { config, clock, logger, onClose } = context
  const opened = new OpenedEndpoints({
    ...{ clock, liveGateways },
    connectTimeoutMs: config.UPSTREAM_CONNECT_TIMEOUT_MS,
    headersTimeoutMs: config.UPSTREAM_HEADERS_TIMEOUT_MS,
    idleTimeoutMs: config.UPSTREAM_IDLE_TIMEOUT_MS,
    maxConnections: config.UPSTREAM_MAX_CONNECTIONS,
    maxWaiting: config.UPSTREAM_MAX_WAITING,
    maxWaitMs: config.UPSTREAM_MAX_WAIT_MS,
    maxAnswerBytes: config.UPSTREAM_MAX_ANSWER_BYTES,
    maxResultBytes: config.MCP_MAX_RESULT_BYTES,
    ...{ pins, spendings },
  })
  onClose('endpoints', () => opened.close())
  const path = config.ENDPOINTS_FILE
  const taken = path === undefined ? '' : await fingerprintOf([path])
  const { config: first, files } = readFirst(context)
  const registry = new EndpointRegistry(opened.setOf(first))
  const health = createEndpointHealth()
  warnOfClosedTools(context, first)
  const observe = observeRegistry(context, opened)
  observeBreakers(context, registry, health)
  const describe = () =>
    describeEndpoints(registry.registered(), { health, load: opened.load(), nowMs: clock.monotonicMs() })
  if (path === undefined || files.length === 0) return { registry, health, describe }

  let current = digestOf(first)
  observe.applied()
  const apply = (read: RegistryConfig) => {
    const digest = digestOf(read)
    if (digest === current) return observe.unchanged()
    registry.replace(opened.setOf(read))
    current = digest
    observe.applied()
    warnOfClosedTools(context, read)
    logger.info(
      { endpoints: read.endpoints.map(({ name }) => name), registry: registry.current('').registry.digest },
      'the registry of endpoints was read again, and counts from now on',
    )
  }
  const read = async (): Promise<FilesRead> => {
    try {
      const { config: again, files } = await readInThread({ path, env: withoutOwn(context.env) })
      if (digestOf(again) !== current) await opened.prepare(again)
      return { files, apply: () => apply(again) }
    } catch (err) {
      const fault = err instanceof RegistryFault ? err : new RegistryFault(['it could not be read'])
      const refuse = () => {
        observe.refused()
        logger.error({ faults: fault.faults }, 'the registry of endpoints was refused: the one before it stays')
      }
      return { files: [...new Set([path, ...fault.files])], apply: refuse }
    }
  }
  const all = await fingerprintOf(files)
  const watch = new FileWatch(files, (await fingerprintOf([path])) === taken ? all : '', {
    intervalMs: config.ENDPOINTS_POLL_MS,
    read,
  })
  onClose('watch over the registry of endpoints', () => watch.stop())
  return { registry, health, describe }
}

/** Tools are closed until they are opened, which somebody who adds a server may not expect. */
function warnOfClosedTools({ config, logger }: BuildContext<GatewayConfig>, { mcpServers }: RegistryConfig): void {
  if (mcpServers.length === 0 || config.MCP_TOOLS_BY_GROUP !== undefined) return
  const servers = mcpServers.map(({ name }) => name)
  logger.warn({ servers }, 'nobody may use a tool of these MCP servers: MCP_TOOLS_BY_GROUP is not set')
}

/** Without files where the registry stands in a variable. An empty file counts as none. */
function readFirst(context: BuildContext<GatewayConfig>): ReadRegistry {
  const { ENDPOINTS, ENDPOINTS_FILE } = context.config
  const env = withoutOwn(context.env)
  const refuse = (variable: string, message: string) => new ConfigError([{ variable, message }])
  try {
    const read = ENDPOINTS_FILE === undefined ? undefined : readRegistryFile(ENDPOINTS_FILE, env)
    if (read !== undefined && ENDPOINTS !== undefined)
      throw refuse('ENDPOINTS_FILE', 'is set beside ENDPOINTS: set one')
    if (read !== undefined) return read
    if (ENDPOINTS === undefined) throw refuse('ENDPOINTS', 'is required but not set; so is ENDPOINTS_FILE')
    const written = { endpoints: ENDPOINTS, mcpServers: [], recognizers: [], guards: [] }
    return { config: withSecrets(written, new SecretReader(env, process.cwd())), files: [] }
  } catch (cause) {
    if (!(cause instanceof RegistryFault)) throw cause
    const variable = ENDPOINTS === undefined ? 'ENDPOINTS_FILE' : 'ENDPOINTS'
    throw new ConfigError(cause.faults.map((message) => ({ variable, message })))
  }
}

/** No reference reaches the gateway's own variables: a mistake would send its data keys to a provider. */
function withoutOwn<Value>(env: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const own = new Set(Object.keys(gatewayConfigSchema.shape))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)))
}

/** Of everything that was read, keys included: it stays in memory. */
function digestOf(config: RegistryConfig): string {
  return hash('sha256', canonicalJson(config), 'base64url')
}

/** By how much a breaker keeps from an endpoint. */
const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

function observeBreakers(
  { clock, metrics }: BuildContext<GatewayConfig>,
  registry: EndpointRegistry,
  health: EndpointHealth,
): void {
  metrics.gauge({
    name: 'sluice_endpoint_breaker_state',
    help: 'Whether requests are kept from an endpoint because it fails: 0 no (closed), 1 all but one at a time (half-open), 2 all (open). Of the keys of one endpoint the worst.',
    labelNames: ['endpoint'],
    collect() {
      this.reset()
      const worst = new Map<string, number>()
      for (const endpoint of registry.all()) {
        const state = BREAKER_STATES[health.stateOf(endpoint, clock.monotonicMs())]
        worst.set(endpoint.name, Math.max(worst.get(endpoint.name) ?? 0, state))
      }
      for (const [endpoint, state] of worst) this.set({ endpoint }, state)
    },
  })
}

function observeRegistry({ clock, metrics }: BuildContext<GatewayConfig>, opened: OpenedEndpoints) {
  metrics.gauge({
    name: 'sluice_upstream_connections',
    help: 'Connections to an endpoint that requests hold (in_use), and requests that wait for one (waiting).',
    labelNames: ['endpoint', 'state'],
    collect() {
      // An endpoint that has gone leaves no series behind.
      this.reset()
      for (const { endpoint, inUse, waiting } of opened.load()) {
        this.set({ endpoint, state: 'in_use' }, inUse)
        this.set({ endpoint, state: 'waiting' }, waiting)
      }
    },
  })
  const reloads = metrics.counter({
    name: 'sluice_endpoint_registry_readings_total',
    help: 'Readings of the registry file: applied, unchanged, or refused, which leaves the one before it in force.',
    labelNames: ['result'],
  })
  const refused = metrics.gauge({
    name: 'sluice_endpoint_registry_refused',
    help: '1 while the registry file holds what was refused, so that an older one is in force.',
  })
  const appliedAt = metrics.gauge({
    name: 'sluice_endpoint_registry_applied_timestamp_seconds',
    help: 'When the registry file that is in force was read.',
  })
  const count = (result: string, isRefused: boolean) => {
    reloads.inc({ result })
    refused.set(isRefused ? 1 : 0)
  }
  return {
    applied() {
      count('applied', false)
      appliedAt.set(clock.nowMs() / 1000)
    },
    unchanged: () => count('unchanged', false),
    refused: () => count('refused', true),
  }
}
