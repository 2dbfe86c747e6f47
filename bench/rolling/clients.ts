import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { ask } from '../freeze/ask.ts'
import { MODELS } from '../freeze/models.ts'
import { createStreamReader } from '../freeze/stream-reading.ts'

/** What a client asks for, again and again. */
interface Deed {
  readonly name: string
  readonly model: string
  readonly stream: boolean
  /** The longest pause between two requests, in milliseconds. */
  readonly pauseMs: number
  /** Leaves an endless stream after this time, in milliseconds. */
  readonly leaveAfterMs?: number
}

const DEEDS: readonly Deed[] = [
  { name: 'short answers', model: MODELS.steady, stream: false, pauseMs: 50 },
  { name: 'answers after 3 s', model: MODELS.late, stream: false, pauseMs: 500 },
  { name: 'short streams', model: MODELS.steady, stream: true, pauseMs: 50 },
  { name: 'streams that begin after 3 s', model: MODELS.late, stream: true, pauseMs: 500 },
  { name: 'long streams', model: MODELS.endless, stream: true, pauseMs: 500, leaveAfterMs: 25_000 },
]

export interface DeedTally {
  readonly name: string
  /** Answered to the end, or left by the client while all was well. */
  right: number
  /** Streams with text that ended with an error frame: by its code. */
  readonly ended: Record<string, number>
  /** Requests that had no text and no right answer: by what came in its place. */
  readonly lost: Record<string, number>
  /** Streams with text that were cut without an error frame. */
  cut: number
  /** The longest time until the last byte of a right answer that is not streamed, in milliseconds. */
  worstMs: number
}

interface Clients {
  /** Resolves when the last answer has been read. */
  stop(): Promise<readonly DeedTally[]>
}

const ANSWER_TIMEOUT_MS = 30_000

/** Lets clients ask, each over a connection of its own, which it keeps as long as the server does. None tries twice. */
export function startClients(origin: string, token: string, perDeed: number): Clients {
  let isOver = false
  const over = new AbortController()
  let number = 0

  async function drive(deed: Deed, tally: DeedTally): Promise<void> {
    const gateway = new Pool(origin, { connections: 1, pipelining: 1, allowH2: false, bodyTimeout: ANSWER_TIMEOUT_MS })
    while (!isOver) {
      number += 1
      await askOnce(deed, tally, { gateway, token }, number).catch((error: unknown) => {
        count(tally.lost, error instanceof Error ? error.message : 'failed')
      })
      await sleep(Math.random() * deed.pauseMs)
    }
    await gateway.close()
  }

  async function askOnce(deed: Deed, tally: DeedTally, caller: Parameters<typeof ask>[0], id: number): Promise<void> {
    const prompt = `Please thank customer.${id}@example.com for order ${id}.`
    const startedMs = performance.now()
    const { model, stream } = deed
    const { statusCode, body } = await ask(caller, { model, prompt, session: `rolling-${id % 100}`, stream })
    if (statusCode !== 200) return count(tally.lost, `${statusCode} ${codeOf(await body.text())}`)
    if (!stream) {
      if (!(await body.text()).includes(prompt)) return count(tally.lost, 'a wrong answer')
      tally.right += 1
      tally.worstMs = Math.max(tally.worstMs, performance.now() - startedMs)
      return
    }
    const reader = createStreamReader()
    const leave = AbortSignal.any([over.signal, AbortSignal.timeout(deed.leaveAfterMs ?? ANSWER_TIMEOUT_MS)])
    if (deed.leaveAfterMs !== undefined) leave.addEventListener('abort', () => body.destroy(), { once: true })
    try {
      for await (const bytes of body) reader.take(bytes, performance.now())
    } catch (error) {
      if (!leave.aborted && !(error instanceof Error)) throw error
    }
    reader.close(performance.now())
    const { end } = reader.reading()
    if (end === 'done' || (deed.leaveAfterMs !== undefined && leave.aborted && end === 'cut')) tally.right += 1
    else if (!reader.hasText()) count(tally.lost, typeof end === 'object' ? `an error frame: ${end.code}` : end)
    else if (typeof end === 'object') count(tally.ended, end.code)
    else tally.cut += 1
  }

  const tallies = DEEDS.map(({ name }): DeedTally => ({ name, right: 0, ended: {}, lost: {}, cut: 0, worstMs: 0 }))
  const running = Promise.all(
    DEEDS.flatMap((deed, index) => {
      const tally = tallies[index]
      return tally === undefined ? [] : Array.from({ length: perDeed }, () => drive(deed, tally))
    }),
  )
  return {
    stop: async () => {
      isOver = true
      over.abort()
      await running
      return tallies
    },
  }
}

function codeOf(text: string): string {
  return /"code":"([a-z_]+)"/.exec(text)?.[1] ?? ''
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1
}
