/* Those who use a gateway for hours: a process of its own. The bench sends it calls over IPC, one at a time. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { serveParent } from '../neighbours/child.ts'
import { DEEDS, type Deed } from './deeds.ts'

export type MixedCall =
  | { readonly do: 'begin'; readonly origin: string; readonly tokens: readonly string[]; readonly clients: number }
  | { readonly do: 'end' }

export interface DeedCounts {
  readonly name: string
  readonly answered: number
  /** Refusals that are right, and everything else that came in place of an answer, by what it was. */
  readonly refused: Readonly<Record<string, number>>
  readonly errors: Readonly<Record<string, number>>
  readonly left: number
}

export interface MixedReply {
  readonly deeds: readonly DeedCounts[]
  /** Ids of requests whose answer was read to its end. */
  readonly acknowledged: readonly string[]
  /** Of requests that were left, or that nobody knows the end of. */
  readonly uncertain: readonly string[]
  readonly refused: readonly string[]
}

const TIMEOUT_MS = 120_000
/** From here on the gateway has failed: what it did with the request is in the trail or not. */
const FAILED_STATUS = 500
const SLOW_READ_MS = 20
const ERROR_PAUSE_MS = 200
const SESSIONS = 50

interface Counts {
  answered: number
  left: number
  readonly refused: Record<string, number>
  readonly errors: Record<string, number>
}

const acknowledged: string[] = []
const uncertain: string[] = []
const refused: string[] = []
const counts = new Map<string, Counts>()
let isOver = false
let running: Promise<unknown> = Promise.resolve()
let number = 0

serveParent<MixedCall, MixedReply | undefined>(async (call) => {
  if (call.do === 'begin') {
    const { tokens, clients, origin } = call
    running = Promise.all(
      DEEDS.flatMap((deed) =>
        Array.from({ length: clients }, (_, index) => drive(deed, origin, tokens[index % tokens.length] ?? '')),
      ),
    )
    return undefined
  }
  isOver = true
  await running
  const deeds = [...counts].map(([name, one]) => ({ name, ...one }))
  return { deeds, acknowledged, uncertain, refused }
})

async function drive(deed: Deed, origin: string, token: string): Promise<void> {
  const pool = new Pool(origin, { connections: 1, allowH2: false, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  const mine = counts.get(deed.name) ?? { answered: 0, left: 0, refused: {}, errors: {} }
  counts.set(deed.name, mine)
  while (!isOver) {
    number += 1
    const id = randomUUID()
    const leave = deed.leaveAfterMs === undefined ? undefined : AbortSignal.timeout(deed.leaveAfterMs)
    try {
      await askOnce(deed, mine, { pool, token, id, leave })
    } catch (error) {
      uncertain.push(id)
      if (leave?.aborted === true) mine.left += 1
      else {
        count(mine.errors, error instanceof Error ? error.message.slice(0, 60) : 'failed')
        await sleep(ERROR_PAUSE_MS)
      }
    }
    await sleep(Math.random() * deed.pauseMs)
  }
  await pool.destroy()
}

interface Asking {
  readonly pool: Pool
  readonly token: string
  readonly id: string
  readonly leave: AbortSignal | undefined
}

async function askOnce(deed: Deed, mine: Counts, { pool, token, id, leave }: Asking): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: deed.path,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-request-id': id,
      'x-session-id': deed.session ?? `soak-${number % SESSIONS}`,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(deed.body(number)),
    ...(leave !== undefined && { signal: leave }),
  })
  let end = ''
  for await (const bytes of body) {
    end = (end + String(bytes)).slice(-4_000)
    if (deed.readsSlowly === true) await sleep(SLOW_READ_MS)
  }
  const code = /"code":"([a-z_]+)"/.exec(end)?.[1]
  if (statusCode === 200 && code === undefined) {
    mine.answered += 1
    acknowledged.push(id)
    return
  }
  const what = `${statusCode} ${code ?? ''}`
  if (statusCode === 200 || statusCode >= FAILED_STATUS) uncertain.push(id)
  else refused.push(id)
  const isRight = code !== undefined && deed.refusals?.includes(code) === true
  count(isRight ? mine.refused : mine.errors, what)
}

function count(all: Record<string, number>, what: string): void {
  all[what] = (all[what] ?? 0) + 1
}
