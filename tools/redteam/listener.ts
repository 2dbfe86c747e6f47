import { createServer } from 'node:http'

/** A server on loopback that nobody should call. */
interface Listener {
  readonly url: string
  /** Whether anybody has called, waiting a moment for who is slow. */
  wasCalled(): Promise<boolean>
  close(): void
}

const MOMENT_MS = 1_000

/** Opens one on a free port. */
export async function openListener(): Promise<Listener> {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.end('{}')
  })
  server.on('connection', () => {
    calls += 1
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    wasCalled: async () => {
      await new Promise((resume) => setTimeout(resume, MOMENT_MS))
      return calls > 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
