import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { createModelEndpoint } from '@sluice/providers'
import { isContainerAddress } from '@sluice/providers/registry'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { registryFileSchema, type WrittenEndpoint, type WrittenRegistry } from './registry-schema.ts'
import { SecretFault, SecretReader } from './secret-references.ts'

/** A pipe that nobody writes to would never open. */
const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK
const MAX_REGISTRY_BYTES = 4_194_304
/** A fault too many to read is none the clearer. */
const MAX_FAULTS = 10

type Environment = Readonly<Record<string, string | undefined>>

/** An endpoint with its secrets. */
export type EndpointConfig = Omit<WrittenEndpoint, 'apiKey' | 'headers' | 'tenantKeys' | 'azure' | 'aws'> & {
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly tenantKeys?: Readonly<Record<string, string>> | undefined
} & Pick<EndpointOptions, 'azure' | 'aws'>

type EndpointOptions = Parameters<typeof createModelEndpoint>[0]

export type McpServerConfig = Omit<WrittenRegistry['mcpServers'][number], 'apiKey' | 'headers'> &
  Pick<EndpointConfig, 'apiKey' | 'headers'>

export type RecognizerConfig = Omit<WrittenRegistry['recognizers'][number], 'apiKey'> & Pick<EndpointConfig, 'apiKey'>

export type GuardConfig = Omit<WrittenRegistry['guards'][number], 'apiKey'> & Pick<EndpointConfig, 'apiKey'>

/** The registry with its secrets. Nothing of it may be logged. */
export interface RegistryConfig {
  readonly endpoints: readonly EndpointConfig[]
  readonly mcpServers: readonly McpServerConfig[]
  readonly recognizers: readonly RecognizerConfig[]
  readonly guards: readonly GuardConfig[]
}

export interface ReadRegistry {
  readonly config: RegistryConfig
  /** The files that it was read from. */
  readonly files: readonly string[]
}

/** Why a registry cannot be used. Its faults name places and never values. */
export class RegistryFault extends Error {
  override readonly name = 'RegistryFault'
  readonly faults: readonly string[]
  /** The files that it was read from; another one in place of any of them may be better. */
  readonly files: readonly string[]

  constructor(faults: readonly string[], files: readonly string[] = []) {
    super(`The registry of endpoints cannot be used: ${faults.join('; ')}.`)
    this.faults = faults
    this.files = files
  }
}

/**
 * Reads a registry file, YAML or JSON, and the secrets that it names. Undefined where the file is empty.
 *
 * @throws {RegistryFault} where it cannot be read or is not valid.
 */
export function readRegistryFile(path: string, env: Environment): ReadRegistry | undefined {
  const text = readText(path)
  if (text.trim() === '') return undefined
  const parsed = registryFileSchema.safeParse(parseRegistry(text))
  if (!parsed.success) throw new RegistryFault(faultsOf(parsed.error))
  const secrets = new SecretReader(env, dirname(path))
  const config = withSecrets(parsed.data, secrets)
  return { config, files: [path, ...secrets.files] }
}

/**
 * Puts secrets in place of their references.
 *
 * @throws {RegistryFault} where one cannot be read.
 */
