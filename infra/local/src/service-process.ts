import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ManagedProcess, startProcess } from '@sluice/testkit'

const root = resolve(import.meta.dirname, '../../..')
const readyTimeoutMs = 60_000
const pollIntervalMs = 50
const shownLogLines = 15

export interface ServiceProcess {
  readonly name: string
  readonly port: number
  readonly logFile: string
  readonly running: ManagedProcess
}

/** A word of the service's command line, by which a leftover process is known. */
export function markOf(name: string): string {
  return `apps/${name}/dist/main.js`
}

/** Starts the built service, which is not ready yet. Throws when it is not built. */
export async function launchService(
  name: string,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<ServiceProcess> {
  const entry = resolve(root, markOf(name))
  if (!existsSync(entry)) throw new Error(`The ${name} is not built. Run: npm run build`)
  const running = await startProcess({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', entry],
    env: environment,
    logFile,
    ownSession: true,
  })
  return { name, port: Number(environment.PORT), logFile, running }
}

/** Waits until a service reports ready. Throws with the end of its log when it ends before, or takes too long. */
export async function waitForService({ name, port, logFile, running }: ServiceProcess): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (!(await isReady(port))) {
    if (running.isRunning() && Date.now() < deadline) {
      await sleep(pollIntervalMs)
      continue
    }
    const what = running.isRunning() ? `was not ready after ${readyTimeoutMs / 1000} s` : 'ended while starting'
    throw new Error(`The ${name} ${what}. The end of ${logFile}:\n${tailOf(logFile)}`)
  }
}

/** Resolves when the first of the services ends, with what there is to say about it. */
export async function firstToEnd(services: readonly ServiceProcess[]): Promise<string> {
  return await Promise.race(
    services.map(async ({ name, logFile, running }) => {
      const { code, signal } = await running.exited
      return `The ${name} has ended by itself (${signal ?? `code ${code}`}). The end of ${logFile}:\n${tailOf(logFile)}`
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

function tailOf(path: string): string {
  return existsSync(path)
    ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-shownLogLines).join('\n')
    : '(empty)'
}
