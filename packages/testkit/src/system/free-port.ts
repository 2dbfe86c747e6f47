import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a TCP port that is free on the loopback interface at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The operating system gave no TCP port.')
  return address.port
}
