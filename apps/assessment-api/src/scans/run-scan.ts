import type { Clock } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { type AssessedProject, type AssessmentProgress, type Engine, ScanFailure } from '../engine.ts'
import type { ProjectPath } from './project-path.ts'

export interface RunScanOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly logger: Logger
  /** Called with each progress that the engine tells of. */
  readonly onProgress?: ((progress: AssessmentProgress) => void) | undefined
  readonly onScanEnd?: ((outcome: ScanOutcomeLabel) => void) | undefined
}

type ScanOutcomeLabel = 'completed' | 'failed' | 'aborted'

/** How often a running scan says in the log how far it is, in milliseconds. */
const PROGRESS_INTERVAL_MS = 2_000

/**
 * Scans a project and tells the log how it goes: counts and times only. Throws a `ScanFailure`, whatever went wrong.
 */
export async function runScan(
  { engine, clock, logger, onProgress: tell, onScanEnd }: RunScanOptions,
  project: ProjectPath,
  signal: AbortSignal,
): Promise<AssessedProject> {
  logger.info({ project: project.path }, 'scan started')
  let reportedMs = clock.monotonicMs()
  const onProgress = (progress: AssessmentProgress) => {
    tell?.(progress)
    if (clock.monotonicMs() - reportedMs < PROGRESS_INTERVAL_MS) return
    reportedMs = clock.monotonicMs()
    logger.info({ ...progress }, 'scan progress')
  }
  try {
    const assessed = await engine.assess({ root: project.root, projectPath: project.path }, { signal, onProgress })
    logger.info({ ...assessed.summary }, 'scan completed')
    onScanEnd?.('completed')
    return assessed
  } catch (error) {
    const failure = error instanceof ScanFailure ? error : new ScanFailure('engine-failed', { cause: error })
    if (signal.aborted) logger.info('scan aborted: nobody waits for it any more')
    else
      logger[failure.reason === 'engine-failed' ? 'error' : 'warn'](
        { reason: failure.reason, err: error },
        'scan failed',
      )
    onScanEnd?.(signal.aborted ? 'aborted' : 'failed')
    throw failure
  }
}
