import { writeFileSync } from 'node:fs'
import { startOwnOidc } from '@sluice/testkit/local'
import type { ClosingOrder } from './closing-order.ts'
import { consoleClient } from './console-client.ts'
import { startDemoModel } from './demo-model.ts'
import { warnOfMisspelt } from './misspelt.ts'
import { requireFreePorts, type StackPorts, stackPorts } from './ports.ts'
import { SAMPLE_USERS } from './sample-users.ts'
import { seedUsers } from './seed-users.ts'
import type { Code } from './service-process.ts'
import { LOCAL_SERVICES, offsetOf, type Surroundings } from './services.ts'
import { SOAR_CLIENT } from './soar-client.ts'
import { clearLastStack, removeStackFile, type StackRecord, writeStackFile } from './stack-file.ts'
import { startDirectory } from './start-directory.ts'
import { startServices } from './start-services.ts'
import { startStores } from './start-stores.ts'
import { obtainSecrets, openStateFolder, type StateFolder } from './state-folder.ts'
import type { SummaryFacts } from './summary.ts'
import { type EndpointConfig, findEndpoints, readUpstreams } from './upstreams.ts'
import { describeUrl } from './urls.ts'

/** One for all services, so that one token serves to try them all; a real deployment gives each its own. */
const AUDIENCE = 'urn:sluice:gateway'
const TOKEN_LIFETIME_SECONDS = 8 * 60 * 60
/** Of the tokens with which the playground poses as sample users: longer than a stack runs. */
const PLAYGROUND_LIFETIME_SECONDS = 30 * 24 * 60 * 60

type Environment = Readonly<Record<string, string | undefined>>

interface RunningStack {
  readonly facts: SummaryFacts
  /** Resolves when a service ends, which nobody asked for, with what there is to say about it. */
  readonly serviceEnded: Promise<string>
}

interface Start {
  readonly environment: Environment
  readonly ports: StackPorts
  readonly upstreams: ReturnType<typeof readUpstreams>
  readonly folder: StateFolder
  readonly closing: ClosingOrder
  readonly print: (text: string) => void
  readonly notes: StackNotes
}

/** What the stack file is told while the stack starts. */
interface StackNotes {
  /** A process by a name, with a word of its command line, for the next start. */
  child(name: string, mark: string, pid: number | undefined): void
  redis(url: string): void
}

/**
 * Starts everything, in order: stores, local OIDC, demo model, directory, services. What was opened is entered into
 * `closing` at once, so that a start that fails half-way or is interrupted can be undone.
 */
export async function startStack(
  environment: Environment,
  closing: ClosingOrder,
  print: (text: string) => void,
  code: Code,
): Promise<RunningStack> {
  for (const warning of warnOfMisspelt(environment)) print(warning)
  const ports = stackPorts(environment.PORT_BASE)
  const upstreams = readUpstreams(environment)
  const folder = openStateFolder(environment.SLUICE_STATE_DIR)
  await clearLastStack(folder.stackFile)
  await requireFreePorts(ports)

  const notes = keepStackFile(folder, ports, closing)
  const start = { environment, ports, upstreams, folder, closing, print, notes }
  print('Starting Redis and PostgreSQL ...')
  const surroundings = await startSurroundings(start)
  print('Starting the services ...')
  const { ended } = await startServices({
    portBase: ports.base,
    environment,
    surroundings,
    closing,
    ...{ code, print },
    noteChild: notes.child,
    logFile: folder.logFile,
  })
  return { facts: factsOf(start, surroundings), serviceEnded: ended }
}

