import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../system/listen.ts'

/** What the server was asked, as it came. */
interface AnalyzeRequest {
  readonly text?: string
  readonly language?: string
  readonly score_threshold?: number
  readonly authorization: string | undefined
}

/** How the server behaves for the next requests: as it should, with an answer of its own, or without any. */
type Behaviour = { readonly status: number; readonly body: string } | 'silent' | undefined

export interface StubPresidio {
  readonly url: string
  readonly requests: readonly AnalyzeRequest[]
  behave(as: Behaviour): void
  stop(): Promise<void>
}

/**
 * A stand-in for a Presidio Analyzer, on loopback, written from its published interface (`POST /analyze`, `GET
 * /health`): it finds the words that it is given, with places in code points as Python counts them, and it refuses a
 * request without text or language as the real one does, with 500 and `{"error": ...}`.
 *
 * @param words each with the type that it is reported as, with a score of 0.85.
 */
export async function startStubPresidio(words: Readonly<Record<string, string>>): Promise<StubPresidio> {
  const requests: AnalyzeRequest[] = []
  let behaviour: Behaviour
  const server = createServer((request, response) => {
    if (request.url === '/health') return void response.end('Presidio Analyzer service is up')
    if (request.method !== 'POST' || request.url !== '/analyze') return void response.writeHead(404).end()
    void readJson(request).then((asked) => {
      requests.push({ ...asked, authorization: request.headers.authorization })
      if (behaviour === 'silent') return
      if (behaviour !== undefined) return send(response, behaviour.status, behaviour.body)
      const { text, language, score_threshold = 0 } = asked
      if (text === undefined || text === '') return send(response, 500, '{"error":"No text provided"}')
      if (language === undefined) return send(response, 500, '{"error":"No language provided"}')
      const found = score_threshold > 0.85 ? [] : resultsOf(text, words)
      return send(response, 200, JSON.stringify(found))
    })
  })
  const port = await listen(server, undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    behave: (as) => {
      behaviour = as
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function resultsOf(text: string, words: Readonly<Record<string, string>>) {
  return Object.entries(words).flatMap(([word, type]) =>
    [...text.matchAll(new RegExp(word, 'gu'))].map(({ index }) => {
      const start = Array.from(text.slice(0, index)).length
      const end = start + Array.from(word).length
      return { analysis_explanation: null, end, entity_type: type, score: 0.85, start }
    }),
  )
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

async function readJson(request: IncomingMessage): Promise<Omit<AnalyzeRequest, 'authorization'>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString('utf8'))
}
