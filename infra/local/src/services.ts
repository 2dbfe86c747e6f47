import { resolve } from 'node:path'
import { consoleClient } from './console-client.ts'
import { SAMPLE_CLEARANCES, SAMPLE_CODENAMES } from './sample-users.ts'
import { SOAR_CLIENT } from './soar-client.ts'
import type { Secrets } from './state-folder.ts'

/** What the services of the local stack run on. */
export interface Surroundings {
  readonly redisUrl: string
  readonly databaseUrl: string
  readonly issuer: string
  readonly audience: string
  readonly secrets: Secrets
  /** Where the registry of endpoints stands; empty where the user names endpoints. */
  readonly registryFile: string
  readonly directoryUrl: string
  /** The origin of the admin service. */
  readonly consoleUrl: string
  /** Whom the playground of the console may pose as. */
  readonly sampleCallers: readonly { readonly name: string; readonly title: string; readonly token: string }[]
}

type Variables = Readonly<Record<string, string>>

/** One service of the local stack, run from its folder under `apps`. */
export interface LocalService {
  readonly name: string
  /** Under `apps`; its name unless said otherwise. */
  readonly folder?: string
  /** The process that it shares with others, where it runs as it is built. */
  readonly process: 'gateway' | 'control-plane'
  /** Its port is `PORT_BASE` and this. */
  readonly offset: number
  /** What ties it to the stack. */
  readonly variables: (surroundings: Surroundings) => Variables
  /** What it has unless the user has set another value; what is no text is handed over as JSON. */
  readonly samples?: (surroundings: Surroundings) => Readonly<Record<string, unknown>>
}

/** Variables that several services read, and that cannot be the same for all. The user's are meant for the gateway. */
const OF_THE_GATEWAY = ['MAX_BODY_BYTES', 'OPERATIONS_PORT']

/** Models outside may see level 5; without this none of them would get a picture. */
const SAMPLE_UNREADABLE_LEVELS = { image: 5 }

/** What may be assessed: this repository, unless the user names other folders. */
const ASSESSABLE = resolve(import.meta.dirname, '../../..')

/** The name under which idp-sync keeps the local directory. */
export const LOCAL_DIRECTORY = 'sluice-local'

/** How often the local directory is pulled, so that a change there shows while one looks on. */
const PULL_INTERVAL_MS = 10_000

const stores = ({ redisUrl, databaseUrl }: Surroundings): Variables => ({
  REDIS_URL: redisUrl,
  DATABASE_URL: databaseUrl,
})

const storesAndTokens = (surroundings: Surroundings): Variables => ({
  ...stores(surroundings),
  OIDC_ISSUER: surroundings.issuer,
  OIDC_AUDIENCE: surroundings.audience,
})

/** What turns the console of the admin service on. */
export const consoleVariables = ({
  consoleUrl,
  sampleCallers,
}: Pick<Surroundings, 'consoleUrl' | 'sampleCallers'>): Variables => {
  const { id, secret } = consoleClient(consoleUrl)
  return {
    ...{ CONSOLE_URL: consoleUrl, CONSOLE_CLIENT_ID: id, CONSOLE_CLIENT_SECRET: secret },
    CONSOLE_SAMPLE_USERS: JSON.stringify(sampleCallers),
  }
}

const gatewaySamples = ({ secrets, registryFile }: Surroundings) => ({
  DATA_KEYS: secrets.dataKeys,
  ENDPOINTS_FILE: registryFile,
  CLEARANCES: SAMPLE_CLEARANCES,
  CODENAMES: SAMPLE_CODENAMES,
  UNREADABLE_LEVELS: SAMPLE_UNREADABLE_LEVELS,
  SHOW_SENT: 'true',
})

/** The services of the local stack. To add one, add an entry. */
export const LOCAL_SERVICES: readonly LocalService[] = [
  { name: 'gateway', process: 'gateway', offset: 0, variables: storesAndTokens, samples: gatewaySamples },
  {
    name: 'gateway-worker',
    folder: 'gateway',
    process: 'gateway',
    offset: 5,
    variables: (surroundings) => ({ ...storesAndTokens(surroundings), GATEWAY_ROLE: 'worker' }),
    samples: gatewaySamples,
  },
  {
    name: 'admin',
    process: 'control-plane',
    offset: 1,
    variables: (surroundings) => ({ ...storesAndTokens(surroundings), ...consoleVariables(surroundings) }),
    samples: ({ secrets }) => ({
      ...{ CLEARANCES: SAMPLE_CLEARANCES, DATA_KEYS: secrets.dataKeys },
      ...{ TLOG_KEY: secrets.logKey, TLOG_ORIGIN: 'sluice.localhost/tlog' },
    }),
  },
  {
    name: 'soar-listener',
    process: 'control-plane',
    offset: 2,
    variables: storesAndTokens,
    samples: ({ secrets }) => ({ SOAR_CALLERS: { local: [secrets.soarSecret] }, SOAR_CLIENTS: SOAR_CLIENT.id }),
  },
  {
    name: 'idp-sync',
    process: 'control-plane',
    offset: 3,
    variables: stores,
    samples: ({ secrets, directoryUrl }) => ({
      DIRECTORIES: [
        { kind: 'scim', name: LOCAL_DIRECTORY, baseUrl: directoryUrl, auth: { token: secrets.directoryToken } },
      ],
      IDP_SYNC_INTERVAL_MS: String(PULL_INTERVAL_MS),
    }),
  },
  {
    name: 'assessment-api',
    process: 'control-plane',
    offset: 4,
    variables: () => ({}),
    // The key stays the fixed one of the specification unless the user sets TOKEN_KEY; the service warns of it.
    samples: () => ({ ASSESSMENT_ROOTS: ASSESSABLE }),
  },
]

/** What the user has chosen for all services. */
export interface ServiceSettings {
  readonly portBase: number
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The environment of a service. What the user has set in place of a sample stays. */
export function serviceEnvironment(
  { name, offset, variables, samples = () => ({}) }: LocalService,
  surroundings: Surroundings,
  { portBase, environment }: ServiceSettings,
): Record<string, string> {
  const wanted = Object.entries(samples(surroundings)).map(([variable, sample]): [string, string] => [
    variable,
    environment[variable] || (typeof sample === 'string' ? sample : JSON.stringify(sample)),
  ])
  const others = name === 'gateway' ? [] : OF_THE_GATEWAY.map((variable): [string, string] => [variable, ''])
  return {
    ...Object.fromEntries([...wanted, ...others]),
    HOST: '127.0.0.1',
    PORT: String(portBase + offset),
    ...(name === 'admin'
      ? { GATEWAY_URL: urlOf('gateway', portBase), ASSESSMENT_API_URL: urlOf('assessment-api', portBase) }
      : {}),
    ...variables(surroundings),
  }
}

/** By how much a service's port is above `PORT_BASE`. */
export function offsetOf(name: string): number {
  return LOCAL_SERVICES.find((service) => service.name === name)?.offset ?? 0
}

function urlOf(name: string, portBase: number): string {
  return `http://127.0.0.1:${portBase + offsetOf(name)}`
}
