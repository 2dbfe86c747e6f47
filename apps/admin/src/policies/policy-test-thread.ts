import { parentPort } from 'node:worker_threads'
import { systemClock } from '@sluice/service-kit'
import { runTests, type TestOrder } from './test-run.ts'

// Runs the tests of policies, one order after another: to compile and ask two hundred policies takes seconds.
parentPort?.on('message', (order: TestOrder) => {
  const beganMs = systemClock.monotonicMs()
  parentPort?.postMessage(runTests(order, () => systemClock.monotonicMs() - beganMs))
})
