import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../system/listen.ts'

/** What the server was asked, as it came. */
interface GuardRequest {
  readonly path: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  /** All that it was given to judge. */
  readonly text: string
  readonly authorization: string | undefined
}

export interface StubGuard {
  readonly url: string
  readonly requests: readonly GuardRequest[]
  stop(): Promise<void>
}

/**
 * A stand-in for a server of guard models, on loopback: a chat for those that write, and a classifier (`POST
 * /classify`).
 *
 * @param answer what the model writes, or the label of the classifier, for a text; a number is a status without an
 * answer, and `silent` none at all.
 */
export async function startStubGuard(answer: (text: string) => string | number): Promise<StubGuard> {
  const requests: GuardRequest[] = []
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const text = textOf(body)
      requests.push({ path: request.url, body, text, authorization: request.headers.authorization })
      const said = answer(text)
      if (said === 'silent') return
      if (typeof said === 'number') return void response.writeHead(said).end()
      const result =
        request.url === '/classify'
          ? { object: 'list', data: [{ index: 0, label: said, probs: [0.1, 0.9], num_classes: 2 }] }
          : { object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: said } }] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
    })
  })
  const port = await listen(server, undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function textOf({ input, messages }: Readonly<Record<string, unknown>>): string {
  if (typeof input === 'string') return input
  const { content }: { content?: unknown } = Array.isArray(messages) ? Object(messages.at(-1)) : {}
  return String(content)
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}
