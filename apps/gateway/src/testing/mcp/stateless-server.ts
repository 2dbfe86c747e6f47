import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** For tests: a server of the official SDK for the revision without sessions, on the loopback interface. */
export async function hostStatelessServer(createToolServer: () => McpServer) {
  const received: Received[] = []
  const handler = createMcpHandler(createToolServer, { legacy: 'reject' })
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const piece of incoming.setEncoding('utf8')) text += piece
    received.push({ headers: incoming.headers, text })
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === 'string') headers.set(name, value)
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: text })
    const response = await handler.fetch(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
