import type { Principal, SensitivityTile } from '@sluice/contracts'
import { createLevelPolicy, type PolicyQuestion, type PolicySnapshot } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { median } from '../gateway/statistics.ts'

/** CPU microseconds for all decisions of one request. */
export interface PolicyCosts {
  readonly decisions: number
  /** The built-in comparison of levels, without Cedar. */
  readonly level: number
  /** Cedar's decisions, from memory. */
  readonly remembered: number
  /** Cedar's decisions for a kind of caller that was not seen before. */
  readonly evaluated: number
}

const REMEMBERED_REQUESTS = 20_000
const EVALUATED_REQUESTS = 100

/** What policy adds to a request: an answer with three restored values, with ten policies of the tenant in force. */
export function measurePolicy(rounds: number): PolicyCosts {
  const config = { clearances: { '*': { level: 3 } } } as const
  const cedar = createCedarPolicies(config, { clock: { nowMs: Date.now } })
  cedar.replace('bench', OWN_POLICIES)
  const [level, own] = [createLevelPolicy(config).current('bench'), cedar.current('bench')]
  const known = callerIn('staff')
  const costOf = (policy: PolicySnapshot, requests: number, caller: (number: number) => Principal) =>
    median(
      Array.from({ length: rounds }, (_, round) => cpuUsOf(policy, requests, (at) => caller(round * requests + at))),
    )
  // The first turns are those of the compiler.
  cpuUsOf(own, REMEMBERED_REQUESTS, () => known)
  cpuUsOf(level, REMEMBERED_REQUESTS, () => known)
  return {
    decisions: questionsOf(known).length,
    level: costOf(level, REMEMBERED_REQUESTS, () => known),
    remembered: costOf(own, REMEMBERED_REQUESTS, () => known),
    evaluated: costOf(own, EVALUATED_REQUESTS, (number) => callerIn(`group-${number}`)),
  }
}

/** The figures for a person. */
export function renderPolicyCosts({ decisions, level, remembered, evaluated }: PolicyCosts): string {
  const line = (name: string, us: number) =>
    `${name.padEnd(34)}  ${us.toFixed(2).padStart(9)}  ${(us / decisions).toFixed(2).padStart(9)}`
  return [
    `What policy adds to a request: ${decisions} decisions, 10 policies of the tenant in force; CPU µs`,
    '',
    `${''.padEnd(34)}  ${'a request'.padStart(9)}  ${'each'.padStart(9)}`,
    line('remembered', remembered),
    line('evaluated, an unknown kind of caller', evaluated),
    line('levels alone, without Cedar', level),
  ].join('\n')
}

function cpuUsOf(policy: PolicySnapshot, requests: number, callerOf: (number: number) => Principal): number {
  const questions = Array.from({ length: requests }, (_, number) => questionsOf(callerOf(number)))
  const before = process.cpuUsage()
  for (const asked of questions) for (const question of asked) policy.decide(question)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

const TILE: SensitivityTile = {
  level: 3,
  categories: { PII: 3, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
  reidentificationRisk: 0.2,
  flags: [],
  digest: 'bench',
}

/** The decisions of a request that is answered by a model. */
function questionsOf(principal: Principal): PolicyQuestion[] {
  const context = { model: 'm', reasonGiven: false }
  const reveal = (entity: 'PERSON' | 'EMAIL_ADDRESS' | 'US_SSN', level: 2 | 3 | 4): PolicyQuestion => ({
    principal,
    action: 'reveal-entity',
    resource: { entity, level },
  })
  return [
    { principal, action: 'invoke-model', resource: { model: 'm' } },
    { principal, action: 'perform-action', resource: { category: 'A' }, context },
    { principal, action: 'perform-action', resource: { category: 'A' }, context: { ...context, tile: TILE } },
    { principal, action: 'use-cache', resource: { model: 'm' } },
    {
      principal,
      action: 'route-to-endpoint',
      resource: { endpoint: 'e', permittedLevel: 7, region: 'eu' },
      context: { tile: TILE },
    },
    reveal('PERSON', 2),
    reveal('EMAIL_ADDRESS', 3),
    reveal('US_SSN', 4),
  ]
}

function callerIn(group: string): Principal {
  return {
    ...{ tenant: 'bench', sub: 'bench-subject', username: 'bench', client: 'bench-client' },
    ...{ groups: [group, 'role:employee'], roles: [], departments: ['finance'] },
  }
}

const OWN_POLICIES = Array.from({ length: 10 }, (_, number) => ({
  id: `bench-${number}`,
  text:
    number % 2 === 0
      ? `forbid (principal in Group::"none-${number}", action == Action::"route", resource) when { context.tile.level > 2 };`
      : `forbid (principal in Group::"none-${number}", action == Action::"invokeWithoutApproval", resource)
         when { context has tile && context.tile.level > 4 };`,
  immutable: false,
  enabled: true,
  version: 1,
}))
