import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ManagedProcess, startProcess } from '@sluice/testkit'

const entry = resolve(import.meta.dirname, '../../../apps/gateway/dist/main.js')
const readyTimeoutMs = 60_000
const pollIntervalMs = 50
const shownLogLines = 15

/** A word of the gateway's command line, by which a leftover process is known. */
export const gatewayMark = 'apps/gateway/dist/main.js'

/** Starts the built gateway, which is not ready yet. */
export async function launchGateway(
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<ManagedProcess> {
  if (!existsSync(entry)) throw new Error('The gateway is not built. Run: npm run build')
  const args = ['--enable-source-maps', entry]
  return await startProcess({
    name: 'gateway',
    command: process.execPath,
    args,
    env: environment,
    logFile,
    ownSession: true,
  })
}

/** Waits until the gateway reports ready. Throws with the end of its log when it ends before, or takes too long. */
export async function waitForGateway(gateway: ManagedProcess, port: number, logFile: string): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (!(await isReady(port))) {
    if (gateway.isRunning() && Date.now() < deadline) {
      await sleep(pollIntervalMs)
      continue
    }
    const what = gateway.isRunning() ? `was not ready after ${readyTimeoutMs / 1000} s` : 'ended while starting'
    throw new Error(`The gateway ${what}. The end of ${logFile}:\n${tailOf(logFile)}`)
  }
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
