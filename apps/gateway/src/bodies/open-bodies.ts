import { availableParallelism } from 'node:os'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { BodyPool } from './body-pool.ts'

/** Opens the threads for long bodies. */
export function openBodies({ config, metrics, onClose }: BuildContext<GatewayConfig>): BodyPool {
  const threads = config.BODY_THREADS || Math.max(1, availableParallelism() - 1)
  const pool = new BodyPool({ threads, maxWaitMs: config.BODY_MAX_WAIT_MS })
  onClose('body threads', () => pool.close())
  metrics.gauge({
    name: 'sluice_long_bodies',
    help: 'Long bodies that threads work on, and that wait for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'held' }, pool.bodies)
      this.set({ state: 'waiting' }, pool.waiting)
    },
  })
  return pool
}
