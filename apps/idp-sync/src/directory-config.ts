import { createPrivateKey } from 'node:crypto'
import { DEFAULT_TENANT, NAME_MAX_LENGTH, plainText } from '@sluice/contracts'
import { FilterParser } from 'ldapts'
import { z } from 'zod'

/** Credentials go over TLS, or to this machine. */
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

function isPrivate(text: string, secureProtocol: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === secureProtocol || LOOPBACK.test(url.hostname))
}

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => isPrivate(text, 'https:'), 'must be https, except on this machine')

const secret = z.string().min(1).max(8_192)
const text = z.string().min(1).max(1_024)

const common = {
  /** In records and logs, and for ever in the database: it must not change. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and dashes'),
  /** The tenant of the users, as the gateway reads it from their tokens. */
  tenant: plainText(NAME_MAX_LENGTH).default(DEFAULT_TENANT),
}

const groupIds = z.array(text).max(10_000)

const scim = z.strictObject({
  kind: z.literal('scim'),
  ...common,
  baseUrl: httpUrl,
  auth: z.union([
    z.strictObject({ token: secret }),
    z.strictObject({
      tokenUrl: httpUrl,
      clientId: text,
      clientSecret: secret,
      scope: z.string().max(1_024).default(''),
    }),
  ]),
  sub: z.enum(['id', 'externalId', 'userName']).default('userName'),
  groups: z.enum(['resources', 'users', 'none']).default('resources'),
  pageSize: z.int().min(1).max(1_000).default(200),
})

const attribute = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/, 'must be the name of an LDAP attribute')

const filter = text.refine((written) => {
  try {
    FilterParser.parseString(written)
    return written.startsWith('(')
  } catch {
    return false
  }
}, 'must be an LDAP filter in parentheses')

const ldap = z
  .strictObject({
    kind: z.literal('ldap'),
    ...common,
    url: z.url({ protocol: /^ldaps?$/ }),
    startTls: z.boolean().default(false),
    bindDn: text,
    bindPassword: secret,
    baseDn: text,
    filter: filter.default('(objectClass=inetOrgPerson)'),
    id: attribute.default('entryUUID'),
    sub: attribute.default('uid'),
    username: attribute.default('uid'),
    email: attribute.default('mail'),
    disabled: z
      .array(
        z.union([
          z.strictObject({ attribute, values: z.array(text).min(1).max(100) }),
          z.strictObject({ attribute, bit: z.int().min(1).max(0x4000_0000) }),
        ]),
      )
      .max(20)
      .default([]),
    groups: z
      .discriminatedUnion('from', [
        z.strictObject({ from: z.literal('none') }),
        z.strictObject({ from: z.literal('memberOf'), name: z.enum(['cn', 'dn']).default('cn') }),
        z.strictObject({
          from: z.literal('search'),
          baseDn: text,
          filter: filter.default('(objectClass=groupOfNames)'),
          memberAttribute: attribute.default('member'),
          nameAttribute: attribute.default('cn'),
        }),
      ])
      .default({ from: 'memberOf', name: 'cn' }),
    pageSize: z.int().min(1).max(10_000).default(500),
    referrals: z.enum(['refuse', 'ignore']).default('refuse'),
  })
  .refine(({ url, startTls }) => startTls || isPrivate(url, 'ldaps:'), {
    path: ['url'],
    message: 'must be ldaps, or have startTls, except on this machine',
  })

const microsoftGraph = z.strictObject({
  kind: z.literal('microsoft-graph'),
  ...common,
  directoryTenantId: text,
  clientId: text,
  clientSecret: secret,
  baseUrl: httpUrl.default('https://graph.microsoft.com/v1.0'),
  loginUrl: httpUrl.default('https://login.microsoftonline.com'),
  sub: z.enum(['id', 'userPrincipalName', 'onPremisesImmutableId', 'mail', 'employeeId']).default('id'),
  groups: z.union([z.enum(['none', 'all']), groupIds]).default('none'),
  groupName: z.enum(['id', 'displayName']).default('id'),
})

const privateKeyPem = secret.refine((pem) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}, 'must be an RSA private key in PEM')

const okta = z.strictObject({
  kind: z.literal('okta'),
  ...common,
  orgUrl: httpUrl,
  auth: z.union([z.strictObject({ apiToken: secret }), z.strictObject({ clientId: text, keyId: text, privateKeyPem })]),
  sub: z.enum(['id', 'login', 'email']).default('login'),
  /** Users of other statuses are inactive. A lock-out after wrong passwords is no reason to freeze anybody. */
  activeStatuses: z.array(text).min(1).max(20).default(['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT']),
  groups: z.union([z.enum(['none', 'all']), groupIds]).default('none'),
})

/** One directory, as an entry of `DIRECTORIES`. */
export const directoryConfigSchema = z.discriminatedUnion('kind', [scim, ldap, microsoftGraph, okta])

export type DirectoryConfig = z.output<typeof directoryConfigSchema>
