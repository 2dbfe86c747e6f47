import { readFile } from 'node:fs/promises'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { withTimeout } from '@sluice/service-kit/async'
import { CollectorFailed, MessagesRefused, type SiemSender } from './siem-sender.ts'

interface HttpsSenderOptions {
  readonly url: string
  /** Of the body. */
  readonly contentType: string
  /** The field that carries the token. */
  readonly header: string
  readonly token?: string | undefined
  /** Holds the token, and is read again for each call of `send`, so that it can be replaced. */
  readonly tokenFile?: string | undefined
  /** The certificates that sign the collector's, as PEM; those that Node knows without them. */
  readonly ca?: string | undefined
  /** For each request; 30,000 ms by default. */
  readonly timeoutMs?: number
}

/** Collectors take bodies of a few MiB; this many bytes, or one line that is longer. */
const MAX_BODY_BYTES = 1_048_576

/**
 * Sends lines to a collector, in bodies of lines that end with a line feed. A status of 2xx says that they were taken;
 * every other, and a redirect, fails.
 */
export function createHttpsSender(options: HttpsSenderOptions): SiemSender {
  const { url, ca, timeoutMs = 30_000 } = options
  const connections = { keepAlive: true, maxSockets: 1 }
  const agent =
    new URL(url).protocol === 'https:'
      ? new HttpsAgent({ ...connections, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) })
      : new HttpAgent(connections)
  const post = async (body: Buffer, token: string | undefined) => {
    await withTimeout(
      timeoutMs,
      async (signal) => await postOnce(open(options, agent, token, signal), body),
      () => {
        throw new Error('The collector did not answer in time.')
      },
    )
  }
  return {
    send: async (lines) => {
      const token = options.tokenFile === undefined ? options.token : (await readFile(options.tokenFile, 'utf8')).trim()
      for (const body of bodiesOf(lines)) await post(body, token)
    },
    close: () => agent.destroy(),
  }
}

function open(
  { url, contentType, header }: HttpsSenderOptions,
  agent: HttpAgent | HttpsAgent,
  token: string | undefined,
  signal: AbortSignal,
): ClientRequest {
  const headers = { 'content-type': contentType, ...(token === undefined ? {} : { [header]: token }) }
  const request = agent instanceof HttpsAgent ? requestHttps : requestHttp
  return request(url, { method: 'POST', headers, agent, signal })
}

async function postOnce(request: ClientRequest, body: Buffer): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
    request.setHeader('content-length', body.length)
    request.end(body)
  })
  discard(response)
  const status = response.statusCode ?? 0
  if (REFUSALS.has(status)) throw new MessagesRefused(status)
  if (status < 200 || status > 299) throw new CollectorFailed(status)
}

/** Bad Request, Content Too Large, Unprocessable Content: RFC 9110, section 15.5. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])
const MAX_ANSWER_BYTES = 65_536
const MAX_ANSWER_MS = 1_000

/** What it says is not needed. It is read, so that the connection can be used again, but not without end. */
function discard(response: IncomingMessage): void {
  const timer = setTimeout(() => response.destroy(), MAX_ANSWER_MS)
  let length = 0
  response.on('data', (bytes: Buffer) => {
    length += bytes.length
    if (length > MAX_ANSWER_BYTES) response.destroy()
  })
  response.on('error', () => undefined)
  response.once('close', () => clearTimeout(timer))
}

function* bodiesOf(lines: readonly string[]): Generator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for (const line of lines) {
    const bytes = Buffer.from(`${line}\n`)
    if (waiting.length > 0 && length + bytes.length > MAX_BODY_BYTES) {
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
    waiting.push(bytes)
    length += bytes.length
  }
  if (waiting.length > 0) yield Buffer.concat(waiting)
}
