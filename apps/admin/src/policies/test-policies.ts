import type { Principal } from '@sluice/contracts'
import type { PoliciesRepository, StoredPolicy } from '@sluice/db'
import { type PolicyConfig, type PolicyTest, policyTestsSchema } from '@sluice/policy'
import { FairSlots } from '@sluice/service-kit/async'
import { takeTurn } from '../take-turn.ts'
import { invalidPolicies } from './invalid-policies.ts'
import type { PolicyTestWorker } from './policy-test-worker.ts'
import type { TestResult } from './test-run.ts'

/** A policy as it would be. */
interface TestedPolicy {
  readonly id: string
  readonly text: string
  readonly immutable: boolean | undefined
  /** In place of those that are kept with it. */
  readonly tests: readonly PolicyTest[] | undefined
}

interface PolicyTestOrder {
  readonly set: readonly TestedPolicy[]
  /** The ids of stored policies to leave out, with their tests. */
  readonly remove: readonly string[]
}

export interface PolicyTestReport {
  readonly suites: readonly {
    readonly policyId: string
    readonly results: readonly (TestResult & { readonly test: PolicyTest })[]
  }[]
  /** The enabled policies of the tenant with which no test is kept. */
  readonly untested: readonly string[]
  /** Those whose tests this version cannot read. */
  readonly unreadable: readonly string[]
}

/** Says whether policies decide what their authors expect. */
export interface PolicyTests {
  /**
   * Runs the tests of a tenant's policies as they would be: those of the proposed policies first, then those that are
   * kept with the other enabled ones. Nothing is stored. Throws `invalid_request` with the faults of the policies,
   * `overloaded`, `layer_failed`, `dependency_unavailable`, and the signal's reason.
   */
  run(author: Principal, order: PolicyTestOrder, signal: AbortSignal): Promise<PolicyTestReport>
}

interface PolicyTestsOptions {
  readonly policies: Pick<PoliciesRepository, 'all'>
  readonly worker: Pick<PolicyTestWorker, 'run'>
  readonly config: PolicyConfig
  readonly rolesByGroup: Readonly<Record<string, string>>
}

/** Half a millisecond for a decision that no other one is like: 10,000 tests. */
const TIME_LIMIT_MS = 5_000
/** There is one thread; so many wait for it, and so long, shared fairly among tenants. */
const SLOTS = { slots: 1, maxWaiting: 20, maxWaitMs: 30_000 }
const RETRY_SECONDS = 5

export function createPolicyTests({ policies, worker, config, rolesByGroup }: PolicyTestsOptions): PolicyTests {
  const slots = new FairSlots(SLOTS)
  return {
    async run({ tenant }, order, signal) {
      const release = await takeTurn(slots, tenant, signal, RETRY_SECONDS)
      try {
        const proposed = proposedPolicies(await policies.all(tenant), order)
        const { suites, ...rest } = suitesOf(proposed)
        const outcome = await worker.run({
          ...{ tenant, config, rolesByGroup, suites, timeLimitMs: TIME_LIMIT_MS },
          policies: proposed.map(({ tests: _tests, ...policy }) => policy),
        })
        if (outcome.type === 'faulty') throw invalidPolicies(order, outcome.faults)
        const reported = suites.map(({ policyId, tests }, at) => ({
          policyId,
          results: tests.map((test, index) => {
            const result = outcome.suites[at]?.[index] ?? { outcome: 'not-run' as const }
            return { ...result, test }
          }),
        }))
        return { suites: reported, ...rest }
      } finally {
        release()
      }
    },
  }
}

interface ProposedPolicy {
  readonly id: string
  readonly text: string
  readonly immutable: boolean
  readonly enabled: boolean
  readonly version: number
  /** Null where they cannot be read. */
  readonly tests: readonly PolicyTest[] | null
}

function proposedPolicies(stored: readonly StoredPolicy[], { set, remove }: PolicyTestOrder): ProposedPolicy[] {
  const known = new Map(stored.map((policy) => [policy.id, policy]))
  const replaced = new Set([...remove, ...set.map(({ id }) => id)])
  const ofSet = set.map(({ id, text, immutable = known.get(id)?.immutable ?? false, tests }) => ({
    ...{ id, text, immutable, enabled: true, version: 1 },
    tests: tests ?? readTests(known.get(id)?.tests),
  }))
  const others = stored.filter(({ id, enabled }) => enabled && !replaced.has(id))
  return [
    ...ofSet,
    ...others.map(({ id, text, immutable, enabled, version, tests }) => ({
      ...{ id, text, immutable, enabled, version, tests: readTests(tests) },
    })),
  ]
}

/** They were checked when they were stored, perhaps by another version of the product. */
function readTests(tests: readonly unknown[] | null | undefined): readonly PolicyTest[] | null {
  return policyTestsSchema.safeParse(tests ?? []).data ?? null
}

function suitesOf(proposed: readonly ProposedPolicy[]) {
  const suites = proposed.flatMap(({ id, tests }) => (tests?.length ? { policyId: id, tests } : []))
  const untested = proposed.flatMap(({ id, tests }) => (tests?.length === 0 ? id : []))
  return { suites, untested, unreadable: proposed.flatMap(({ id, tests }) => (tests === null ? id : [])) }
}
