import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PRODUCTION, type Running } from '../services.ts'

/** A process of the bench's own that carries out one call at a time. */
export interface Child<Call, Reply> {
  readonly pid: number
  /** Throws what the child throws, and where it does not answer within `timeoutMs`. */
  call(call: Call, timeoutMs?: number): Promise<Reply>
}

interface Envelope<Reply> {
  readonly value?: Reply
  readonly error?: string
}

/** Starts the script of this folder in a process of its own. */
export function startChild<Call extends object, Reply>(script: string): Running<Child<Call, Reply>> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    execArgv: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...PRODUCTION },
    // Structured cloning keeps infinite times, which JSON does not.
    serialization: 'advanced',
  })
  return {
    value: {
      pid: child.pid ?? -1,
      call: (call, timeoutMs = 120_000) => callOnce<Reply>(child, script, call, timeoutMs),
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The child's half: answers each call with what `handle` resolves with. */
export function serveParent<Call, Reply>(handle: (call: Call) => Promise<Reply>): void {
  const send = (envelope: Envelope<Reply>) => process.send?.(envelope)
  process.on('message', (message) => {
    // Sent by `startChild`, which is the other half of this file.
    handle(message as Call).then(
      (value) => send({ value }),
      (error: unknown) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.once('disconnect', () => process.exit())
}

function callOnce<Reply>(child: ChildProcess, script: string, call: object, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      finish()
    }
    const fail = (what: string) => settle(() => reject(new Error(`${script}: ${what}`)))
    const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs)
    child.once('exit', () => fail('ended'))
    child.once('message', (message) => {
      // Sent by `serveParent`.
      const { value, error } = message as Envelope<Reply>
      if (error !== undefined) fail(error)
      else settle(() => resolve(value as Reply))
    })
    child.send(call)
  })
}
