import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ScanFailure } from '../engine.ts'
import type { EngineSettings, FromEngine, ToEngine } from './engine-protocol.ts'

interface EngineProcessOptions {
  /** The module that the process runs. */
  readonly entry: URL
  readonly settings: EngineSettings
  /** The process's bound on memory for objects, in MiB: it ends when it needs more, and the service goes on. */
  readonly maxHeapMb: number
  /** Called once when the process has ended, with the reason unless the end was requested. */
  readonly onEnd: (error: Error | undefined) => void
}

interface Call<Result> {
  readonly number: number
  readonly result: Promise<Result>
}

export interface EngineProcess {
  /** Calls that are not answered yet. */
  readonly open: number
  readonly alive: boolean
  /**
   * Sends a call and reads its replies until `read` gives a result. Rejects with what the engine threw, or with
   * `engine-failed` when the process ends before.
   */
  call<Result extends object>(
    message: (call: number) => ToEngine,
    read: (reply: FromEngine) => Result | undefined,
  ): Call<Result>
  send(message: ToEngine): void
  end(): void
}

interface Pending {
  readonly receive: (reply: FromEngine) => void
  readonly reject: (error: Error) => void
}

/** Starts an engine process and matches its replies to its calls. */
export function startEngineProcess({ entry, settings, maxHeapMb, onEnd }: EngineProcessOptions): EngineProcess {
  const child = fork(fileURLToPath(entry), {
    serialization: 'advanced',
    execArgv: [...execArgvFor(entry), `--max-old-space-size=${maxHeapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const pending = new Map<number, Pending>()
  let alive = true
  let asked = false
  let lastCall = 0

  const finish = (error: Error) => {
    if (!alive) return
    alive = false
    for (const { reject } of pending.values()) reject(new ScanFailure('engine-failed', { cause: error }))
    pending.clear()
    onEnd(asked ? undefined : error)
  }
  const send = (message: ToEngine) => {
    // A message to a process that has just ended fails; `exit` reports its end.
    if (alive) child.send(message, () => {})
  }
  // What comes was sent by `serveEngine`.
  child.on('message', (reply) => receive(reply as FromEngine))
  child.on('error', finish)
  child.on('exit', (code, signal) => finish(new Error(`the engine process ended: ${signal ?? `exit code ${code}`}`)))

  function receive(reply: FromEngine): void {
    pending.get(reply.call)?.receive(reply)
  }

  send({ kind: 'start', settings })
  return {
    get open() {
      return pending.size
    },
    get alive() {
      return alive
    },
    call<Result extends object>(message: (call: number) => ToEngine, read: (reply: FromEngine) => Result | undefined) {
      lastCall += 1
      const number = lastCall
      const { promise: result, resolve, reject } = Promise.withResolvers<Result>()
      if (!alive) reject(new ScanFailure('engine-failed'))
      pending.set(number, {
        reject,
        receive(reply) {
          const value = reply.kind === 'failed' ? undefined : read(reply)
          if (reply.kind !== 'failed' && value === undefined) return
          pending.delete(number)
          if (value !== undefined) resolve(value)
          else if (reply.kind === 'failed') reject(errorOf(reply))
        },
      })
      send(message(number))
      return { number, result }
    },
    send,
    end() {
      asked = true
      child.kill('SIGKILL')
    },
  }
}

function errorOf({ reason, error }: FromEngine & { readonly kind: 'failed' }): Error {
  return reason === undefined ? error : new ScanFailure(reason, { cause: error })
}

/** A process that runs from the sources needs the condition that selects the sources of a package. */
function execArgvFor(entry: URL): string[] {
  return entry.pathname.endsWith('.ts') ? ['--conditions=@sluice/source'] : []
}
