import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive } from '@sluice/testkit/local'

const ORPHAN_GRACE_MS = 10_000

/** What a running stack leaves for `npm run token`, `unfreeze` and `outbox`, and for the next start. */
export interface StackRecord {
  readonly pid: number
  readonly portBase: number
  readonly issuer: string
  readonly audience: string
  /** With its password. Absent until the stack has opened Redis. */
  readonly redisUrl?: string
  /** Child processes, with a word that their command line contains. */
  readonly children: readonly { readonly pid: number; readonly mark: string }[]
}

/** Reads what the last stack left, whether or not it still runs. */
export function readStackFile(path: string): StackRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

export function writeStackFile(path: string, record: StackRecord): void {
  writeFileSync(path, JSON.stringify(record, null, 2), { mode: 0o600 })
}

export function removeStackFile(path: string): void {
  rmSync(path, { force: true })
}

/** Says whether the stack that wrote the record still runs. A process id alone proves nothing: ids are used again. */
export function isStackRunning(record: StackRecord): boolean {
  return isSameProgram(record.pid, 'infra/local/src/main.ts')
}

/** Throws when a stack runs on this state. */
export function refuseSecondStack(path: string): void {
  const record = readStackFile(path)
  if (record === undefined || !isStackRunning(record)) return
  const where = `process ${record.pid}, ports from ${record.portBase}`
  throw new Error(`The stack is running already (${where}). End it with Ctrl-C there, or with: kill ${record.pid}`)
}

/**
 * Makes way for a new stack. Throws when one still runs on this state; ends children that a hard kill left behind.
 */
export async function clearLastStack(path: string): Promise<void> {
  const record = readStackFile(path)
  if (record === undefined) return
  refuseSecondStack(path)
  for (const { pid, mark } of record.children) {
    if (!isSameProgram(pid, mark)) continue
    process.kill(pid, 'SIGTERM')
    const deadline = Date.now() + ORPHAN_GRACE_MS
    while (isSameProgram(pid, mark) && Date.now() < deadline) await sleep(50)
  }
  removeStackFile(path)
}

function isSameProgram(pid: number, mark: string): boolean {
  return isProcessAlive(pid) && commandLine(pid).includes(mark)
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
