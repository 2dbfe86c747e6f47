import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findExecutable } from './find-executable.ts'

const OUTPUT_TAIL_CHARS = 4000

interface ProcessOptions {
  /** What error messages call it. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Runs as this user; only root may ask for it. */
  readonly identity?: { readonly uid: number; readonly gid: number } | undefined
  /** The process is ready once its output contains this text; without it, as soon as it is spawned. */
  readonly readyText?: string
  readonly readyTimeoutMs?: number
  /** In a session of its own it does not receive Ctrl-C from the terminal; the starter ends it. */
  readonly ownSession?: boolean | undefined
  /** Its output is appended here, instead of only its tail being kept for error messages. */
  readonly logFile?: string | undefined
  /** Called with each piece of its output. */
  readonly onOutput?: (text: string) => void
}

export interface ManagedProcess {
  readonly pid: number
  /** Settles when the process has ended, however it ended. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  isRunning(): boolean
  /** Sends a signal and waits for the end; SIGKILL follows after `graceMs`. Does nothing when it has ended already. */
  end(signal?: NodeJS.Signals, graceMs?: number): Promise<void>
}

/**
 * Starts a program, waits until it is ready, and ties it to this process: on Linux it ends with its parent even when
 * the parent is killed hard (`PR_SET_PDEATHSIG`, prctl(2), through `setpriv`).
 *
 * Throws with the tail of the program's output when it ends or stays silent before it is ready.
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  const [command, args] = tiedToParent(options.command, options.args)
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownSession === true,
    ...options.identity,
  })
  const exited = new Promise<Awaited<ManagedProcess['exited']>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: 127, signal: null }))
  })
  await waitUntilReady(child, options)
  return {
    pid: child.pid ?? -1,
    exited,
    isRunning: () => isRunning(child),
    end: async (signal = 'SIGTERM', graceMs = 10_000) => {
      if (!isRunning(child)) return
      child.kill(signal)
      const cancel = new AbortController()
      const killLater = sleep(graceMs, undefined, { signal: cancel.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      )
      await exited
      cancel.abort()
      await killLater
    },
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

async function waitUntilReady(child: ChildProcess, options: ProcessOptions): Promise<void> {
  const { name, readyText, readyTimeoutMs = 60_000, logFile, onOutput } = options
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  let tail = ''
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`was not ready after ${readyTimeoutMs} ms`)
    }, readyTimeoutMs)
    const fail = (what: string) => {
      clearTimeout(timer)
      reject(new Error(`${name} ${what}.\n${tail.trim()}`))
    }
    const succeed = () => {
      clearTimeout(timer)
      resolve()
    }
    const follow = (stream: Readable | null) =>
      stream?.on('data', (bytes: Buffer) => {
        log?.write(bytes)
        onOutput?.(bytes.toString('utf8'))
        tail = (tail + bytes.toString('utf8')).slice(-OUTPUT_TAIL_CHARS)
        if (readyText !== undefined && tail.includes(readyText)) succeed()
      })
    follow(child.stdout)
    follow(child.stderr)
    child.once('error', (error) => fail(`could not be started: ${error.message}`))
    child.once('close', (code, signal) => {
      log?.end()
      fail(`ended (${signal ?? `code ${code}`}) before it was ready`)
    })
    if (readyText === undefined) child.once('spawn', succeed)
  })
}

let setpriv: string | null | undefined

function tiedToParent(command: string, args: readonly string[]): [command: string, args: string[]] {
  setpriv ??= findSetpriv()
  return setpriv === null ? [command, [...args]] : [setpriv, ['--pdeathsig', 'KILL', '--', command, ...args]]
}

function findSetpriv(): string | null {
  const path = process.platform === 'linux' ? findExecutable('setpriv') : undefined
  if (path === undefined) return null
  try {
    // BusyBox has a setpriv without this option.
    return execFileSync(path, ['--help'], { encoding: 'utf8', stdio: 'pipe' }).includes('--pdeathsig') ? path : null
  } catch {
    return null
  }
}
