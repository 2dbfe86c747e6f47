import {
  actionCategorySchema,
  ENTITY_CLASSES,
  entityTypeSchema,
  levelSchema,
  type Principal,
  type SensitivityTile,
} from '@sluice/contracts'
import { ADMIN_ACTIONS, type AdminResource, type PolicyQuestion, PROVIDER_KINDS } from '@sluice/policy'
import { z } from 'zod'

const model = z.string().min(1).default('any-model')

const tile = z
  .union([
    levelSchema.transform((level) => ({ level, risk: 0, flags: [] as string[] })),
    z.strictObject({
      level: levelSchema,
      risk: z.number().min(0).max(1).default(0),
      flags: z.array(z.string()).default([]),
    }),
  ])
  .transform(({ level, risk, flags }): SensitivityTile => {
    const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
    return { level, categories, reidentificationRisk: risk, flags, digest: `${level} ${risk} ${flags.join(' ')}` }
  })

const reveal = z.strictObject({
  action: z.literal('reveal'),
  resource: entityTypeSchema,
  /** That of the type unless given; a codename can have another. */
  level: levelSchema.optional(),
})

const invoke = z.strictObject({
  action: z.literal('invoke'),
  resource: actionCategorySchema,
  model,
  tile: tile.optional(),
  reason: z.boolean().default(false),
})

const useModel = z.strictObject({ action: z.enum(['useModel', 'useCache']), resource: model })

const useProviderTool = z.strictObject({ action: z.literal('useProviderTool'), resource: z.string().min(1) })

const callTool = z.strictObject({
  action: z.literal('callTool'),
  /** `SERVER/TOOL`. */
  resource: z.string().regex(/^[^/]+\/.*$/),
  tile: tile.optional(),
})

const route = z.strictObject({
  action: z.literal('route'),
  resource: z.string().min(1),
  permittedLevel: levelSchema,
  providerKind: z.enum(PROVIDER_KINDS).optional(),
  region: z.string().optional(),
  retentionDays: z.number().int().nonnegative().optional(),
  tile,
})

const administer = z.strictObject({
  action: z.enum(ADMIN_ACTIONS),
  resource: z.enum(['session', 'policy', 'approval']).optional(),
  departments: z.array(z.string()).default([]),
  view: z.enum(['full', 'state']).default('full'),
  immutable: z.boolean().default(false),
})

/** What is asked, by the names of the actions that policies use. */
export const questionSchema = z.discriminatedUnion('action', [
  reveal,
  invoke,
  useModel,
  useProviderTool,
  callTool,
  route,
  administer,
])

type Asked = z.output<typeof questionSchema>

/** The question as the services ask it. */
export function questionOf(asked: Asked, principal: Principal): PolicyQuestion {
  switch (asked.action) {
    case 'reveal': {
      const level = asked.level ?? ENTITY_CLASSES[asked.resource].level
      return { principal, action: 'reveal-entity', resource: { entity: asked.resource, level } }
    }
    case 'invoke': {
      const context = { model: asked.model, reasonGiven: asked.reason, ...(asked.tile && { tile: asked.tile }) }
      return { principal, action: 'perform-action', resource: { category: asked.resource }, context }
    }
    case 'useModel':
      return { principal, action: 'invoke-model', resource: { model: asked.resource } }
    case 'useCache':
      return { principal, action: 'use-cache', resource: { model: asked.resource } }
    case 'useProviderTool':
      return { principal, action: 'use-provider-tool', resource: { tool: asked.resource } }
    case 'callTool': {
      const slash = asked.resource.indexOf('/')
      const resource = { server: asked.resource.slice(0, slash), tool: asked.resource.slice(slash + 1) }
      return { principal, action: 'call-tool', resource, context: { ...(asked.tile && { tile: asked.tile }) } }
    }
    case 'route': {
      const { resource: endpoint, tile: seen, permittedLevel, providerKind, region, retentionDays } = asked
      const resource = { endpoint, permittedLevel, providerKind, region, retentionDays }
      return { principal, action: 'route-to-endpoint', resource, context: { tile: seen } }
    }
    default: {
      const resource = adminResourceOf(asked, principal.tenant)
      return { principal, action: asked.action, ...(resource && { resource }) }
    }
  }
}

function adminResourceOf(asked: z.output<typeof administer>, tenant: string): AdminResource | undefined {
  const { resource: type, departments, view, immutable } = asked
  switch (type) {
    case 'session':
      return { type, tenant, departments, view }
    case 'policy':
      return { type, tenant, isMutable: !immutable }
    case 'approval':
      return { type, tenant, departments }
    default:
      return undefined
  }
}
