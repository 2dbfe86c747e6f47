import { type AssessedProject, type AssessmentProgress, ScanFailure } from '../engine.ts'
import { type Flight, waitFor } from './flight.ts'
import { createFlightShelf } from './flight-shelf.ts'
import type { ProjectPath } from './project-path.ts'
import { type RunScanOptions, runScan } from './run-scan.ts'
import type { ScanQueue } from './scan-queue.ts'

interface UseOptions {
  /** Aborts when the caller leaves; the scan ends with its last caller. */
  readonly signal: AbortSignal
  /** Takes no scan that has begun before this call. */
  readonly fresh: boolean
}

/** A scan that has not ended. */
interface ScanUnderWay extends AssessmentProgress {
  /** Of the project, as it was asked for. */
  readonly path: string
  readonly state: 'waiting' | 'scanning'
  /** Milliseconds since the Unix epoch. */
  readonly askedAtMs: number
}

export interface Assessments {
  /**
   * Hands the assessed project to the work, and keeps it until the work is done. Callers who ask for the same project
   * at the same time share one scan, and those who come within the reuse time after it.
   *
   * Throws a `ScanFailure`, `rate_limit_exceeded`, or the signal's reason.
   */
  use<Result>(
    project: ProjectPath,
    options: UseOptions,
    work: (assessed: AssessedProject) => Promise<Result>,
  ): Promise<Result>
  /** The scans that wait or run, in the order in which they were asked for. */
  underWay(): readonly ScanUnderWay[]
  /** Ends every scan and forgets every result. */
  close(): void
}

interface AssessmentsOptions extends RunScanOptions {
  readonly queue: ScanQueue
  /** How long after its end a scan answers further requests, in milliseconds; 0 is never. */
  readonly reuseMs: number
  /** Finished assessments that are kept at most, beside those in use. */
  readonly maxKept: number
}

const NOTHING_YET: AssessmentProgress = { filesRead: 0, filesFound: 0, bytesRead: 0, detections: 0 }

/** Shares scans between the requests that need them. */
export function createAssessments(options: AssessmentsOptions): Assessments {
  const { queue, clock, logger, reuseMs, maxKept } = options
  const shelf = createFlightShelf({ keepMs: reuseMs, maxKept })
  const underway = new Set<Flight>()
  let lastScan = 0

  function isJoinable({ state, controller }: Flight, fresh: boolean): boolean {
    if (controller.signal.aborted || state.kind === 'failed') return false
    if (state.kind === 'waiting') return true
    if (fresh) return false
    if (state.kind === 'scanning') return true
    return state.assessed.isUsable() && clock.monotonicMs() - state.endedMs < reuseMs
  }

  function launch(key: string, project: ProjectPath): Flight {
    lastScan += 1
    const scanLogger = logger.child({ scan: lastScan })
    const controller = new AbortController()
    const { signal } = controller
    const scan = () => {
      flight.state = { kind: 'scanning' }
      return runScan({ ...options, logger: scanLogger, onProgress: progressOf(flight) }, project, signal)
    }
    const flight: Flight = {
      ...{ key, path: project.path, askedAtMs: clock.nowMs(), progress: NOTHING_YET },
      controller,
      users: 0,
      state: { kind: 'waiting' },
      // In a later microtask, because the scan needs the flight.
      assessed: Promise.resolve().then(() => queue.run(scan, signal)),
    }
    shelf.put(flight)
    underway.add(flight)
    flight.assessed
      .then(
        (assessed) => {
          flight.state = { kind: 'done', assessed, endedMs: clock.monotonicMs() }
          shelf.settle(flight)
        },
        () => {
          flight.state = { kind: 'failed' }
          shelf.forget(flight)
        },
      )
      .finally(() => underway.delete(flight))
    return flight
  }

  function join(project: ProjectPath, fresh: boolean): Flight {
    const key = `${project.root}\0${project.path}`
    const flight = shelf.current(key)
    return flight !== undefined && isJoinable(flight, fresh) ? flight : launch(key, project)
  }

  function leave(flight: Flight): void {
    flight.users -= 1
    if (flight.state.kind === 'done') shelf.settle(flight)
    else if (flight.users === 0) flight.controller.abort(new ScanFailure('aborted'))
  }

  return {
    async use(project, { signal, fresh }, work) {
      signal.throwIfAborted()
      const flight = join(project, fresh)
      flight.users += 1
      try {
        return await waitFor(work(await waitFor(flight.assessed, signal)), signal)
      } finally {
        leave(flight)
      }
    },
    underWay: () => [...underway].flatMap(describeUnderWay),
    close() {
      for (const { controller } of underway) controller.abort(new ScanFailure('aborted'))
      shelf.forgetAll()
    },
  }
}

function progressOf(flight: Flight) {
  return (progress: AssessmentProgress) => {
    flight.progress = progress
  }
}

/** Nothing for one that has ended. */
function describeUnderWay({ path, askedAtMs, progress, state: { kind } }: Flight): readonly ScanUnderWay[] {
  return kind === 'waiting' || kind === 'scanning' ? [{ ...progress, path, askedAtMs, state: kind }] : []
}
