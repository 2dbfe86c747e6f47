/*
 * The model server of the bench. Run as a process of its own: PORT is its argument. It reads no more of a request than
 * it needs, because one user's large prompt must not make another's answer late here.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MODELS } from './models.ts'

const HEAD_BYTES = 65_536
const LONG_CHARS = 20_000_000
const MEDIUM_CHARS = 200_000
const PIECE_CHARS = 16_384
const WORD_EVERY_MS: Readonly<Record<string, number>> = { [MODELS.endless]: 100, [MODELS.slow]: 1_000 }
/** A stream that nobody ends is an error of the bench, and ends with it. */
const LONGEST_STREAM_MS = 300_000

const [port = '0'] = process.argv.slice(2)

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const head = await readHead(request)
  const model = /"model":"([^"]{1,64})"/.exec(head)?.[1] ?? ''
  if (model === MODELS.flood) return await flood(response)
  const everyMs = WORD_EVERY_MS[model]
  if (everyMs !== undefined) return await streamWords(response, everyMs)
  sendWhole(response, textFor(model, head))
}

/** Reads a whole request and keeps its beginning. */
async function readHead(request: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let length = 0
  for await (const bytes of request as AsyncIterable<Buffer>) {
    if (length < HEAD_BYTES) kept.push(bytes)
    length += bytes.length
  }
  return Buffer.concat(kept).toString('utf8')
}

function textFor(model: string, head: string): string {
  if (model === MODELS.brief) return lastContent(head)
  if (model === MODELS.long) return sentences(LONG_CHARS)
  if (model === MODELS.medium) return sentences(MEDIUM_CHARS)
  const times = /^repeat-(\d{1,7})$/.exec(model)?.[1]
  if (times === undefined) return 'Done.'
  const token = /[A-Z][A-Z_]+_(?:[0-9A-Z]{4,8}_)?[0-9A-HJKMNP-TV-Z]{10}/.exec(head)?.[0] ?? 'none'
  return `${token} `.repeat(Number(times))
}

function sentences(chars: number): string {
  return 'All is well. '.repeat(chars / 13)
}

/** Only the bench calls, through a gateway that has checked the request. */
function lastContent(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] }
  return messages.at(-1)?.content ?? ''
}

function sendWhole(response: ServerResponse, content: string): void {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...frame('chat.completion'), choices, usage }))
}

async function streamWords(response: ServerResponse, everyMs: number): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let passedMs = 0; passedMs < LONGEST_STREAM_MS; passedMs += everyMs) {
    response.write(chunkOf('word '))
    await sleep(everyMs, undefined, { signal: gone.signal })
  }
  response.end('data: [DONE]\n\n')
}

async function flood(response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const piece = chunkOf('word '.repeat(PIECE_CHARS / 5))
  while (!gone.signal.aborted) {
    if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal })
  }
}

function chunkOf(content: string): string {
  const choices = [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]
  return `data: ${JSON.stringify({ ...frame('chat.completion.chunk'), choices })}\n\n`
}

function frame(object: string) {
  return { id: 'chatcmpl-bench', object, created: 1_700_000_000, model: 'bench' }
}
