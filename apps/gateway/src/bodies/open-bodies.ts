import { availableParallelism } from 'node:os'
import { FileReaders } from '@sluice/file-text'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { BodyPool } from './body-pool.ts'

/** A thread keeps up to 190 MB: four leave room for the rest in a container of 2 GB. */
const MAX_DEFAULT_THREADS = 4

/** One that reads a PDF file takes up to 400 MB. */
const MAX_FILE_THREADS = 2

/** The threads where none are configured: one less than there are processors, at least 1 and at most 4. */
export function defaultThreads(processors: number): number {
  return Math.min(MAX_DEFAULT_THREADS, Math.max(1, processors - 1))
}

/** Opens the threads for long bodies. */
export function openBodies({ config, metrics, onClose }: BuildContext<GatewayConfig>): BodyPool {
  const threads = config.BODY_THREADS || defaultThreads(availableParallelism())
  const maxWaitMs = config.BODY_MAX_WAIT_MS
  const readers = new FileReaders({ threads: Math.min(MAX_FILE_THREADS, threads), maxWaitMs })
  const pool = new BodyPool({ threads, maxWaitMs, files: { readers, form: config.FILES } })
  onClose('body threads', () => pool.close())
  onClose('file threads', () => readers.close())
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
