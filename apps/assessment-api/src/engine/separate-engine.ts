import type { Logger } from '@sluice/service-kit'
import {
  type AssessedProject,
  type AssessmentOptions,
  type AssessmentRequest,
  type AssessmentSummary,
  type Engine,
  ScanFailure,
} from '../engine.ts'
import { type EngineProcess, startEngineProcess } from './engine-process-handle.ts'
import type { EngineSettings } from './engine-protocol.ts'

interface SeparateEngineOptions {
  readonly settings: EngineSettings
  /** Processes at most; one is started when it is needed. */
  readonly maxProcesses: number
  readonly maxHeapMb: number
  readonly logger: Logger
  /** What a process runs; the engine by default. */
  readonly entry?: URL
  /** How long an aborted scan may take to end before its process is ended, in milliseconds. */
  readonly abortGraceMs?: number
}

/** Beyond its own time limit, a scan gets so long to come to its end, in milliseconds. */
const OVERTIME_MS = 30_000

/**
 * Runs the engine in processes of its own. Not in threads: a thread that exceeds its memory takes the whole process
 * with it (Node 24, in spite of `resourceLimits`), and so does a parser that crashes.
 */
export function createSeparateEngine(options: SeparateEngineOptions): Engine {
  const { settings, maxProcesses, maxHeapMb, logger, abortGraceMs = 5_000 } = options
  const entry = options.entry ?? ownEntry()
  const processes = new Set<EngineProcess>()

  function pickProcess(): EngineProcess {
    const least = [...processes].sort((a, b) => a.open - b.open)[0]
    if (least !== undefined && (least.open === 0 || processes.size >= maxProcesses)) return least
    const started = startEngineProcess({
      entry,
      settings,
      maxHeapMb,
      onEnd(error) {
        processes.delete(started)
        if (error !== undefined) logger.error({ err: error }, 'engine process ended')
      },
    })
    processes.add(started)
    return started
  }

  async function assess(
    request: AssessmentRequest,
    { signal, onProgress }: AssessmentOptions,
  ): Promise<AssessedProject> {
    signal.throwIfAborted()
    const engine = pickProcess()
    const { number, result } = engine.call<AssessmentSummary>(
      (call) => ({ kind: 'assess', call, request }),
      (reply) => {
        if (reply.kind === 'progress') onProgress(reply.progress)
        return reply.kind === 'assessed' ? reply.summary : undefined
      },
    )
    const timers: NodeJS.Timeout[] = []
    // A process that does not listen any more, deep in some loop, can only be ended.
    const stop = () => {
      engine.send({ kind: 'abort', call: number })
      timers.push(setTimeout(() => engine.end(), abortGraceMs).unref())
    }
    timers.push(setTimeout(stop, settings.timeLimitMs + OVERTIME_MS).unref())
    signal.addEventListener('abort', stop, { once: true })
    try {
      return holdProject(engine, number, await result)
    } finally {
      signal.removeEventListener('abort', stop)
      for (const timer of timers) clearTimeout(timer)
    }
  }

  return {
    assess,
    describeKeys() {
      return pickProcess().call(
        (call) => ({ kind: 'keys', call }),
        (reply) => (reply.kind === 'keys' ? reply.keys : undefined),
      ).result
    },
    close() {
      for (const process of processes) process.end()
    },
  }
}

function holdProject(engine: EngineProcess, project: number, summary: AssessmentSummary): AssessedProject {
  return {
    summary,
    async render(view) {
      const parts: Uint8Array<ArrayBuffer>[] = []
      try {
        return await engine.call(
          (call) => ({ kind: 'render', call, project, view }),
          (reply) => {
            if (reply.kind === 'part') parts.push(reply.bytes)
            return reply.kind === 'rendered' ? parts : undefined
          },
        ).result
      } catch (error) {
        // The scan is done: what fails now is no incomplete scan but a failure of the service.
        throw error instanceof ScanFailure ? new Error('the engine process ended', { cause: error }) : error
      }
    },
    release: () => engine.send({ kind: 'release', project }),
    isUsable: () => engine.alive,
  }
}

/** The module beside this one, in TypeScript or built. */
function ownEntry(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './engine-process.ts' : './engine-process.js', import.meta.url)
}
