export { sessionConfigShape } from './config.ts'
export { createFreezeControl, type FreezeControlOptions } from './freeze/create-freeze-control.ts'
export type { FreezeControl, FreezeReport, Order } from './freeze/freeze-control.ts'
export { openFreezeControl } from './freeze/open-freeze-control.ts'
export { createSessionGate, type SessionGate, type SessionGateOptions, type Stoppable } from './gate/session-gate.ts'
export { createRedisSessionStore, type RedisSessionStoreOptions } from './store/redis-session-store.ts'
export type {
  Cause,
  FreezeNote,
  ResolveRequest,
  Session,
  SessionPage,
  SessionQuery,
  SessionRef,
  SessionReport,
  SessionState,
  SessionStore,
  Transition,
  UserRef,
  UserSessions,
} from './store/session-store.ts'
