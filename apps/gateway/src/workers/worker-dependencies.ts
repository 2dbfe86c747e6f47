import type { Approvals } from '@sluice/approvals'
import type { Clock } from '@sluice/contracts'
import type { SessionGate } from '@sluice/sessions'
import type { RunDependencies } from '../admission/run-admitted.ts'
import type { ApiKeys } from '../api-keys/api-keys.ts'
import type { BodyPool } from '../bodies/body-pool.ts'
import type { Dependencies } from '../dependencies.ts'
import type { EndpointRegistry } from '../endpoints/endpoint-registry.ts'
import type { ExchangeTraces } from '../observation/exchange-traces.ts'
import type { Spendings } from '../spending/spendings.ts'

/** What runs of approved requests work with. */
export interface WorkerDependencies
  extends RunDependencies,
    Pick<Dependencies, 'keyRing' | 'policies' | 'sessionKeys'> {
  readonly apiKeys: Pick<ApiKeys, 'grantOf' | 'findKeyOf'>
  readonly endpoints: Pick<EndpointRegistry, 'hold'>
  readonly approvals: Pick<Approvals, 'get' | 'contentOf' | 'start' | 'renew' | 'finish' | 'fail'>
  readonly spendings: Pick<Spendings, 'of'>
  /** Its sessions are those of `createHeldSessions`. */
  readonly gate: Pick<SessionGate, 'enter' | 'leave' | 'ensureFresh'>
  readonly bodies: Pick<BodyPool, 'open'>
  readonly clock: Clock
  /** Undefined where nothing is traced. */
  readonly traces?: Pick<ExchangeTraces, 'openRun'> | undefined
  readonly limits: {
    /** A longer body goes to a thread, in bytes. */
    readonly localBodyBytes: number
    /** The longest answer that is kept, in bytes. */
    readonly maxAnswerBytes: number
    /** How long a run counts without a sign of life, in milliseconds. */
    readonly leaseMs: number
  }
  /** Called with the end of each run, for log and metrics; `code` where it did not go well. */
  readonly onRun: (approvalId: string, outcome: RunOutcome, code?: string) => void
}

/** `postponed`: it was not begun, and another attempt may follow. */
type RunOutcome = 'done' | 'failed' | 'postponed'
