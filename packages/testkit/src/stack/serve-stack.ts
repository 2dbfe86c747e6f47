import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../system/listen.ts'
import { SharedServers } from './shared-servers.ts'
import type { StackCalls } from './stack-calls.ts'

type Handlers = {
  readonly [Path in keyof StackCalls]: (
    input: StackCalls[Path]['input'],
  ) => StackCalls[Path]['output'] | Promise<StackCalls[Path]['output']>
}

export interface ServedStack {
  readonly url: string
  /** Stops every server that was started. */
  stop(): Promise<void>
}

/** Offers shared servers to test processes, on loopback. No server is started before a process asks for it. */
export async function serveStack(): Promise<ServedStack> {
  const servers = new SharedServers()
  const handlers: Handlers = {
    'take-redis-database': () => servers.takeRedisDatabase(),
    'find-postgres': () => servers.findPostgres(),
    'open-issuer': (options) => servers.openIssuer(options),
    'set-user': async ({ issuer, user }) => {
      await servers.setUser(issuer, user)
      return null
    },
    'close-issuer': async ({ issuer }) => {
      await servers.closeIssuer(issuer)
      return null
    },
  }
  const server = createServer((request, response) => void answer(handlers, request, response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await servers.stop()
    },
  }
}

async function answer(handlers: Handlers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = request.url?.slice(1) ?? ''
    if (!isCall(handlers, path)) throw new Error(`There is no call ${path}.`)
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    response.end(JSON.stringify(await handlers[path](JSON.parse(text))))
  } catch (error) {
    response.statusCode = 500
    response.end(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

function isCall(handlers: Handlers, path: string): path is keyof StackCalls {
  return Object.hasOwn(handlers, path)
}
