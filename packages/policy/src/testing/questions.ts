import type { ActionCategory, EntityType, Level, Principal, SensitivityTile } from '@sluice/contracts'
import type { PolicyQuestion } from '../question.ts'

/** For tests: a caller of the tenant `t`. */
export function callerForTests(changes: Partial<Principal> = {}): Principal {
  return { tenant: 't', sub: 's', username: 's', groups: [], roles: [], departments: [], client: 'c', ...changes }
}

/** For tests: a tile of this level. */
export function tileForTests(level: Level, changes: Partial<SensitivityTile> = {}): SensitivityTile {
  const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
  const tile = { level, categories, reidentificationRisk: 0, flags: [], ...changes }
  return { digest: JSON.stringify(tile), ...tile }
}

/** For tests: questions of one caller. */
export const ask = {
  reveal: (principal: Principal, entity: EntityType, level: Level): PolicyQuestion => ({
    principal,
    action: 'reveal-entity',
    resource: { entity, level },
  }),
  route: (principal: Principal, tile: SensitivityTile, permittedLevel: Level, facts: object = {}): PolicyQuestion => ({
    principal,
    action: 'route-to-endpoint',
    resource: { endpoint: 'e', permittedLevel, ...facts },
    context: { tile },
  }),
  perform: (
    principal: Principal,
    category: ActionCategory,
    context: { readonly model?: string; readonly tile?: SensitivityTile; readonly reasonGiven?: boolean } = {},
  ): PolicyQuestion => ({
    principal,
    action: 'perform-action',
    resource: { category },
    context: { model: 'm', reasonGiven: false, ...context },
  }),
  useModel: (principal: Principal, model: string): PolicyQuestion => ({
    principal,
    action: 'invoke-model',
    resource: { model },
  }),
  useProviderTool: (principal: Principal, tool: string): PolicyQuestion => ({
    principal,
    action: 'use-provider-tool',
    resource: { tool },
  }),
  callTool: (principal: Principal, server: string, tool: string, tile?: SensitivityTile): PolicyQuestion => ({
    principal,
    action: 'call-tool',
    resource: { server, tool },
    context: { ...(tile && { tile }) },
  }),
  useCache: (principal: Principal): PolicyQuestion => ({ principal, action: 'use-cache', resource: { model: 'm' } }),
} as const