/** Writes the stack file, anew with each note. */
function keepStackFile(folder: StateFolder, ports: StackPorts, closing: ClosingOrder): StackNotes {
  let record: StackRecord = {
    pid: process.pid,
    portBase: ports.base,
    audience: AUDIENCE,
    children: [],
    issuer: issuerAt(ports),
  }
  const note = (change: Partial<StackRecord>) => {
    record = { ...record, ...change }
    writeStackFile(folder.stackFile, record)
  }
  note({})
  closing.add('state file', async () => removeStackFile(folder.stackFile))
  const children = new Map<string, StackRecord['children'][number]>()
  return {
    child(name, mark, pid) {
      if (pid !== undefined) children.set(name, { pid, mark })
      note({ children: [...children.values()] })
    },
    redis: (redisUrl) => note({ redisUrl }),
  }
}

async function startSurroundings({ environment, ports, upstreams, folder, closing, print, notes }: Start) {
  const secrets = obtainSecrets(folder)
  const watch = { print, onStart: (pid: number | undefined) => notes.child('redis', 'redis-server', pid) }
  const stores = await startStores(environment, folder, secrets, closing, watch)
  notes.redis(stores.redisUrl)
  await seedUsers(stores.databaseUrl, SAMPLE_USERS)

  const oidc = await startOwnOidc({
    users: SAMPLE_USERS,
    audience: AUDIENCE,
    port: ports.oidc,
    keyFile: folder.oidcKeys,
    accessTokenTtlSeconds: TOKEN_LIFETIME_SECONDS,
    serviceClaims: SOAR_CLIENT.claims,
    webClients: [consoleClient(consoleAt(ports))],
  })
  closing.add('local OIDC', () => oidc.stop())
  const sampleCallers = await Promise.all(
    SAMPLE_USERS.map(async ({ sub, title }) => {
      const token = await oidc.tokenFor(sub, { expiresInSeconds: PLAYGROUND_LIFETIME_SECONDS })
      return { name: sub, title, token }
    }),
  )
  const demo = await startDemoModel({ port: ports.demoModel, show: print })
  closing.add('demo model', () => demo.stop())
  const directory = await startDirectory(ports.directory, secrets.directoryToken, SAMPLE_USERS)
  closing.add('local directory', () => directory.stop())
  const { endpoints, notices } = await findEndpoints(upstreams, environment, demo.baseUrl)
  for (const notice of notices) print(notice)
  const isOwn = Boolean(environment.ENDPOINTS || environment.ENDPOINTS_FILE)
  if (!isOwn) writeFileSync(folder.registryFile, `${JSON.stringify({ endpoints }, null, 2)}\n`)
  return {
    ...stores,
    issuer: oidc.issuer,
    audience: AUDIENCE,
    secrets,
    endpoints,
    registryFile: isOwn ? '' : folder.registryFile,
    directoryUrl: directory.url,
    consoleUrl: consoleAt(ports),
    sampleCallers,
    demoUrl: demo.baseUrl,
  }
}

function factsOf(
  { environment, ports, folder }: Start,
  surroundings: Surroundings & { readonly demoUrl: string; readonly endpoints: readonly EndpointConfig[] },
): SummaryFacts {
  const models = surroundings.endpoints.flatMap((endpoint) => endpoint.models)
  const urls = LOCAL_SERVICES.map(({ name, offset }): [string, string] => [
    name,
    `http://127.0.0.1:${ports.base + offset}`,
  ])
  return {
    console: `${consoleAt(ports)}/console/`,
    services: {
      ...Object.fromEntries(urls),
      'local OIDC': issuerAt(ports),
      'SCIM directory': surroundings.directoryUrl,
      'demo model': `${surroundings.demoUrl} (not a real language model)`,
      Redis: describeUrl(surroundings.redisUrl),
      PostgreSQL: describeUrl(surroundings.databaseUrl),
    },
    users: SAMPLE_USERS,
    model: models[0] ?? '',
    models,
    stateFolder: folder.root,
    isDefaultFolder: !environment.SLUICE_STATE_DIR,
  }
}

function issuerAt({ oidc }: StackPorts): string {
  return `http://127.0.0.1:${oidc}`
}

function consoleAt({ base }: StackPorts): string {
  return `http://127.0.0.1:${base + offsetOf('admin')}`
}
