import { SluiceError } from '@sluice/contracts'
import type { BuildContext } from '@sluice/service-kit'
import { createSessionGate, type SessionGate, type SessionStore } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import type { GatewayConfig } from '../config.ts'

/** Opens the gate that requests to a model go through, and begins to listen to freezes. */
export async function openGate(
  { config, clock, logger, metrics, onClose }: BuildContext<GatewayConfig>,
  redis: Redis,
  sessions: SessionStore,
): Promise<SessionGate> {
  const stopped = metrics.counter({
    name: 'sluice_requests_stopped_total',
    help: 'Requests that a freeze, or the loss of the freeze lease, has stopped.',
    labelNames: ['code'],
  })
  const gate = createSessionGate({
    redis,
    redisUrl: config.REDIS_URL,
    sessions,
    clock,
    rememberForMs: Math.min(config.SESSION_TOUCH_MS, config.SESSION_IDLE_MS / 3),
    onStopped: (code) => stopped.inc({ code }),
    onError: (error) => logger.warn({ err: error }, 'freeze watch failed'),
  })
  metrics.gauge({
    name: 'sluice_requests_inside',
    help: 'Requests under way that a freeze would stop.',
    collect() {
      this.set(gate.count())
    },
  })
  onClose('freeze watch', () => gate.stop())
  await gate.start()
  return gate
}

/** A gateway that cannot tell who is frozen is no place to send requests to. Throws `dependency_unavailable`. */
export async function requireFresh(gate: SessionGate): Promise<void> {
  if (!gate.isFresh()) throw new SluiceError('dependency_unavailable')
}
