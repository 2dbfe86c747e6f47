import { DEFAULT_TENANT, isName, type Principal, SluiceError } from '@sluice/contracts'
import { createServiceIdentities, type ServiceIdentity } from './service-identities.ts'

export interface PrincipalOptions {
  /** The claim that names the user; `sub` by default. */
  readonly subjectClaim?: string
  /** The claim that names the tenant; `tid` by default. */
  readonly tenantClaim?: string
  /** The tenant of tokens without that claim; `default` by default. */
  readonly defaultTenant?: string
  /** The claim that lists groups; `groups` by default. */
  readonly groupsClaim?: string
  /** The role of each group; a group without an entry has none. */
  readonly rolesByGroup?: Readonly<Record<string, string>>
  /** The prefix of groups that are departments; `dept:` by default. */
  readonly departmentPrefix?: string
  /** Services that call without a user: their groups count instead of those of the claims. */
  readonly serviceIdentities?: readonly ServiceIdentity[]
}

type Claims = Readonly<Record<string, unknown>>

const MAXIMUM_GROUPS = 1_000

/**
 * Creates a function that translates verified claims into a `Principal`, frozen because requests share it.
 * The function throws `token_invalid` for claims of a wrong shape: a name is 1 to 256 characters of well-formed Unicode
 * without control characters; groups are one name or at most 1,000. It never drops a group, because a missing group
 * could widen what the user may do. An Entra ID token with too many groups to list (`_claim_names`) has no groups
 * here, hence no roles.
 */
export function createPrincipalReader(options: PrincipalOptions = {}): (claims: Claims) => Principal {
  const { subjectClaim = 'sub', tenantClaim = 'tid', defaultTenant = DEFAULT_TENANT } = options
  const { groupsClaim = 'groups', departmentPrefix = 'dept:' } = options
  const findService = createServiceIdentities(options.serviceIdentities ?? [])
  const rolesByGroup = new Map(Object.entries(options.rolesByGroup ?? {}))

  return (claims) => {
    const sub = readName(claims, subjectClaim) ?? invalid(subjectClaim)
    const tenant = readName(claims, tenantClaim) ?? defaultTenant
    const groups = [...(findService(tenant, sub)?.groups ?? readGroups(claims, groupsClaim))]
    const roles = groups.flatMap((group) => rolesByGroup.get(group) ?? [])
    const departments = groups
      .filter((group) => group.startsWith(departmentPrefix) && group.length > departmentPrefix.length)
      .map((group) => group.slice(departmentPrefix.length))
    return Object.freeze({
      tenant,
      sub,
      username: readName(claims, 'preferred_username') ?? sub,
      groups: Object.freeze(groups),
      roles: Object.freeze([...new Set(roles)]),
      departments: Object.freeze([...new Set(departments)]),
      client: readName(claims, 'azp') ?? readName(claims, 'client_id') ?? 'unknown',
    })
  }
}

function readName(claims: Claims, claim: string): string | undefined {
  if (!Object.hasOwn(claims, claim)) return undefined
  const value = claims[claim]
  return isName(value) ? value : invalid(claim)
}

function readGroups(claims: Claims, claim: string): string[] {
  if (!Object.hasOwn(claims, claim)) return []
  const value = claims[claim]
  const groups: unknown[] = Array.isArray(value) ? value : [value]
  if (groups.length > MAXIMUM_GROUPS) invalid(claim)
  return groups.map((group) => (isName(group) ? group : invalid(claim)))
}

function invalid(claim: string): never {
  throw new SluiceError('token_invalid', { cause: new Error(`claim ${claim} has a wrong shape`) })
}
