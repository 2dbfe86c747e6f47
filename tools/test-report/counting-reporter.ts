import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Prints every skipped test with its reason, and every one that passed at its second try only. Writes the counts to the
 * file that `SLUICE_TEST_COUNTS` names, from which `npm test` makes its last line. Files that cannot be loaded and
 * unhandled errors count as failures.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const brokenSuites = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ])
    const skipped = tests.filter((test) => ['skipped', 'pending'].includes(test.result().state))
    for (const test of skipped)
      console.log(`skipped: ${test.module.relativeModuleId} > ${test.fullName}: ${reason(test)}`)
    for (const test of tests.filter((test) => test.diagnostic()?.flaky === true))
      console.log(`passed at the second try only: ${test.module.relativeModuleId} > ${test.fullName}`)
    const counts: TestCounts = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed:
        tests.filter((test) => test.result().state === 'failed').length + brokenSuites.length + unhandledErrors.length,
      skipped: skipped.length,
    }
    const file = process.env.SLUICE_TEST_COUNTS
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts))
  }
}

function reason(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' ? result.note : undefined) ?? 'no reason given'
}
