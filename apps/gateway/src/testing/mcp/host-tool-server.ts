import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** What a tool server has been sent. */
interface Received {
  readonly headers: IncomingHttpHeaders
  /** As it came. */
  readonly text: string
}

export interface HostedToolServer {
  readonly url: string
  readonly received: readonly Received[]
  /** Lets go of every session, as a server does that was restarted. */
  forgetSessions(): void
  stop(): Promise<void>
}

interface Connectable {
  connect(transport: Transport): Promise<void>
}

/** For tests: a server of the official SDK behind HTTP on the loopback interface, with a session for each client. */
export async function hostToolServer(createToolServer: () => Connectable): Promise<HostedToolServer> {
  const received: Received[] = []
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    received.push({ headers: request.headers, text })
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (typeof id === 'string' && known === undefined) return void response.writeHead(404).end()
    const transport = known ?? (await begin())
    await transport.handleRequest(request, response, text === '' ? undefined : JSON.parse(text))
  })

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    // The SDK declares its own transport's members in another way than its interface.
    await createToolServer().connect(transport as Transport)
    return transport
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    forgetSessions: () => sessions.clear(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}
