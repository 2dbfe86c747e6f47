import type { Clock } from '@sluice/contracts'
import type { Directory } from './directories/directory.ts'
import { clientCredentials } from './directories/http/client-credentials.ts'
import { type Credentials, fixedCredentials } from './directories/http/credentials.ts'
import { createHttpClient, type HttpClient } from './directories/http/http-client.ts'
import { createLdapDirectory } from './directories/ldap.ts'
import { createMicrosoftGraphDirectory } from './directories/microsoft-graph.ts'
import { createOktaDirectory } from './directories/okta.ts'
import { createScimDirectory } from './directories/scim.ts'
import type { DirectoryConfig } from './directory-config.ts'

interface OpenOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly maxUsers: number
}

type ConfigOf<Kind extends DirectoryConfig['kind']> = Extract<DirectoryConfig, { kind: Kind }>

const LDAP_CONNECT_TIMEOUT_MS = 5_000
const LDAP_ANSWER_TIMEOUT_MS = 30_000

/** Makes the directory that a configuration describes. It connects when it is pulled. */
export function openDirectory(config: DirectoryConfig, options: OpenOptions): Directory {
  switch (config.kind) {
    case 'scim':
      return openScim(config, options)
    case 'ldap':
      return openLdap(config, options)
    case 'microsoft-graph':
      return openMicrosoftGraph(config, options)
    case 'okta':
      return openOkta(config, options)
  }
}

function openScim(config: ConfigOf<'scim'>, options: OpenOptions): Directory {
  const { name, tenant, baseUrl, sub, groups, pageSize, auth } = config
  const client = createHttpClient(options)
  const credentials = 'token' in auth ? fixedCredentials('Bearer', auth.token) : withSecret(client, options.clock, auth)
  const { maxUsers } = options
  return createScimDirectory({
    name,
    tenant,
    baseUrl,
    client,
    credentials,
    subAttribute: sub,
    groups,
    pageSize,
    maxUsers,
  })
}

interface SecretClient {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

function withSecret(client: HttpClient, clock: Clock, { clientSecret, ...rest }: SecretClient): Credentials {
  return clientCredentials({ client, clock, authentication: { secret: clientSecret }, ...rest })
}

function openLdap(config: ConfigOf<'ldap'>, { maxUsers }: OpenOptions): Directory {
  const { name, tenant, url, startTls, bindDn, bindPassword, pageSize, referrals } = config
  const limits = { connectTimeoutMs: LDAP_CONNECT_TIMEOUT_MS, answerTimeoutMs: LDAP_ANSWER_TIMEOUT_MS }
  return createLdapDirectory({
    name,
    tenant,
    connection: { url, startTls, bindDn, bindPassword, pageSize, referrals, ...limits },
    baseDn: config.baseDn,
    filter: config.filter,
    idAttribute: config.id,
    subAttribute: config.sub,
    usernameAttribute: config.username,
    emailAttribute: config.email,
    disabled: config.disabled,
    groups: config.groups,
    maxUsers,
  })
}

function openMicrosoftGraph(config: ConfigOf<'microsoft-graph'>, options: OpenOptions): Directory {
  const { name, tenant, baseUrl, loginUrl, directoryTenantId, clientId, clientSecret, sub, groups, groupName } = config
  const client = createHttpClient(options)
  const tokenUrl = new URL(`${encodeURIComponent(directoryTenantId)}/oauth2/v2.0/token`, withSlash(loginUrl)).href
  const scope = `${new URL(baseUrl).origin}/.default`
  const credentials = withSecret(client, options.clock, { tokenUrl, clientId, clientSecret, scope })
  const { maxUsers } = options
  const common = { name, tenant, baseUrl, client, credentials, maxUsers }
  return createMicrosoftGraphDirectory({ ...common, subAttribute: sub, groups, groupName })
}

function openOkta(config: ConfigOf<'okta'>, options: OpenOptions): Directory {
  const { name, tenant, orgUrl, auth, sub, activeStatuses, groups } = config
  const client = createHttpClient(options)
  const credentials =
    'apiToken' in auth
      ? fixedCredentials('SSWS', auth.apiToken)
      : clientCredentials({
          client,
          clock: options.clock,
          tokenUrl: new URL('/oauth2/v1/token', orgUrl).href,
          clientId: auth.clientId,
          authentication: { privateKeyPem: auth.privateKeyPem, keyId: auth.keyId },
          scope: 'okta.users.read okta.groups.read',
        })
  const { maxUsers } = options
  return createOktaDirectory({
    name,
    tenant,
    orgUrl,
    client,
    credentials,
    maxUsers,
    subAttribute: sub,
    activeStatuses,
    groups,
  })
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
