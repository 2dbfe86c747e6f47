import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which systems take the ports of outgoing connections (Linux: 32768 and up): a port of that range
// can be taken by any connection between this look and the server's start.
const LOWEST = 20_000
const HIGHEST = 32_767
const TRIES = 50

/**
 * Finds a TCP port that is free on the loopback interface at this moment.
 *
 * @throws Error when none of 50 ports, chosen by chance, is free
 */
export async function findFreePort(): Promise<number> {
  for (let left = TRIES; left > 0; left -= 1) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`None of ${TRIES} TCP ports between ${LOWEST} and ${HIGHEST} was free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
