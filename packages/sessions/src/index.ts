export { sessionConfigShape } from './config.ts'
export { createFreezeControl } from './freeze/create-freeze-control.ts'
export type { FreezeControl, FreezeOrder, FreezeReport } from './freeze/freeze-control.ts'
export { FreezeFeed, type FreezeNews } from './freeze/freeze-feed.ts'
export { openFreezeControl } from './freeze/open-freeze-control.ts'
export { createUnfreezers, type Unfreezers } from './freeze/unfreezers.ts'
export { createSessionGate, type SessionGate } from './gate/session-gate.ts'
export { endFrozenSession } from './store/end-session.ts'
export { createRedisSessionStore } from './store/redis-session-store.ts'
export { connectSessions } from './store/session-connection.ts'
export type {
  FreezeState,
  GatewayLease,
  Session,
  SessionQuery,
  SessionReport,
  SessionState,
  SessionStore,
  UserRef,
  UserSessions,
} from './store/session-store.ts'
export { SessionSuspicions } from './suspicion/session-suspicions.ts'
