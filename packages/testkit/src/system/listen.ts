import { once } from 'node:events'
import type { Server } from 'node:net'

/**
 * Listens on a port of loopback, or of another address, and returns it; port 0 picks a free one.
 * Rejects with the system's error (`EADDRINUSE`) when the port is taken.
 */
export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a TCP port.')
  return address.port
}
