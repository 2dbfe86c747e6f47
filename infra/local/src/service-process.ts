import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ALLOCATOR_ENVIRONMENT,
  builtEntryOf,
  type ManagedProcess,
  nodeOptionsOf,
  startProcess,
} from '@sluice/testkit/local'

const ROOT = resolve(import.meta.dirname, '../../..')
const READY_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50
const SHOWN_LOG_LINES = 15
const CODE_OPTIONS: Readonly<Record<Code, readonly string[]>> = {
  built: ['--enable-source-maps'],
  sources: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'],
}

export interface ServiceProcess {
  readonly name: string
  /** Of all services in it. */
  readonly ports: readonly number[]
  readonly logFile: string
  /** Where in its log file this run begins. */
  readonly logStart: number
  readonly running: ManagedProcess
}

/** What is run of a service: what the build has made of it, or its sources. */
export type Code = 'built' | 'sources'

/** A word of the service's command line, by which a leftover process is known. */
export function markOf(folder: string, code: Code): string {
  return code === 'built' ? builtEntryOf(folder) : `apps/${folder}/src/main.ts`
}

/** What is run as one process. */
interface Launch {
  readonly name: string
  /** Under `apps`. */
  readonly folder: string
  /** The service, by its folder, whose flags of Node it has. */
  readonly flagsOf: string
  readonly ports: readonly number[]
}

/** Starts a process of one or several services, which are not ready yet. Throws when it is not built. */
export async function launchService(
  { name, folder, flagsOf, ports }: Launch,
  environment: Readonly<Record<string, string>>,
  logFile: string,
  { code, root = ROOT }: { readonly code: Code; readonly root?: string },
): Promise<ServiceProcess> {
  const entry = resolve(root, markOf(folder, code))
  if (!existsSync(entry)) throw new Error(`The ${name} is not built. Run: npm run build`)
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const running = await startProcess({
    name,
    command: process.execPath,
    args: [...nodeOptionsOf(flagsOf).split(' ').filter(Boolean), ...CODE_OPTIONS[code], entry],
    env: { ...ALLOCATOR_ENVIRONMENT, ...environment },
    logFile,
    ownSession: true,
  })
  return { name, ports, logFile, logStart, running }
}

/** Waits until all of a process report ready. Throws with the end of its log when it ends before, or takes too long. */
export async function waitForService(service: ServiceProcess): Promise<void> {
  const { name, ports, running } = service
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await Promise.all(ports.map(isReady))).every(Boolean)) {
    if (running.isRunning() && Date.now() < deadline) {
      await sleep(POLL_INTERVAL_MS)
      continue
    }
    const what = running.isRunning() ? `was not ready after ${READY_TIMEOUT_MS / 1000} s` : 'ended while starting'
    throw new Error(`The ${name} ${what}. ${endOfLog(service)}`)
  }
}

/** Resolves when the first of the services ends, with what there is to say about it. */
export async function firstToEnd(services: readonly ServiceProcess[]): Promise<string> {
  return await Promise.race(
    services.map(async (service) => {
      const { code, signal } = await service.running.exited
      return `The ${service.name} has ended by itself (${signal ?? `code ${code}`}). ${endOfLog(service)}`
    }),
  )
}

async function isReady(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/health/ready`
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** The last lines that this run has logged; those of earlier runs would mislead. */
function endOfLog({ logFile, logStart }: Pick<ServiceProcess, 'logFile' | 'logStart'>): string {
  const lines = existsSync(logFile) ? readFileSync(logFile).subarray(logStart).toString('utf8').trimEnd() : ''
  return `The end of ${logFile}:\n${lines === '' ? '(empty)' : lines.split('\n').slice(-SHOWN_LOG_LINES).join('\n')}`
}
