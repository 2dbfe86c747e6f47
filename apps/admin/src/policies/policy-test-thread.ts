import { parentPort } from 'node:worker_threads'
import { systemClock } from '@sluice/service-kit'
import { runTests, type TestOrder } from './test-run.ts'

// Runs the tests of policies, one order after another: to compile and ask two hundred policies takes seconds.

const WARM_UP: TestOrder = {
  ...{
    tenant: 'none',
    config: { clearances: {} },
    rolesByGroup: {},
    policies: [],
    timeLimitMs: Number.POSITIVE_INFINITY,
  },
  suites: [{ policyId: 'none', tests: [{ groups: [], action: 'useModel', effect: 'permit' }] }],
}

// The engine reads the built-in policies with its first question; no order is charged for that.
runTests(WARM_UP, () => 0)

parentPort?.on('message', (order: TestOrder) => {
  const beganMs = systemClock.monotonicMs()
  parentPort?.postMessage(runTests(order, () => systemClock.monotonicMs() - beganMs))
})
parentPort?.postMessage({ type: 'ready' })
