import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig, type ServiceDescription } from '@sluice/service-kit'
import { ConfigError } from '@sluice/service-kit/environment'
import type { Resource } from './resource.ts'
import { configMapData, type Workload } from './workload.ts'

/** By name of a Secret: its keys, each with a value for a test. */
export type SampleSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Variables that hold keys or passwords, or may: they come from files of a Secret and stand in no manifest. */
const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATA_KEYS',
  'DIRECTORIES',
  'ENDPOINTS',
  'KAFKA_SASL',
  'KAFKA_TLS',
  'REDIS_URL',
  'SIEM_RECEIVERS',
  'SOAR_CALLERS',
  'SOAR_WEBHOOK_SECRETS',
  'SSF_TRANSMITTERS',
  'TLOG_KEY',
  'TOKEN_KEY',
  'TOKEN_SECRET',
]

interface EnvironmentContext {
  readonly resources: readonly Resource[]
  readonly service: ServiceDescription
  /** What the image sets. */
  readonly ofImage: Readonly<Record<string, string>>
  readonly secrets: SampleSecrets
  /** An empty folder, for the files that containers would find. */
  readonly folder: string
}

/** The variables of a workload: its image's, those of its ConfigMaps, its own, the later before the earlier. */
export function environmentOf(
  { container }: Workload,
  { resources, ofImage }: Pick<EnvironmentContext, 'resources' | 'ofImage'>,
): Record<string, string> {
  const shared = container.envFrom.map(({ configMapRef }) => configMapData(resources, configMapRef.name) ?? {})
  const own = container.env.map(({ name, value = '' }) => [name, value])
  return Object.assign({}, ofImage, ...shared, Object.fromEntries(own))
}

/**
 * Checks the variables of a workload by the configuration schema of its service, with files of sample secrets where it
 * would find those of Secrets: each is one that the service reads, each value is valid, and each that is required is
 * there.
 */
export function checkEnvironment(workload: Workload, context: EnvironmentContext): string[] {
  const given = environmentOf(workload, context)
  const known = Object.keys(context.service.configSchema.shape)
  const unread = Object.keys(given).filter(
    (name) => !(name in context.ofImage) && !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')),
  )
  const open = SECRET_VARIABLES.filter((name) => given[name])
  const files = mountedFiles(workload, context)
  const paths = Object.entries(given).filter(([name]) => name.endsWith('_FILE'))
  const absent = paths.filter(([, path]) => !files.has(path))
  const written = Object.fromEntries(
    paths.map(([name, path]) => [name, writeFile(context.folder, path, files.get(path) ?? '')]),
  )
  return [
    ...unread.map((name) => `${name} is read by nobody`),
    ...open.map((name) => `${name} stands open in the manifest`),
    ...absent.map(([name, path]) => `${name} names ${path}, which is mounted from nowhere`),
    ...configFaults(context.service, { ...given, ...written }),
  ].map((fault) => `${workload.name}: ${fault}`)
}

function configFaults({ configSchema }: ServiceDescription, environment: Record<string, string>): string[] {
  try {
    readConfig(configSchema, environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ variable, message }) => `${variable} ${message}`)
    throw error
  }
}

/** Path in the container to content, for every file of a Secret or ConfigMap that is mounted. */
function mountedFiles({ pod, container }: Workload, { resources, secrets }: EnvironmentContext): Map<string, string> {
  const files = new Map<string, string>()
  for (const { name, mountPath } of container.volumeMounts) {
    const volume = pod.volumes.find((one) => one.name === name)
    const ofSecret = secrets[volume?.secret?.secretName ?? ''] ?? {}
    for (const { key, path } of volume?.secret?.items ?? []) {
      const value = ofSecret[key]
      if (value !== undefined) files.set(join(mountPath, path), value)
    }
    const ofConfigMap = configMapData(resources, volume?.configMap?.name ?? '') ?? {}
    for (const [key, value] of Object.entries(ofConfigMap)) files.set(join(mountPath, key), value)
  }
  return files
}

function writeFile(folder: string, path: string, content: string): string {
  const at = join(folder, path)
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, content)
  return at
}
