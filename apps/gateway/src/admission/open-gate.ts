import type { SessionKeys } from '@sluice/keys'
import type { BuildContext } from '@sluice/service-kit'
import { connectSessions, createSessionGate, type SessionGate, type SessionStore } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from '../config.ts'

/** What a gate is for: the requests of callers, or those that a worker carries out. */
export interface GateUse {
  readonly kind: 'gateway' | 'worker'
  /** What the gate takes for the sessions. */
  readonly sessionsOf: (sessions: SessionStore) => Pick<SessionStore, 'resolve' | 'find' | 'requireUnstopped'>
}

/** The requests of callers, in sessions that they begin and continue. */
export const CALLERS: GateUse = { kind: 'gateway', sessionsOf: (sessions) => sessions }

/** Opens the gate that requests to a model go through. Resolves when freezes are in force. */
export async function openGate(
  { config, clock, logger, metrics, onClose }: BuildContext<GatewayConfig>,
  redis: Redis,
  {
    kind,
    sessionsOf,
    sessions,
    apiKeys,
    sessionKeys,
  }: GateUse & {
    readonly sessions: SessionStore
    /** Told of each API key that is revoked or changed. */
    readonly apiKeys: { forget(client: string): void; forgetAll(): void }
    /** Told of each freeze: the key of an erased session is not used again. */
    readonly sessionKeys: Pick<SessionKeys, 'forget' | 'forgetAll'>
  },
): Promise<SessionGate> {
  const stopped = metrics.counter({
    name: 'sluice_requests_stopped_total',
    help: 'Requests that a freeze, or the loss of the freeze lease, has stopped.',
    labelNames: ['code'],
  })
  const onError = (err: Error) => logger.warn({ err }, 'freeze watch failed')
  const gate = createSessionGate({
    connection: connectSessions({ redis, redisUrl: config.REDIS_URL, clock, onError }),
    kind,
    sessions: sessionsOf(sessions),
    rememberForMs: Math.min(config.SESSION_TOUCH_MS, config.SESSION_IDLE_MS / 3),
    onStopped: (code) => stopped.inc({ code }),
    onClientChanged: (client) => apiKeys.forget(client),
    onFrozen: (user, sessionId) => sessionKeys.forget(user, sessionId),
    onChangesLost: () => {
      apiKeys.forgetAll()
      sessionKeys.forgetAll()
    },
  })
  metrics.gauge({
    name: 'sluice_requests_inside',
    help: 'Requests in the gateway, each of which a freeze would stop.',
    collect() {
      this.set(gate.count())
    },
  })
  onClose('freeze watch', () => gate.stop())
  await gate.start()
  return gate
}
