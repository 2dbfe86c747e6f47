import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ALLOCATOR_ENVIRONMENT,
  builtEntryOf,
  findFreePort,
  type ManagedProcess,
  nodeOptionsOf,
  startProcess,
} from '@sluice/testkit'

/** Something that was started for a bench, and how it is ended again. */
export interface Running<T> {
  readonly value: T
  stop(): Promise<void>
}

/** Notes something that was started, and gives its value. */
export type Keep = <T>(started: Running<T>) => T

/** Runs a measurement, and ends everything that it has kept, the newest first, however it ends itself. */
export async function endingWhatWasStarted<T>(measurement: (keep: Keep) => Promise<T>): Promise<T> {
  const running: Running<unknown>[] = []
  try {
    return await measurement((started) => {
      running.push(started)
      return started.value
    })
  } finally {
    for (const one of running.reverse()) await one.stop()
  }
}

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly origin: string
  readonly pid: number
}

interface ServiceOptions {
  readonly app: 'admin' | 'assessment-api' | 'gateway' | 'idp-sync' | 'soar-listener'
  readonly env: Readonly<Record<string, string>>
  /** Runs the sources instead of what is built. */
  readonly fromSource?: boolean
  /** Another checkout whose service is started in place of this one's. */
  readonly checkout?: string
}

/** Node with what servers set in production, and with nothing that the bench itself was started with. */
export const PRODUCTION = { NODE_ENV: 'production', NODE_OPTIONS: '' }
const READY_TIMEOUT_MS = 60_000

/** Starts a service as it is built, with its usual log level, and waits until it is ready. */
export async function startService(options: ServiceOptions): Promise<Running<ServiceProcess>> {
  const { app, env, fromSource = false, checkout = fileURLToPath(new URL('..', import.meta.url)) } = options
  const main = resolve(checkout, fromSource ? `apps/${app}/src/main.ts` : builtEntryOf(app))
  if (!existsSync(main)) throw new Error(`The service ${app} is not built. Run \`npm run build\` first.`)
  const port = await findFreePort()
  const server = await startProcess({
    name: app,
    command: process.execPath,
    args: fromSource ? ['--conditions=@sluice/source', main] : [main],
    env: {
      ...PRODUCTION,
      ...ALLOCATOR_ENVIRONMENT,
      NODE_OPTIONS: nodeOptionsOf(app),
      PORT: String(port),
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(app, `${origin}/health/ready`, server).catch(async (error: unknown) => {
    await server.end()
    throw error
  })
  return { value: { origin, pid: server.pid }, stop: () => server.end() }
}

async function untilReady(app: string, url: string, server: ManagedProcess): Promise<void> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < READY_TIMEOUT_MS) {
    if (!server.isRunning()) throw new Error(`The service ${app} ended before it was ready.`)
    const isReady = await fetch(url).then(
      (response) => response.body?.cancel().then(() => response.ok) ?? response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The service ${app} did not become ready.`)
}
