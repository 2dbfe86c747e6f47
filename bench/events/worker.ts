import { type Running, type ServiceProcess, startService } from '../services.ts'

/** A service that can be killed, and started again with the same environment. */
export interface Worker {
  readonly name: string
  /** Another one after each start. */
  origin(): string
  /** Ends it with SIGKILL, as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
}

const MAX_STARTS = 5

interface WorkerOptions {
  readonly name: string
  readonly app: 'admin' | 'gateway'
  readonly env: Readonly<Record<string, string>>
  readonly fromSource: boolean
}

/** Like a supervisor: a service whose stores are busy may end at its start, and is started once more. */
async function startAgain(options: Omit<WorkerOptions, 'name'>): Promise<Running<ServiceProcess>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startService(options)
    } catch (error) {
      if (attempt === MAX_STARTS) throw error
    }
  }
}

export async function startWorker({ name, ...options }: WorkerOptions): Promise<Running<Worker>> {
  let running: Running<ServiceProcess> = await startService(options)
  return {
    value: {
      name,
      origin: () => running.value.origin,
      kill: async () => {
        process.kill(running.value.pid, 'SIGKILL')
        await running.stop()
      },
      start: async () => {
        running = await startAgain(options)
      },
    },
    stop: () => running.stop(),
  }
}
