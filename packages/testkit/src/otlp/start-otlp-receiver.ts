import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../system/listen.ts'
import { type OtlpSeries, type OtlpSpan, readSeries, readSpans } from './read-otlp.ts'

/** How a collector behaves: it takes all, refuses with a status, or is silent. */
type CollectorMood = 'takes' | 'silent' | number

export interface OtlpReceiver {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` names. */
  readonly url: string
  readonly spans: readonly OtlpSpan[]
  /** The series of each metric as they were last told. */
  readonly series: readonly OtlpSeries[]
  /** Everything that came in: heads and bodies, as text. */
  readonly received: string
  /** Requests that came in and were left without an answer. */
  readonly unanswered: number
  become(mood: CollectorMood): void
  stop(): Promise<void>
}

/**
 * An OpenTelemetry collector, on loopback, that takes OTLP as JSON over HTTP. It reads what it is sent by itself, after
 * the specification (https://opentelemetry.io/docs/specs/otlp/), with nothing of the SDK.
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: OtlpSpan[] = []
  const series = new Map<string, OtlpSeries>()
  let received = ''
  let unanswered = 0
  let mood: CollectorMood = 'takes'
  const take = (request: IncomingMessage, response: ServerResponse, text: string) => {
    received += `${JSON.stringify(request.headers)}\n${text}\n`
    if (mood === 'silent') {
      unanswered += 1
      return
    }
    if (typeof mood === 'number') return void response.writeHead(mood).end('no')
    const body: unknown = JSON.parse(text)
    if (request.url === '/v1/traces') spans.push(...readSpans(body))
    else if (request.url === '/v1/metrics') for (const each of readSeries(body)) series.set(each.key, each)
    else return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    void readText(request).then(
      (text) => take(request, response, text),
      () => response.destroy(),
    )
  })
  const port = await listen(server, undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    get series() {
      return [...series.values()]
    },
    get received() {
      return received
    },
    get unanswered() {
      return unanswered
    },
    become(next) {
      mood = next
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
