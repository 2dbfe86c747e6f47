import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Target } from '../gateway/load.ts'
import { requestIdOf } from './made-up-records.ts'
import type { Offering } from './offering.ts'

const CLIENTS = 8
const PAUSE_MS = 50
const TIMEOUT_MS = 10_000

/** Asks a gateway as clients do, each in a session of its own. An answered request is one whose record is kept. */
export function startAsking(target: Target, { firstSession }: { readonly firstSession: number }): Offering {
  const pool = new Pool(target.origin, { connections: CLIENTS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  const acknowledged: string[] = []
  const uncertain: string[] = []
  let isOver = false

  async function ask(session: number): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      const name = requestIdOf(session, number)
      const isAnswered = await askOnce(pool, target, { name, session }).catch(() => false)
      if (isAnswered) acknowledged.push(name)
      else uncertain.push(name)
      await sleep(PAUSE_MS)
    }
  }

  const running = Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(firstSession + client)))
  return {
    stop: async () => {
      isOver = true
      await running
      await pool.close()
      return { acknowledged, uncertain }
    },
  }
}

interface Asked {
  readonly name: string
  readonly session: number
}

async function askOnce(pool: Pool, { headers }: Target, { name, session }: Asked): Promise<boolean> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', 'x-request-id': name, 'x-session-id': `run-${session}`, ...headers },
    body: JSON.stringify({ model: 'stub-model', messages: [{ role: 'user', content: `Please write ${name}.` }] }),
  })
  await body.dump()
  return statusCode === 200
}
