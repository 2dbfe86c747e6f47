import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

const INTERVAL_MS = 5

/** Sends one request after another to a service. Stopping it gives the response times in milliseconds, sorted. */
export function watchResponses(url: string, token: string): { stop(): Promise<number[]> } {
  const pool = new Pool(url, { connections: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const paths = ['/v1/history', '/v1/questionnaire/templates', '/health/live', '/v1/audit']
  const times: number[] = []
  let stopping = false
  const watching = (async () => {
    for (let number = 0; !stopping; number += 1) {
      const startedMs = performance.now()
      const { body } = await pool.request({ method: 'GET', path: paths[number % paths.length] ?? '/', headers })
      await body.dump()
      times.push(performance.now() - startedMs)
      await sleep(INTERVAL_MS)
    }
  })()
  return {
    async stop() {
      stopping = true
      await watching
      await pool.close()
      return times.sort((a, b) => a - b)
    },
  }
}
