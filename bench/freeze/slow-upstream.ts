/*
 * The model server of the bench: its streams last until somebody ends them. Run as a process of its own: PORT is its
 * argument. `GET /open` returns the number of open endless streams.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { MODELS } from './models.ts'

/** An endless stream sends a word after 100 to 200 ms, about as fast as a large model writes for one of many. */
const ENDLESS_MS = [100, 200] as const
const STEADY_STREAM_MS = [10, 30] as const
const STEADY_ANSWER_MS = 60
const LATE_MS = 3_000
/** A stream that nobody ends is an error of the bench, and ends with it. */
const MAXIMUM_WORDS = 10_000

const [port = '0'] = process.argv.slice(2)
let openStreams = 0

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET' && request.url === '/open') {
    response.end(String(openStreams))
    return
  }
  if (request.url?.endsWith('/embeddings') === true) return await embed(request, response)
  const { model, stream, messages } = JSON.parse(await readText(request)) as ChatRequest
  const prompt = messages.at(-1)?.content ?? ''
  if (model === MODELS.late) await sleep(LATE_MS)
  if (stream === true) {
    await streamWords(response, prompt, model)
    return
  }
  if (model === MODELS.steady) await sleep(STEADY_ANSWER_MS)
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      ...frame('chat.completion', model),
      choices: [{ index: 0, message: { role: 'assistant', content: prompt }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
    }),
  )
}

async function embed(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { model } = JSON.parse(await readText(request)) as ChatRequest
  const data = [{ object: 'embedding', index: 0, embedding: [0.25, 0.5, 0.75] }]
  const usage = { prompt_tokens: 10, total_tokens: 10 }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data, model, usage }))
}

async function streamWords(response: ServerResponse, prompt: string, model: string): Promise<void> {
  const isEndless = model === MODELS.endless
  const words = prompt.split(/(?<= )/)
  const [leastMs, mostMs] = isEndless ? ENDLESS_MS : STEADY_STREAM_MS
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const send = (delta: object, finishReason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({
        ...frame('chat.completion.chunk', model),
        choices: [{ index: 0, delta, finish_reason: finishReason }],
      })}\n\n`,
    )
  openStreams += isEndless ? 1 : 0
  try {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ role: 'assistant', content: '' })
    for (let index = 0; index < (isEndless ? MAXIMUM_WORDS : words.length); index += 1) {
      await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { signal: gone.signal })
      const word = words[index % words.length] ?? ''
      // Between two rounds of an endless stream the prompt's end has no space.
      send({ content: isEndless && index % words.length === words.length - 1 ? `${word} ` : word })
    }
    send({}, 'stop')
    response.end('data: [DONE]\n\n')
  } finally {
    openStreams -= isEndless ? 1 : 0
  }
}

function frame(object: string, model: string) {
  return { id: 'chatcmpl-bench', object, created: 1_700_000_000, model }
}

/** Only the bench calls, through a gateway that has checked it. */
interface ChatRequest {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly content: string }[]
}
