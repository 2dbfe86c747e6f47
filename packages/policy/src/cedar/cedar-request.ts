import type { CedarValueJson, Context, EntityJson, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs'
import { isAdminRole, type Principal, type SensitivityTile } from '@sluice/contracts'
import { type ConfiguredPolicy, EVERYONE, type SoarPolicyConfig } from '../policy-config.ts'
import type { AdminQuestion, AdminResource, PerformQuestion, PolicyQuestion, SoarQuestion } from '../question.ts'

/** A question in the words of the schema. */
export interface CedarRequest {
  readonly principal: TypeAndId
  readonly action: TypeAndId
  readonly resource: TypeAndId
  readonly context: Context
  readonly entities: EntityJson[]
}

/** The Cedar actions behind `perform-action`, in the order in which their answers count. */
export type PerformAction = 'invoke' | 'invokeWithReason' | 'invokeWithoutApproval'

/** Writes questions of callers as Cedar requests. `minute` is the time in minutes since 1970. */
export class CedarRequests {
  readonly #configured: ConfiguredPolicy

  constructor(configured: ConfiguredPolicy) {
    this.#configured = configured
  }

  ofPerforming(action: PerformAction, question: PerformQuestion, minute: number): CedarRequest {
    const { resource, context } = question
    const { heldActions, forbiddenActions } = this.#configured
    const configured = { held: heldActions.has(resource.category), forbidden: forbiddenActions.has(resource.category) }
    return this.#request(question.principal, action, this.#model(context.model), {
      category: reference('Category', resource.category),
      configured,
      ...(context.tile && { tile: tileOf(context.tile) }),
      reasonGiven: context.reasonGiven,
      time: timeOf(minute),
    })
  }

  /** Any other question. */
  of(question: Exclude<PolicyQuestion, PerformQuestion>, minute: number): CedarRequest {
    const { principal } = question
    const time = timeOf(minute)
    switch (question.action) {
      case 'invoke-model':
        return this.#request(principal, 'useModel', this.#model(question.resource.model), { time })
      case 'use-cache':
        return this.#request(principal, 'useCache', this.#model(question.resource.model), { time })
      case 'use-provider-tool': {
        const { tool } = question.resource
        const openTo = this.#configured.groupsOfProviderTool(tool).map((group) => reference('Group', group))
        return this.#request(principal, 'useProviderTool', entityOf('ProviderTool', tool, { openTo }), { time })
      }
      case 'call-tool': {
        const { server, tool } = question.resource
        const openTo = this.#configured.groupsOfTool(server, tool).map((group) => reference('Group', group))
        const called = entityOf('Tool', `${server}/${tool}`, { openTo }, [{ type: 'ToolServer', id: server }])
        const { tile } = question.context
        return this.#request(principal, 'callTool', called, { ...(tile && { tile: tileOf(tile) }), time })
      }
      case 'reveal-entity': {
        const { entity, level } = question.resource
        const value = entityOf('SensitiveValue', entity, { type: reference('EntityType', entity), level })
        return this.#request(principal, 'reveal', value, { time })
      }
      case 'route-to-endpoint': {
        const { endpoint, permittedLevel, providerKind, region, retentionDays } = question.resource
        const facts = {
          permittedLevel,
          ...(providerKind !== undefined && { providerKind: reference('ProviderKind', providerKind) }),
          ...(region !== undefined && { region }),
          ...(retentionDays !== undefined && { retentionDays }),
        }
        const context = { tile: tileOf(question.context.tile), time }
        return this.#request(principal, 'route', entityOf('Endpoint', endpoint, facts), context)
      }
      default:
        return 'context' in question ? this.#ofSoar(question, time) : this.#ofAdministrator(question, time)
    }
  }

  #ofSoar({ principal, action, context }: SoarQuestion, time: CedarValueJson): CedarRequest {
    const credential =
      context.credential === 'signature'
        ? { isSigned: true, scopes: [], isPerson: false, client: '' }
        : { isSigned: false, scopes: [...context.scopes], isPerson: context.isPerson, client: context.client }
    return this.#request(principal, action, soarInterface(this.#configured.soar), { ...credential, time })
  }

  #ofAdministrator({ principal, action, resource }: AdminQuestion, time: CedarValueJson): CedarRequest {
    return this.#request(principal, action, adminResource(resource, principal.tenant), { time })
  }

  #request(principal: Principal, action: string, resource: EntityJson, context: Context): CedarRequest {
    return {
      principal: { type: 'User', id: principal.sub },
      action: { type: 'Action', id: action },
      resource: uidOf(resource),
      context,
      entities: [this.#user(principal), resource],
    }
  }

  #user(principal: Principal): EntityJson {
    const { tenant, sub, username, client, roles, groups, departments } = principal
    const { level, types, highestLevel } = this.#configured.rightsOf(principal)
    return entityOf(
      'User',
      sub,
      {
        tenant: reference('Tenant', tenant),
        sub,
        username,
        client,
        clearance: level,
        listedTypes: [...types].map((type) => reference('EntityType', type)),
        highestLevel,
      },
      [
        ...roles.filter(isAdminRole).map((role) => ({ type: 'Role', id: role })),
        ...[...new Set([EVERYONE, ...groups])].map((group) => ({ type: 'Group', id: group })),
        ...departments.map((department) => ({ type: 'Department', id: department })),
      ],
    )
  }

  #model(name: string): EntityJson {
    const openTo = this.#configured.groupsOf(name).map((group) => reference('Group', group))
    return entityOf('Model', name, { openTo })
  }
}

