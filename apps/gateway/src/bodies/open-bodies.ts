import { availableParallelism } from 'node:os'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { BodyPool } from './body-pool.ts'

/** A thread keeps up to 190 MB: four leave room for the rest in a container of 2 GB. */
const MAX_DEFAULT_THREADS = 4

/** The threads where none are configured: one less than there are processors, at least 1 and at most 4. */
export function defaultThreads(processors: number): number {
  return Math.min(MAX_DEFAULT_THREADS, Math.max(1, processors - 1))
}

/** Opens the threads for long bodies. */
export function openBodies({ config, metrics, onClose }: BuildContext<GatewayConfig>): BodyPool {
  const threads = config.BODY_THREADS || defaultThreads(availableParallelism())
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
