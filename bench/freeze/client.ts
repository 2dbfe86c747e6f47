import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PRODUCTION, type Running } from '../services.ts'
import type { Round } from './round.ts'

export interface ClientSettings {
  /** Origins. */
  readonly gateways: readonly string[]
  readonly listener: string
  readonly upstream: string
  /** The measured user's. */
  readonly token: string
  readonly sub: string
  /** The key of the command's signature, in base64. */
  readonly secret: string
  readonly streams: number
  readonly sessions: number
}

export type ClientCall =
  | { readonly do: 'begin'; readonly settings: ClientSettings }
  | { readonly do: 'round'; readonly number: number }

export interface ClientReply {
  readonly round?: Round
  readonly error?: string
}

/** The process that reads the streams and sends the commands. */
interface Client {
  readonly pid: number
  playRound(number: number): Promise<Round>
}

const CALL_TIMEOUT_MS = 90_000

/** Starts the client and lets it begin the user's sessions. */
export async function startClient(settings: ClientSettings): Promise<Running<Client>> {
  const child = fork(fileURLToPath(new URL('./client-process.ts', import.meta.url)), {
    execArgv: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...PRODUCTION },
    // Structured cloning keeps infinite times, which JSON does not.
    serialization: 'advanced',
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  try {
    await call(child, { do: 'begin', settings })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    value: {
      pid: child.pid ?? -1,
      async playRound(number) {
        const { round } = await call(child, { do: 'round', number })
        if (round === undefined) throw new Error('The client sent no result.')
        return round
      },
    },
    stop,
  }
}

/** One call at a time. Throws what the client throws. */
function call(child: ChildProcess, message: ClientCall): Promise<ClientReply> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners('message').removeAllListeners('exit')
      finish()
    }
    const fail = (what: string) => settle(() => reject(new Error(what)))
    const timer = setTimeout(() => fail(`The client did not answer in ${CALL_TIMEOUT_MS} ms.`), CALL_TIMEOUT_MS)
    child.once('exit', () => fail('The client has ended.'))
    child.once('message', (answer) => {
      // Sent by `client-process.ts`, which is the other half of this file.
      const reply = answer as ClientReply
      if (reply.error !== undefined) fail(reply.error)
      else settle(() => resolve(reply))
    })
    child.send(message)
  })
}
