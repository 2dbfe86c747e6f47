import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
})

/** A message that a scripted server has been sent. */
interface ScriptedMessage {
  readonly id?: string | number | undefined
  readonly method?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

type Answer = (message: ScriptedMessage, response: ServerResponse) => void | Promise<void>

export interface ScriptedServer {
  readonly url: string
  readonly received: readonly ScriptedMessage[]
  /** The tools that it lists from now on. */
  tools: readonly object[]
  /** Where it says that its list goes on, for ever. */
  nextCursor: string | undefined
  /** What it answers to a call; a result as JSON, or whatever the function writes itself. */
  answer: object | Answer
  /** Messages of a method. */
  of(method: string): readonly ScriptedMessage[]
  stop(): Promise<void>
}

export const TEXT_TOOL = {
  name: 'look_up',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

/** For tests: a server of the Model Context Protocol that does what it is told to, without any SDK. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const received: ScriptedMessage[] = []
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const message = { ...messageSchema.parse(JSON.parse(text)), headers: request.headers, text }
    received.push(message)
    await respond(message, response)
  })

  async function respond(message: ScriptedMessage, response: ServerResponse): Promise<void> {
    const { id, method } = message
    if (id === undefined || method === undefined) return void response.writeHead(202).end()
    if (method === 'initialize') {
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      }
      response.setHeader('mcp-session-id', `session-${received.length}`)
      return sendJson(response, { id, result })
    }
    if (method === 'tools/list') {
      const { nextCursor } = scripted
      return sendJson(response, { id, result: { tools: scripted.tools, ...(nextCursor && { nextCursor }) } })
    }
    const { answer } = scripted
    if (typeof answer === 'function') await answer(message, response)
    else sendJson(response, { id, result: answer })
  }

  const scripted = {
    tools: [TEXT_TOOL] as readonly object[],
    nextCursor: undefined as string | undefined,
    answer: textResult('Nothing.') as ScriptedServer['answer'],
    received,
    of: (method: string) => received.filter((message) => message.method === method),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  return Object.assign(scripted, { url: `http://127.0.0.1:${port}/mcp` })
}

export function textResult(text: string): object {
  return { content: [{ type: 'text', text }] }
}

export function sendJson(response: ServerResponse, members: object): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', ...members }))
}

/** Begins a stream of events, and sends one message on it. */
export function sendEvent(response: ServerResponse, members: object): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...members })}\n\n`)
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}
