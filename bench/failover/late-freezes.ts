import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { ask, type Caller } from '../freeze/ask.ts'
import { MODELS } from '../freeze/models.ts'
import { sendCommand } from '../freeze/soar-command.ts'

/** A freeze that was ordered shortly before the primary was killed. */
export interface LateFreeze {
  readonly sub: string
  /** `durable` of its answer; undefined where there was none. */
  readonly durable: string | undefined
}

interface LateFreezes {
  /** Resolves with all that were ordered. */
  stop(): Promise<readonly LateFreeze[]>
}

const PAUSE_MS = 50

/** Freezes one user after the other until it is stopped, or all are frozen. */
export function startLateFreezes(listener: Dispatcher, secret: Buffer, subs: readonly string[]): LateFreezes {
  const ordered: LateFreeze[] = []
  let isOver = false
  const order = async () => {
    for (const sub of subs) {
      if (isOver) return
      const durable = await sendCommand(listener, secret, { command: 'freeze_user', sub })
        .then((sent) => sent.answer())
        .then(
          (answer) => answer.durable ?? 'unconfirmed',
          () => undefined,
        )
      ordered.push({ sub, durable })
      await sleep(PAUSE_MS)
    }
  }
  const running = order()
  return {
    stop: async () => {
      isOver = true
      await running
      return ordered
    },
  }
}

/** Whether any gateway answers this caller: `answered`, or the codes of the refusals. */
export async function outcomesOf(callers: readonly Caller[]): Promise<readonly string[]> {
  return await Promise.all(
    callers.map(async (caller) => {
      const { statusCode, body } = await ask(caller, { model: MODELS.brief, prompt: 'Hello.', session: 'late' })
      const text = await body.text()
      return statusCode === 200 ? 'answered' : (/"code":"([a-z_]+)"/.exec(text)?.[1] ?? String(statusCode))
    }),
  )
}
