import { type RunningService, startService } from '@sluice/service-kit'
import { gatewayWorkerService } from '../worker.ts'
import type { GatewayStack } from './test-stack.ts'

/** For tests: a worker over the stores of a stack, in this process. The caller stops it before the stack. */
export function startWorker(
  { env }: Pick<GatewayStack, 'env'>,
  changes: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const fast = { APPROVAL_SWEEP_MS: '100', APPROVAL_LEASE_MS: '2000' }
  return startService(gatewayWorkerService, {
    env: { ...env, ...fast, ...changes },
    logDestination: { write: () => undefined },
  })
}
