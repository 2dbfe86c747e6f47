import type { Logger, Metrics } from '@sluice/service-kit'
import { defined } from '@sluice/service-kit/async'
import type { SyncObservation } from './sync-directory.ts'

const CHANGES = ['created', 'updated', 'renamed', 'deactivated', 'deleted', 'reactivated'] as const

/** In seconds: a directory of a few users up to one of a million. */
const PULL_BUCKETS = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 240, 600]
const FREEZE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Logs and measures what came of each pull. Users are counted, never named. */
export function createSyncObserver(logger: Logger, metrics: Metrics): (observation: SyncObservation) => void {
  const pulls = metrics.counter({
    name: 'sluice_directory_pulls_total',
    help: 'Pulls of a directory, by what came of them.',
    labelNames: ['directory', 'outcome', 'fault'],
  })
  const users = metrics.counter({
    name: 'sluice_directory_changes_total',
    help: 'Users that pulls changed.',
    labelNames: ['directory', 'change'],
  })
  const pullSeconds = metrics.histogram({
    name: 'sluice_directory_pull_seconds',
    help: 'How long pulls took.',
    labelNames: ['directory'],
    buckets: PULL_BUCKETS,
  })
  const freezeSeconds = metrics.histogram({
    name: 'sluice_directory_freeze_seconds',
    help: 'From the last answer of a directory to a pull that revokes until all of those users were frozen.',
    labelNames: ['directory'],
    buckets: FREEZE_BUCKETS,
  })
  const lastApplied = metrics.gauge({
    name: 'sluice_directory_last_applied_timestamp_seconds',
    help: 'When this replica last applied a pull.',
    labelNames: ['directory'],
  })
  return (observation) => {
    const { directory, outcome, counts, revoked, freezeMs, pullMs, fault } = observation
    pulls.inc({ directory, outcome, fault: fault?.code ?? '' })
    pullSeconds.observe({ directory }, pullMs / 1_000)
    if (outcome === 'applied') {
      lastApplied.setToCurrentTime({ directory })
      for (const change of CHANGES) users.inc({ directory, change }, counts?.[change] ?? 0)
      if (revoked !== undefined && revoked.frozen > 0) freezeSeconds.observe({ directory }, (freezeMs ?? 0) / 1_000)
    }
    log(logger, observation)
  }
}

function log(logger: Logger, { fault, recordFault, ...facts }: SyncObservation): void {
  const line = { ...facts, ...defined({ code: fault?.code, reason: fault?.message }) }
  if (recordFault !== undefined) logger.error({ runId: facts.runId, err: recordFault }, 'audit record not written')
  if (facts.outcome === 'applied') logger.info(line, 'directory pulled')
  else logger.error({ ...line, err: fault?.cause }, facts.outcome === 'held' ? 'pull held' : 'pull failed')
}