export function withSecrets(
  {
    endpoints,
    mcpServers,
    recognizers,
    guards,
  }: Omit<WrittenRegistry, 'endpoints'> & { endpoints: readonly WrittenEndpoint[] },
  secrets: SecretReader,
): RegistryConfig {
  const faults: string[] = []
  const read = <Result>(name: string, resolve: () => Result): Result | undefined => {
    try {
      return resolve()
    } catch (cause) {
      if (!(cause instanceof SecretFault)) throw cause
      faults.push(`${name}: ${cause.message}`)
      return undefined
    }
  }
  type Reference = NonNullable<WrittenEndpoint['apiKey']>
  // What cannot be read is empty for as long as it takes to say so.
  const one = (name: string, reference: Reference) => read(name, () => secrets.read(reference)) ?? ''
  const each = (name: string, all: Readonly<Record<string, Reference>> | undefined) =>
    all && Object.fromEntries(Object.entries(all).map(([key, reference]) => [key, one(name, reference)]))
  const config = {
    endpoints: endpoints.map(({ apiKey, headers, tenantKeys, azure, aws, ...endpoint }) => ({
      ...endpoint,
      apiKey: apiKey && one(endpoint.name, apiKey),
      azure: azure && {
        ...azure,
        entra: azure.entra && { ...azure.entra, clientSecret: one(endpoint.name, azure.entra.clientSecret) },
      },
      aws:
        aws &&
        awsWithSecrets(
          aws,
          (reference) => one(endpoint.name, reference),
          (fault) => void faults.push(`${endpoint.name}: ${fault}`),
        ),
      headers: each(endpoint.name, headers),
      tenantKeys: each(endpoint.name, tenantKeys),
    })),
    mcpServers: mcpServers.map(({ apiKey, headers, ...server }) => ({
      ...server,
      apiKey: apiKey && one(server.name, apiKey),
      headers: each(server.name, headers),
    })),
    recognizers: recognizers.map(({ apiKey, ...recognizer }) => ({
      ...recognizer,
      apiKey: apiKey && one(recognizer.name, apiKey),
    })),
    guards: guards.map(({ apiKey, ...guard }) => ({ ...guard, apiKey: apiKey && one(guard.name, apiKey) })),
  }
  if (faults.length > 0) throw new RegistryFault(faults, secrets.files)
  return config
}

/** Which of its forms it has was checked when it was parsed. */
function awsWithSecrets(
  { region, accessKeyId, secretAccessKey, sessionToken, webIdentity, container }: NonNullable<WrittenEndpoint['aws']>,
  read: (reference: NonNullable<WrittenEndpoint['apiKey']>) => string,
  onFault: (fault: string) => void,
): NonNullable<EndpointConfig['aws']> {
  if (webIdentity !== undefined) {
    const { roleArn, tokenFile, ...rest } = webIdentity
    if (rest.endpoint !== undefined && !isContainerAddress(rest.endpoint)) onFault('the endpoint of STS is not https')
    return { region, webIdentity: { ...rest, roleArn: read(roleArn), tokenFile: read(tokenFile) } }
  }
  if (container !== undefined) {
    const { fullUri, relativeUri, authorizationTokenFile: file } = container
    const token = { authorizationTokenFile: file && read(file) }
    if (relativeUri !== undefined) {
      const path = read(relativeUri)
      if (!path.startsWith('/')) onFault('the relativeUri is no path')
      return { region, container: { ...token, relativeUri: path } }
    }
    const address = fullUri === undefined ? '' : read(fullUri)
    // Whoever is asked there is shown a token, and what is answered signs requests.
    if (!isContainerAddress(address)) onFault('the fullUri is neither https nor an address of the host or of Amazon')
    return { region, container: { ...token, fullUri: address } }
  }
  return {
    region,
    accessKeyId: accessKeyId === undefined ? '' : read(accessKeyId),
    secretAccessKey: secretAccessKey === undefined ? '' : read(secretAccessKey),
    sessionToken: sessionToken && read(sessionToken),
  }
}

function readText(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, NOT_WAITING)
    const status = fstatSync(file)
    if (!status.isFile()) throw new RegistryFault(['the file is no regular file'])
    if (status.size > MAX_REGISTRY_BYTES)
      throw new RegistryFault([`the file has more than ${MAX_REGISTRY_BYTES} bytes`])
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof RegistryFault) throw cause
    throw new RegistryFault(['the file cannot be read'])
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** JSON is YAML too, and is parsed as JSON where it begins as such, because that is faster by far. */
function parseRegistry(text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // It may be YAML's flow style.
    }
  }
  const document = parseDocument(text, { version: '1.2', schema: 'core', prettyErrors: false, logLevel: 'silent' })
  const [error] = document.errors
  // The parser's message may quote the text, which may hold a secret that is in the wrong place.
  if (error !== undefined) throw new RegistryFault([`is not valid YAML: ${error.code} at character ${error.pos[0]}`])
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new RegistryFault(['has YAML aliases, which are not taken'])
  }
}

function faultsOf({ issues }: z.ZodError): readonly string[] {
  const faults = issues.slice(0, MAX_FAULTS).map(({ path, message }) => {
    const place = path.map(String).join('.')
    return place === '' ? message : `${place}: ${message}`
  })
  return issues.length > MAX_FAULTS ? [...faults, `and ${issues.length - MAX_FAULTS} more`] : faults
}
