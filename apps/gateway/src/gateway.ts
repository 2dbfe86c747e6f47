import type { Authenticator } from '@sluice/auth'
import type { Clock } from '@sluice/contracts'
import type { ModelEndpoint, Pipeline, PolicyDecisions, UsersStore } from '@sluice/pipeline'
import type { RedisOutbox } from '@sluice/redis'
import type { Logger } from '@sluice/service-kit'
import type { SessionGate, SessionStore } from '@sluice/sessions'
import type { Afterwork } from './afterwork.ts'
import type { Turns } from './turns.ts'

/** What the routes of the gateway work with. `compose-pipeline.ts` and `server.ts` put it together. */
export interface Gateway {
  readonly authenticator: Authenticator
  readonly sessions: Pick<SessionStore, 'findUser'>
  /** The way in for requests to a model; a freeze stops whatever is inside. */
  readonly gate: Pick<SessionGate, 'enter' | 'leave' | 'becomeFresh'>
  readonly users: UsersStore
  readonly policies: PolicyDecisions
  readonly endpoints: readonly ModelEndpoint[]
  readonly pipeline: Pipeline
  readonly outbox: Pick<RedisOutbox, 'requireRoom'>
  /** What requests still have to do after their last byte, such as leaving the evidence of one that was stopped. */
  readonly afterwork: Pick<Afterwork, 'add'>
  /** For the end of what was stopped. */
  readonly turns: Turns
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: {
    /** The longest request body, in bytes. */
    readonly maxBodyBytes: number
    /** Silence in a stream, in milliseconds, after which a comment line goes out. */
    readonly keepAliveMs: number
  }
}
