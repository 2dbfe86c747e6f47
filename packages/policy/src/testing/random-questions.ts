import {
  ACTION_CATEGORIES,
  ADMIN_ROLES,
  ENTITY_TYPES,
  type Level,
  levelSchema,
  type Principal,
  type SensitivityTile,
} from '@sluice/contracts'
import fc from 'fast-check'
import { ADMIN_ACTIONS, SOAR_ACTIONS } from '../actions.ts'
import type { PolicyQuestion } from '../question.ts'
import { ask, callerForTests, tileForTests } from './questions.ts'

const LEVELS: readonly Level[] = Array.from({ length: 8 }, (_, level) => levelSchema.parse(level))
const level = fc.constantFrom(...LEVELS)
const some = (...names: string[]) => fc.subarray(names)
const tenant = fc.constantFrom('t', 't', 't', 'other')

const principal: fc.Arbitrary<Principal> = fc
  .record({
    tenant: fc.constant('t'),
    sub: fc.constantFrom('alice', 'bob'),
    client: fc.constantFrom('c', 'd'),
    groups: some('finance', 'hr', '*'),
    departments: some('finance', 'hr'),
    roles: some(...Object.keys(ADMIN_ROLES), 'stranger'),
  })
  .map(callerForTests)

const tile: fc.Arbitrary<SensitivityTile> = fc
  .record({
    level,
    flags: some('mosaic'),
    reidentificationRisk: fc.constantFrom(0, 0.5, 1),
    pii: fc.constantFrom(0, 3),
  })
  .map(({ level: tileLevel, flags, reidentificationRisk, pii }) =>
    tileForTests(tileLevel, {
      flags,
      reidentificationRisk,
      categories: { PII: pii, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
    }),
  )

const departments = some('finance', 'hr')
const resource = fc.oneof(
  fc.constant(undefined),
  fc.record({ type: fc.constant('session' as const), tenant, departments, view: fc.constantFrom('full', 'state') }),
  fc.record({ type: fc.constant('policy' as const), tenant, isMutable: fc.boolean() }),
  fc.record({ type: fc.constant('approval' as const), tenant, departments }),
  fc.record({ type: fc.constant('usage' as const), tenant, departments }),
  fc.record({ type: fc.constant('api-key' as const), tenant, departments, isOwn: fc.boolean() }),
)

const credential = fc.oneof(
  fc.constant({ credential: 'signature' as const }),
  fc.record({
    credential: fc.constant('token' as const),
    scopes: some('soar', 'chat'),
    isPerson: fc.boolean(),
    client: fc.constantFrom('splunk', 'other'),
  }),
)

const facts = fc.record(
  { region: fc.constantFrom('eu', 'us'), retentionDays: fc.constantFrom(0, 30) },
  { requiredKeys: [] },
)

/** For tests: any question of a caller of the tenant `t`, out of few, so that some come twice. */
export const randomQuestion: fc.Arbitrary<PolicyQuestion> = fc.oneof(
  fc.tuple(principal, fc.constantFrom(...ENTITY_TYPES), level).map((args) => ask.reveal(...args)),
  fc.tuple(principal, tile, level, facts).map((args) => ask.route(...args)),
  fc
    .tuple(
      principal,
      fc.constantFrom(...ACTION_CATEGORIES),
      fc.record(
        { model: fc.constantFrom('small', 'large'), tile, reasonGiven: fc.boolean() },
        { requiredKeys: ['model', 'reasonGiven'] },
      ),
    )
    .map((args) => ask.perform(...args)),
  fc.tuple(principal, fc.constantFrom('small', 'large', 'none')).map((args) => ask.useModel(...args)),
  fc.tuple(principal, fc.constantFrom('web_search', 'mcp')).map((args) => ask.useProviderTool(...args)),
  fc
    .tuple(principal, fc.constantFrom('crm', 'files'), fc.constantFrom('', 'find', 'send'), fc.option(tile))
    .map(([caller, server, tool, seen]) => ask.callTool(caller, server, tool, seen ?? undefined)),
  principal.map(ask.useCache),
  fc.tuple(principal, fc.constantFrom(...ADMIN_ACTIONS), resource).map(([caller, action, about]) => ({
    principal: caller,
    action,
    ...(about && { resource: about }),
  })),
  fc.tuple(principal, fc.constantFrom(...SOAR_ACTIONS), credential).map(([caller, action, context]) => ({
    principal: caller,
    action,
    context,
  })),
)
