import {
  actionCategorySchema,
  ENTITY_CLASSES,
  entityTypeSchema,
  levelSchema,
  type Principal,
  plainText,
  type SensitivityTile,
} from '@sluice/contracts'
import { z } from 'zod'
import { ADMIN_ACTIONS } from '../actions.ts'
import { type AdminResource, type PolicyQuestion, PROVIDER_KINDS } from '../question.ts'

const MAX_NAME_LENGTH = 256
const MAX_NAMES = 50

const name = plainText(MAX_NAME_LENGTH)
const model = name.optional().describe('The model that is asked; `any-model` without it.')

const tile = z
  .union([
    levelSchema,
    z.strictObject({
      level: levelSchema,
      risk: z.number().min(0).max(1).optional(),
      flags: z.array(name).max(MAX_NAMES).optional(),
    }),
  ])
  .describe('What the request was found to hold: a level from 0 to 7, or with the risk of reidentification and flags.')

/** What is asked, by the names of the actions that policies use. */
export const ASKED = {
  reveal: z.strictObject({
    action: z.literal('reveal'),
    resource: entityTypeSchema.describe('A type of data.'),
    level: levelSchema.optional().describe('That of the type unless given; a codename can have another.'),
  }),
  invoke: z.strictObject({
    action: z.literal('invoke'),
    resource: actionCategorySchema.describe('A category of actions, A to H.'),
    model,
    tile: tile.optional(),
    reason: z.boolean().optional().describe('Whether the caller has given a reason.'),
  }),
  useModel: z.strictObject({ action: z.enum(['useModel', 'useCache']), resource: model }),
  useProviderTool: z.strictObject({ action: z.literal('useProviderTool'), resource: name }),
  callTool: z.strictObject({
    action: z.literal('callTool'),
    resource: name.regex(/^[^/]+\/.*$/, 'must be SERVER/TOOL').describe('`SERVER/TOOL`.'),
    tile: tile.optional(),
  }),
  route: z.strictObject({
    action: z.literal('route'),
    resource: name.describe('An endpoint, which need not exist.'),
    permittedLevel: levelSchema,
    providerKind: z.enum(PROVIDER_KINDS).optional(),
    region: name.optional(),
    retentionDays: z.int().nonnegative().optional(),
    tile,
  }),
  administer: z.strictObject({
    action: z.enum(ADMIN_ACTIONS),
    resource: z.enum(['session', 'policy', 'approval']).optional(),
    departments: z.array(name).max(MAX_NAMES).optional(),
    view: z.enum(['full', 'state']).optional(),
    immutable: z.boolean().optional(),
  }),
} as const

/** One question to the policy, without who asks it. */
export const questionSchema = z.discriminatedUnion('action', [
  ASKED.reveal,
  ASKED.invoke,
  ASKED.useModel,
  ASKED.useProviderTool,
  ASKED.callTool,
  ASKED.route,
  ASKED.administer,
])

type Asked = z.output<typeof questionSchema>
type Tile = z.output<typeof tile>

const ANY_MODEL = 'any-model'

/** The question as the services ask it. */
export function questionOf(asked: Asked, principal: Principal): PolicyQuestion {
  switch (asked.action) {
    case 'reveal': {
      const level = asked.level ?? ENTITY_CLASSES[asked.resource].level
      return { principal, action: 'reveal-entity', resource: { entity: asked.resource, level } }
    }
    case 'invoke': {
      const { model: asksFor = ANY_MODEL, reason = false, resource: category } = asked
      const context = { model: asksFor, reasonGiven: reason, ...contextOf(asked.tile) }
      return { principal, action: 'perform-action', resource: { category }, context }
    }
    case 'useModel':
      return { principal, action: 'invoke-model', resource: { model: asked.resource ?? ANY_MODEL } }
    case 'useCache':
      return { principal, action: 'use-cache', resource: { model: asked.resource ?? ANY_MODEL } }
    case 'useProviderTool':
      return { principal, action: 'use-provider-tool', resource: { tool: asked.resource } }
    case 'callTool': {
      const slash = asked.resource.indexOf('/')
      const resource = { server: asked.resource.slice(0, slash), tool: asked.resource.slice(slash + 1) }
      return { principal, action: 'call-tool', resource, context: contextOf(asked.tile) }
    }
    case 'route': {
      const { resource: endpoint, tile: seen, permittedLevel, providerKind, region, retentionDays } = asked
      const resource = { endpoint, permittedLevel, providerKind, region, retentionDays }
      return { principal, action: 'route-to-endpoint', resource, context: { tile: tileOf(seen) } }
    }
    default: {
      const resource = adminResourceOf(asked, principal.tenant)
      return { principal, action: asked.action, ...(resource && { resource }) }
    }
  }
}

function contextOf(seen: Tile | undefined): { readonly tile?: SensitivityTile } {
  return seen === undefined ? {} : { tile: tileOf(seen) }
}

function tileOf(seen: Tile): SensitivityTile {
  const { level, risk = 0, flags = [] } = typeof seen === 'object' ? seen : { level: seen }
  const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  return { level, categories, reidentificationRisk: risk, flags, digest: `${level} ${risk} ${flags.join(' ')}` }
}

function adminResourceOf(asked: z.output<typeof ASKED.administer>, tenant: string): AdminResource | undefined {
  const { resource: type, departments = [], view = 'full', immutable = false } = asked
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
