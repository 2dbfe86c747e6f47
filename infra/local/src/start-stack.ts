import { startOidc } from '@sluice/testkit'
import type { ClosingOrder } from './closing-order.ts'
import { startDemoModel } from './demo-model.ts'
import { gatewayEnvironment } from './gateway-environment.ts'
import { gatewayMark, launchGateway, waitForGateway } from './gateway-process.ts'
import { requireFreePorts, stackPorts } from './ports.ts'
import { sampleUsers } from './sample-users.ts'
import { seedUsers } from './seed-users.ts'
import { clearLastStack, removeStackFile, type StackRecord, writeStackFile } from './stack-file.ts'
import { startStores } from './start-stores.ts'
import { obtainSecrets, openStateFolder } from './state-folder.ts'
import type { SummaryFacts } from './summary.ts'
import { findEndpoints } from './upstreams.ts'

const audience = 'urn:sluice:gateway'
const tokenLifetimeSeconds = 8 * 60 * 60

export interface RunningStack {
  readonly facts: SummaryFacts
  /** Settles when the gateway ends, which nobody asked for. */
  readonly gatewayEnded: Promise<unknown>
}

/**
 * Starts everything, in order: stores, local OIDC, demo model, gateway. What was opened is entered into `closing` at
 * once, so that a start that fails half-way or is interrupted can be undone.
 */
export async function startStack(
  environment: Readonly<Record<string, string | undefined>>,
  closing: ClosingOrder,
  print: (text: string) => void,
): Promise<RunningStack> {
  const ports = stackPorts(environment.PORT_BASE)
  const folder = openStateFolder(environment.SLUICE_STATE_DIR)
  await clearLastStack(folder.stackFile)
  await requireFreePorts(ports)
  const secrets = obtainSecrets(folder)

  const issuer = `http://127.0.0.1:${ports.oidc}`
  const record: StackRecord = { pid: process.pid, portBase: ports.base, issuer, audience, children: [] }
  writeStackFile(folder.stackFile, record)
  closing.add('state file', async () => removeStackFile(folder.stackFile))

  print('Starting Redis and PostgreSQL ...')
  const children = new Map<string, number>()
  const noteChild = (mark: string, pid: number | undefined) => {
    if (pid !== undefined) children.set(mark, pid)
    const noted = Array.from(children, ([childMark, childPid]) => ({ pid: childPid, mark: childMark }))
    writeStackFile(folder.stackFile, { ...record, children: noted })
  }
  const watch = { print, onStart: (pid: number | undefined) => noteChild('redis-server', pid) }
  const stores = await startStores(environment, folder, secrets, closing, watch)
  await seedUsers(stores.databaseUrl, sampleUsers)

  const oidc = await startOidc({
    users: sampleUsers,
    audience,
    port: ports.oidc,
    keyFile: folder.oidcKeys,
    accessTokenTtlSeconds: tokenLifetimeSeconds,
  })
  closing.add('local OIDC', () => oidc.stop())
  const demo = await startDemoModel(ports.demoModel, print)
  closing.add('demo model', () => demo.stop())

  print('Starting the gateway ...')
  const endpoints = await findEndpoints(environment, demo.baseUrl)
  const settings = { port: ports.gateway, issuer, audience, endpoints, dataKeys: secrets.dataKeys, ...stores }
  const gatewayLog = folder.logFile('gateway')
  const gateway = await launchGateway(gatewayEnvironment(settings, environment), gatewayLog)
  closing.add('gateway', () => gateway.end('SIGTERM', 15_000))
  noteChild(gatewayMark, gateway.pid)
  await waitForGateway(gateway, ports.gateway, gatewayLog)

  const gatewayUrl = `http://127.0.0.1:${ports.gateway}`
  const models = endpoints.flatMap((endpoint) => endpoint.models)
  const facts: SummaryFacts = {
    services: {
      gateway: gatewayUrl,
      'local OIDC': issuer,
      'demo model': `${demo.baseUrl} (not a real language model)`,
      Redis: withoutPassword(stores.redisUrl),
      PostgreSQL: withoutPassword(stores.databaseUrl),
      'gateway log': gatewayLog,
    },
    users: sampleUsers,
    gatewayUrl,
    model: models[0] ?? '',
    models,
    stateFolder: folder.root,
  }
  return { facts, gatewayEnded: gateway.exited }
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}
