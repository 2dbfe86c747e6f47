import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request as a key service got it. */
export interface KeyServiceRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** What a service answers in place of its own answer. `cut`: the connection ends; `hang`: nothing ever comes. */
export type KeyServiceFault =
  | { readonly type: 'cut' }
  | { readonly type: 'hang' }
  | { readonly type: 'answer'; readonly status: number; readonly body: string }

export interface KeyServiceAnswer {
  readonly status: number
  readonly body: unknown
}

/** A stub of a service that keeps keys. */
export interface KeyService {
  readonly url: string
  readonly requests: readonly KeyServiceRequest[]
  /** The next requests, in order, get these. */
  failWith(...faults: readonly KeyServiceFault[]): void
  stop(): Promise<void>
}

const HANGS_MS = 600_000

/** Starts an HTTP server on loopback that answers as `answer` says. */
export async function startKeyService(
  answer: (request: KeyServiceRequest) => KeyServiceAnswer | Promise<KeyServiceAnswer>,
): Promise<KeyService> {
  const requests: KeyServiceRequest[] = []
  const faults: KeyServiceFault[] = []
  const stopping = new AbortController()
  const server = createServer(async (incoming, response) => {
    let text = ''
    for await (const part of incoming) text += String(part)
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, text }
    requests.push(request)
    const fault = faults.shift()
    if (fault?.type === 'cut') return void incoming.socket.destroy()
    if (fault?.type === 'hang') {
      return void (await sleep(HANGS_MS, undefined, { signal: stopping.signal }).catch(() => undefined))
    }
    const { status, body } = fault?.type === 'answer' ? fault : toText(await answer(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    failWith: (...more) => void faults.push(...more),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function toText({ status, body }: KeyServiceAnswer) {
  return { status, body: JSON.stringify(body) }
}
