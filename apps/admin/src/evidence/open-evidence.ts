import { type ControlRecord, createControlRecord, DEFAULT_TENANT } from '@sluice/contracts'
import {
  type AuditTrail,
  createEvidenceChallengesRepository,
  createEvidenceProofsRepository,
  type Database,
  type LogCheckpoints,
  type LogTiles,
} from '@sluice/db'
import type { BuildContext } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { KeyRing } from '@sluice/token-vault'
import { Exports } from '../audit/exports.ts'
import type { AdminConfig } from '../config.ts'
import { createClearanceFinder } from './find-clearance.ts'
import { type ProofQueue, startProofQueue } from './proof-queue.ts'
import { createProofSchedule } from './proof-schedule.ts'
import { ProofThreads } from './proof-threads.ts'
import { type ProofMade, proveRecord } from './prove-record.ts'
import { EvidenceWatch } from './watch-evidence.ts'

interface Parts {
  readonly database: Database
  readonly trail: Pick<AuditTrail, 'list' | 'bounds' | 'pick' | 'findForeign'>
  readonly log: { readonly tiles: Pick<LogTiles, 'read' | 'readBundle'>; readonly checkpoints: Checkpoints }
  readonly keyRing: KeyRing | undefined
  readonly outbox: { append(record: ControlRecord): Promise<void> }
}

type Checkpoints = Pick<LogCheckpoints, 'find' | 'size'>

/** What makes evidence for auditors, and chooses what is proved without them. */
export type Evidence = ReturnType<typeof openEvidence>

const LOOK_EVERY_MS = 2_000
/** Bundles on demand at once, of which one person alone gets five: one that waits for its proof asks for it often. */
const BUNDLES = { slots: 16, maxWaiting: 1_000, maxWaitMs: 2_000 }
/** Proofs under way for each thread: while one is made, the next is read and the last is written. */
const PLANNED_PER_THREAD = 3

/** Opens what proves records: the schedule, the threads and their queue, and a watch that they come in time. */
export function openEvidence(context: BuildContext<AdminConfig>, parts: Parts) {
  const { config, clock, logger, onClose } = context
  const proofs = createEvidenceProofsRepository(parts.database)
  const { checkpoints } = parts.log
  const watch = openWatch(context, { checkpoints, outbox: parts.outbox, proofs })
  const isProofDue = createProofSchedule({
    backlogAgeMs: () => watch.backlogAgeMs,
    ...{ youngMs: config.EVIDENCE_YOUNG_MS, sample: config.EVIDENCE_SAMPLE_PERCENT / 100 },
  })
  const findClearance = createClearanceFinder(parts.trail)
  const onMade = countProofs(context, parts.outbox)
  let queue: ProofQueue | undefined
  if (config.EVIDENCE_WORKERS > 0 && parts.keyRing !== undefined) {
    const threads = new ProofThreads(config.EVIDENCE_WORKERS)
    const plan = { keyRing: parts.keyRing, logOrigin: config.TLOG_ORIGIN, findClearance }
    queue = startProofQueue({
      ...{ redisUrl: config.REDIS_URL, proofs, clock, concurrency: config.EVIDENCE_WORKERS * PLANNED_PER_THREAD },
      prove: (number) => proveRecord(number, { proofs, threads, plan, clock }),
      onMade,
      onError: (err) => logger.warn({ err }, 'proofs are not being made'),
    })
    const opened = queue
    onClose('proofs', async () => {
      await opened.close()
      await threads.close()
    })
  }
  return {
    ...{ proofs, isProofDue, clock, waitMs: config.EVIDENCE_WAIT_MS },
    ...{ challenges: createEvidenceChallengesRepository(parts.database), challengeMs: config.EVIDENCE_CHALLENGE_MS },
    bundles: new Exports({ slots: BUNDLES }),
    sources: { trail: parts.trail, ...parts.log, proofs, findClearance },
    hurry: (number: number) => queue?.hurry(number),
  }
}

interface Watched extends Pick<Parts, 'outbox'> {
  readonly checkpoints: Checkpoints
  readonly proofs: ReturnType<typeof createEvidenceProofsRepository>
}

function openWatch({ config, clock, logger, metrics, onClose }: BuildContext<AdminConfig>, watched: Watched) {
  const due = metrics.gauge({ name: 'sluice_evidence_due_proofs', help: 'Proofs that are to be made.' })
  const oldest = metrics.gauge({
    name: 'sluice_evidence_oldest_due_seconds',
    help: 'How long the oldest of them has waited; 0 without any.',
  })
  const overdue = metrics.gauge({
    name: 'sluice_evidence_overdue_proofs',
    help: 'Due proofs of records that an auditor has named, and whose time is over.',
  })
  const watch = new EvidenceWatch({
    ...{ proofs: watched.proofs, checkpoints: watched.checkpoints, outbox: watched.outbox, clock },
    ...{ lateMs: config.EVIDENCE_LATE_MS },
    checkpointLateMs: config.TLOG_KEY === undefined ? undefined : config.EVIDENCE_CHECKPOINT_LATE_MS,
  })
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= watch
      .look()
      .then((state) => {
        due.set(state.due)
        oldest.set(state.oldestDueMs / 1_000)
        overdue.set(state.overdue)
      })
      .catch((err: unknown) => logger.warn({ err }, 'nobody knows how far the proofs are'))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  onClose('watch over proofs', async () => {
    clearInterval(timer)
    await looking
  })
  return watch
}

/** Counts what became of proofs. Levels that break what a proof says are a critical event: somebody must look. */
function countProofs({ clock, logger, metrics }: BuildContext<AdminConfig>, outbox: Parts['outbox']) {
  const counter = metrics.counter({
    name: 'sluice_evidence_proofs_total',
    help: 'Proofs by what became of them.',
    labelNames: ['outcome'],
  })
  return (made: ProofMade | 'failed') => {
    counter.inc({ outcome: made })
    if (made !== 'levels') return
    logger.error('a record has levels that break the rules, so that it cannot be proved')
    const record = createControlRecord({
      ...{ id: newId(), event: 'evidence.contradicted', severity: 'critical', timeMs: clock.nowMs(), service: 'admin' },
      ...{ actor: 'service:admin', tenant: DEFAULT_TENANT },
    })
    outbox.append(record).catch((err: unknown) => logger.error({ err }, 'that was not recorded'))
  }
}
