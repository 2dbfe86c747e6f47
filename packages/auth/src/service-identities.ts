import { DEFAULT_TENANT, isApiKeyClient, isName } from '@sluice/contracts'
import { json } from '@sluice/service-kit/environment'
import { z } from 'zod'

/** A service that calls without a user. */
export interface ServiceIdentity {
  readonly tenant: string
  /** As in the subject claim of its tokens: for most providers the client id (RFC 9068, section 2.2). */
  readonly sub: string
  /** Its groups, whatever its tokens say. */
  readonly groups: readonly string[]
}

const MAX_LISTED = 1_000

const name = z.string().refine(isName, 'must be a name of 1 to 256 characters without control characters')
const subject = name.refine((sub) => !isApiKeyClient(sub), 'must not begin as API keys do')
const tenant = name.default(DEFAULT_TENANT)

/** The variables that name callers whom no directory knows. Spread them into the service's schema. */
export const configuredCallersShape = {
  SERVICE_IDENTITIES: json(
    z
      .array(z.strictObject({ sub: subject, tenant, groups: z.array(name).max(MAX_LISTED).default([]) }))
      .max(MAX_LISTED),
  )
    .default([])
    .describe(
      'JSON array of {sub, tenant, groups}: services that call without a user. A token with this subject (OAuth client ' +
        'credentials), and an API key made for it, is an active caller with these groups, whatever the token says.',
    ),
  INITIAL_USERS: json(z.array(z.strictObject({ sub: subject, tenant })).max(MAX_LISTED))
    .default([])
    .describe(
      'JSON array of {sub, tenant}: users who are active although the Users store does not know them, for as long as no ' +
        'directory of their tenant has been synchronized.',
    ),
}

export type ConfiguredCallers = z.output<z.ZodObject<typeof configuredCallersShape>>

/** Creates a function that finds a service identity by its tenant and subject. */
export function createServiceIdentities(
  identities: readonly ServiceIdentity[],
): (tenant: string, sub: string) => ServiceIdentity | undefined {
  const byName = new Map(identities.map((identity) => [keyOf(identity.tenant, identity.sub), identity]))
  return (ofTenant, sub) => byName.get(keyOf(ofTenant, sub))
}

function keyOf(...names: readonly string[]): string {
  return JSON.stringify(names)
}
