import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

export interface StubAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

export interface StubRequest {
  readonly method: string
  readonly url: URL
  readonly authorization: string | undefined
  readonly form: URLSearchParams
}

interface StubServer {
  readonly url: string
  readonly requests: readonly StubRequest[]
  stop(): Promise<void>
}

/** An HTTP server whose answers a test decides. */
export async function startStubServer(answer: (request: StubRequest) => StubAnswer): Promise<StubServer> {
  const requests: StubRequest[] = []
  let origin = ''
  const server = createServer(async (incoming, outgoing) => {
    const request = {
      method: incoming.method ?? '',
      url: new URL(incoming.url ?? '', origin),
      authorization: incoming.headers.authorization,
      form: new URLSearchParams(await textOf(incoming)),
    }
    requests.push(request)
    const { status = 200, headers = {}, body = '' } = answer(request)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  return {
    url: origin,
    requests,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close').catch(() => {})
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

/** Faults that both stubs can show. */
export interface StubFaults {
  /** Answers for the next requests of the API, in order; afterwards it answers by itself again. */
  readonly next: StubAnswer[]
  /** From this many requests with one token on, the token has expired; 0 is never. */
  tokenUses: number
}

/** Tokens as an authorization server issues them (RFC 6749), each good for `tokenUses` requests. */
export function createStubTokens(faults: StubFaults, isClient: (form: URLSearchParams) => boolean) {
  const uses = new Map<string, number>()
  let issued = 0
  return {
    issued: () => issued,
    issue(form: URLSearchParams): StubAnswer {
      if (form.get('grant_type') !== 'client_credentials' || !isClient(form)) {
        return { status: 401, body: { error: 'invalid_client' } }
      }
      issued += 1
      uses.set(`Bearer token-${issued}`, 0)
      return { body: { token_type: 'Bearer', expires_in: 3600, access_token: `token-${issued}` } }
    },
    accepts(authorization: string | undefined): boolean {
      const used = uses.get(authorization ?? '')
      if (used === undefined || (faults.tokenUses > 0 && used >= faults.tokenUses)) return false
      uses.set(authorization ?? '', used + 1)
      return true
    },
  }
}
