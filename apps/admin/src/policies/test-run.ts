import { createPrincipalReader } from '@sluice/auth'
import {
  decideTest,
  isAsExpected,
  NOON_MS,
  type PolicyConfig,
  type PolicyDecision,
  type PolicyTest,
} from '@sluice/policy'
import { createCedarPolicies, type PolicyFault } from '@sluice/policy/cedar'

/** The policies of a tenant as they would be, with the tests that are kept with them. */
export interface TestOrder {
  readonly tenant: string
  readonly config: PolicyConfig
  readonly rolesByGroup: Readonly<Record<string, string>>
  readonly policies: readonly {
    readonly id: string
    readonly text: string
    readonly immutable: boolean
    readonly enabled: boolean
    readonly version: number
  }[]
  /** In the order in which they are run. */
  readonly suites: readonly { readonly policyId: string; readonly tests: readonly PolicyTest[] }[]
  /** Tests that are not reached by then are not run, in milliseconds. */
  readonly timeLimitMs: number
}

/** What became of one test; absent members where it was not run, because the time was over. */
export interface TestResult {
  readonly outcome: 'passed' | 'failed' | 'not-run'
  readonly got?: PolicyDecision
}

export type TestOutcome =
  | { readonly type: 'faulty'; readonly faults: readonly PolicyFault[] }
  /** A result for each test of each suite, in the same order. */
  | { readonly type: 'run'; readonly suites: readonly (readonly TestResult[])[] }

/**
 * Runs the tests of policies. Decisions are those of an engine of its own, for callers in the groups that a test names.
 *
 * @param elapsedMs how long the run has taken, in milliseconds.
 */
export function runTests(order: TestOrder, elapsedMs: () => number): TestOutcome {
  const { tenant, config, rolesByGroup, policies, suites, timeLimitMs } = order
  const time = { nowMs: NOON_MS }
  const trial = createCedarPolicies(config, { clock: { nowMs: () => time.nowMs } })
  const faults = trial.replace(tenant, policies)
  if (faults.length > 0) return { type: 'faulty', faults }
  const read = createPrincipalReader({ rolesByGroup })
  const onTrial = {
    at: (timeMs: number) => {
      time.nowMs = timeMs
      return trial.current(tenant)
    },
    readPrincipal: (claims: object) => Object.freeze({ ...read({ ...claims }), tenant }),
  }
  const resultOf = (test: PolicyTest): TestResult => {
    if (elapsedMs() >= timeLimitMs) return { outcome: 'not-run' }
    const got = decideTest(test, onTrial)
    return { outcome: isAsExpected(got, test) ? 'passed' : 'failed', got }
  }
  return { type: 'run', suites: suites.map(({ tests }) => tests.map(resultOf)) }
}