/** Without a resource the question is about anything that is the tenant's. */
function adminResource(resource: AdminResource | undefined, tenant: string): EntityJson {
  if (resource === undefined) return entityOf('Tenant', tenant, {})
  const parents = [{ type: 'Tenant', id: resource.tenant }]
  switch (resource.type) {
    case 'session': {
      const departments = resource.departments.map((department) => reference('Department', department))
      return entityOf('Session', '', { departments, inFull: resource.view !== 'state' }, parents)
    }
    case 'policy':
      return entityOf('Policy', '', { immutable: !resource.isMutable }, parents)
    case 'api-key': {
      const departments = resource.departments.map((department) => reference('Department', department))
      return entityOf('ApiKey', '', { departments, own: resource.isOwn }, parents)
    }
    case 'approval':
    case 'codename':
    case 'usage': {
      const departments = resource.departments.map((department) => reference('Department', department))
      return entityOf(OF_DEPARTMENTS[resource.type], '', { departments }, parents)
    }
  }
}

/** The entities that have departments and nothing else. */
const OF_DEPARTMENTS = { approval: 'Approval', codename: 'Codename', usage: 'Usage' } as const

function soarInterface(soar: SoarPolicyConfig | undefined): EntityJson {
  if (soar === undefined) return entityOf('SoarInterface', '', { clients: [], allowUnfreeze: false })
  const { scope, clients, allowUnfreeze } = soar
  return entityOf('SoarInterface', '', { scope, clients: [...clients], allowUnfreeze })
}

/** Cedar has no fractions, so the risk is in thousandths, rounded up. */
function tileOf({ level, reidentificationRisk, categories, flags }: SensitivityTile): CedarValueJson {
  return {
    level,
    reidentificationRiskPerMille: Math.ceil(reidentificationRisk * 1_000),
    categories: { ...categories },
    flags: [...flags],
  }
}

const MINUTE_MS = 60_000

function timeOf(minute: number): CedarValueJson {
  return { __extn: { fn: 'datetime', arg: new Date(minute * MINUTE_MS).toISOString() } }
}

function entityOf(type: string, id: string, attrs: EntityJson['attrs'], parents: TypeAndId[] = []): EntityJson {
  return { uid: { type, id }, attrs, parents }
}

function uidOf({ uid }: EntityJson): TypeAndId {
  return '__entity' in uid ? uid.__entity : uid
}

function reference(type: string, id: string): CedarValueJson {
  return { __entity: { type, id } }
}
