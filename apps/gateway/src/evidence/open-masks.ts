import { MASK_TIMEOUT_MS } from '@sluice/pipeline'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { EvidenceMasks } from './evidence-masks.ts'
import { startMaskMaker } from './mask-maker.ts'

/** Opens the masks that records commit with, and the thread that makes them. */
export function openMasks({ config, logger, metrics, onClose }: BuildContext<GatewayConfig>): EvidenceMasks {
  const lost = metrics.counter({
    name: 'sluice_evidence_mask_threads_lost_total',
    help: 'Threads that made masks of evidence and ended; another one was started each time.',
  })
  const masks = new EvidenceMasks({
    capacity: config.EVIDENCE_MASKS,
    maxWaitMs: MASK_TIMEOUT_MS,
    startMaker: (events) => startMaskMaker(events),
    onLost: (cause) => {
      lost.inc()
      logger.error({ err: cause }, 'the thread that makes masks of evidence has ended')
    },
  })
  onClose('masks of evidence', () => masks.close())
  metrics.gauge({
    name: 'sluice_evidence_masks',
    help: 'Masks of evidence that are ready, and records that wait for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'ready' }, masks.ready)
      this.set({ state: 'waiting' }, masks.waiting)
    },
  })
  metrics.counter({
    name: 'sluice_evidence_mask_waits_total',
    help: 'Records that had to wait for a mask.',
    collect() {
      this.reset()
      this.inc(masks.waits)
    },
  })
  return masks
}
